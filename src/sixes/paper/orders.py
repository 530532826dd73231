"""What somebody wants printed: which items, on what paper, how many to a page."""

from typing import NamedTuple

from sixes.rules.sheets import LETTERS, Sheet
from sixes.text import UserError

KINDS = ("sheets", "boards", "spinner", "rules")
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a5": (148.0, 210.0), "a6": (105.0, 148.0)}
"""Width and height in millimetres, upright."""
PER_PAGE = (1, 2, 4)
UPRIGHT = {"sheets": False, "boards": False, "spinner": True, "rules": True}
"""Whether an item is higher than it is wide."""
GAMES = ("sixto", "sixem")
MOST_COPIES = 100


class OrderError(UserError):
    """Nobody can print this."""


class OwnSheet(NamedTuple):
    """A sheet that is not one of the twelve."""

    name: str
    sheet: Sheet


class Order(NamedTuple):
    """What to print; what is left out is as most people want it."""

    kind: str = "sheets"
    sheets: tuple[str | OwnSheet, ...] = tuple(LETTERS)
    paper: str = "a4"
    per_page: int = 1
    grey: bool = False
    language: str = "en"
    copies: int = 0
    """Of everything; 0 for one of each sheet and rule, and for a page full of boards or spinners."""


def check(order: Order) -> None:
    if order.kind not in KINDS:
        raise OrderError("paper.no_such", what=repr(order.kind), known=", ".join(KINDS))
    if order.paper not in PAPERS:
        raise OrderError("paper.no_paper", paper=repr(order.paper), known=", ".join(PAPERS))
    if order.per_page not in PER_PAGE:
        raise OrderError("paper.per_page", number=order.per_page, known=", ".join(map(str, PER_PAGE)))
    if not 0 <= order.copies <= MOST_COPIES:
        raise OrderError("paper.copies", number=order.copies, most=MOST_COPIES)


def copies_of(order: Order) -> int:
    if order.copies:
        return order.copies
    return order.per_page if order.kind in ("boards", "spinner") else 1


def item_count(order: Order) -> int:
    each = {"sheets": len(order.sheets), "rules": len(GAMES)}.get(order.kind, 1)
    return each * copies_of(order)


def page_count(order: Order) -> int:
    return -(-item_count(order) // order.per_page)


def page_size(order: Order) -> tuple[float, float]:
    """Width and height in millimetres: the paper is turned where the items then fit better."""
    width, height = PAPERS[order.paper]
    is_upright = UPRIGHT[order.kind] != (order.per_page == 2)
    return (width, height) if is_upright else (height, width)


def grid(order: Order) -> tuple[int, int]:
    """How many columns and rows of items a page has."""
    if order.per_page == 2:
        return (2, 1) if UPRIGHT[order.kind] else (1, 2)
    return (1, 1) if order.per_page == 1 else (2, 2)
