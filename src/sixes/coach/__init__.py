"""What each move was worth, and was it luck? Hints, and reviews of finished games of Sixto alone.

`value` gives the expected final points of any position. Everything else compares such values.
"""

from sixes.coach.documents import review_document, study_document
from sixes.coach.errors import CoachError
from sixes.coach.hints import Hint, hint, value
from sixes.coach.links import read_link, write_link
from sixes.coach.review import Review, review
from sixes.coach.solo import values_of

__all__ = [
    "CoachError",
    "Hint",
    "Review",
    "hint",
    "read_link",
    "review",
    "review_document",
    "study_document",
    "value",
    "values_of",
    "write_link",
]
