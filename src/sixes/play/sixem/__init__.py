"""Sixem at a table."""
