"""Sixto at a table."""
