"""Sixto's bots, one module a level, and what they decide by."""
