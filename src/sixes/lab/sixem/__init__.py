"""Sixem in the lab: compiled games, and games in plain Python."""
