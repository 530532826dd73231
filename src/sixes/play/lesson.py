"""The dice of the lessons: the same for everybody, and public.

They are drawn as all dice are, from a seed and an addition, and are checked in the same way. But both are
written here, and the game in their labels is `lesson` instead of the table's id: so a record tells that it is
of a lesson, and nobody can pass it off as a game with fair dice. No other person sits at a lesson.
"""

import hashlib

from sixes.play.dice import FEWEST_ADDED
from sixes.play.options import Options

GAME = "lesson"
"""The game in the labels of these dice."""
SEEDS = {
    "sixto": hashlib.sha256(b"Sixes: lesson of Sixto 2119").digest(),
    "sixem": hashlib.sha256(b"Sixes: lesson of Sixem 11011").digest(),
}
"""Chosen so that learners of many kinds close a colour and end with a good score in Sixto; and spin, for a
pattern of one line, and soon have 1 to 6 in Sixem. Tests play them."""
BOTS = {"sixto": 0, "sixem": 1}
"""How many bots sit with the learner."""
ADDITION = "00" * FEWEST_ADDED


def is_allowed(options: Options, bots: int) -> bool:
    """Whether a table with these options and bots may have the dice of its game's lesson."""
    return BOTS.get(options.game) == bots == options.seats - 1 and not options.open
