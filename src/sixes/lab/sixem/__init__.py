"""Sixem in the lab: compiled games."""
