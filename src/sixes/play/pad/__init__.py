"""Score pads: people throw real dice at a table, and keep their sheets or boards here."""
