"""The error of a game that the coach cannot judge."""

from sixes.text import UserError


class CoachError(UserError, ValueError):
    """The coach has no answer for this game: the sentence says why."""
