"""One file a change of the schema. Files that were released are never changed."""
