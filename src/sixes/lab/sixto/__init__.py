"""Sixto in the lab: compiled games, search, training."""
