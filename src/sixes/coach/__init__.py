"""What each move was worth, and was it luck? Hints, and reviews of finished games.

`value` gives the expected final points of any position, at a table also the chance to win.
Everything else compares such values.
"""

from sixes.coach.accounts import Review
from sixes.coach.documents import game_document, review_document, study_document
from sixes.coach.errors import CoachError
from sixes.coach.hints import Hint, Value, hint, study, value
from sixes.coach.links import read_link, write_link
from sixes.coach.review import review
from sixes.coach.sixem_review import review_sixem
from sixes.coach.solo import values_of

__all__ = [
    "CoachError",
    "Hint",
    "Review",
    "Value",
    "game_document",
    "hint",
    "read_link",
    "review",
    "review_document",
    "review_sixem",
    "study",
    "study_document",
    "value",
    "values_of",
    "write_link",
]
