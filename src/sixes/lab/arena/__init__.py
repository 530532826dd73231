"""Tournaments of bots: who is stronger, and how sure that is."""
