"""Sixes: play, study and teach machines to play the dice games Sixto and Sixem."""

__version__ = "0.1.0"
