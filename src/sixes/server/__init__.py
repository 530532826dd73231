"""The table server: identity, tables, storage and the wire."""
