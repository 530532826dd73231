"""Score sheets, boards, the spinner and short rules as PDF, to play at a table with real dice."""

from sixes.paper.orders import Order, OwnSheet, page_count
from sixes.paper.typesetting import TypstMissing, picture, typeset

__all__ = ["Order", "OwnSheet", "TypstMissing", "page_count", "picture", "typeset"]
