"""An order as the document that the templates read: every number and every word on the paper."""

from typing import Any

from sixes.paper.orders import GAMES, Order, OwnSheet, copies_of, grid, page_size
from sixes.rules.rows import POINTS
from sixes.rules.sheets import SHEETS, rows_of
from sixes.rules.spinner import SPINNER, Pattern
from sixes.text import catalogue, say

LABELS = ("name", "date", "points", "crosses", "rows", "columns", "total", "first_four")
BOARDS = 2
"""So many games have room on one board."""

Document = dict[str, Any]


def document(order: Order) -> Document:
    width, height = page_size(order)
    return {
        "what": order.kind,
        "title": f"Sixes: {_words(f'print.{order.kind}', order.language)}",
        "language": order.language,
        "grey": order.grey,
        "per-page": order.per_page,
        "grid": grid(order),
        "width": width,
        "height": height,
        "points": POINTS,
        "labels": {key.replace("_", "-"): _words(f"print.{key}", order.language) for key in LABELS},
        "items": _items(order) * copies_of(order),
    }


def _words(key: str, language: str, **values: object) -> str:
    """A sentence of the catalogue, with the apostrophes of print."""
    return say(key, language, **values).replace("'", "’")


def _items(order: Order) -> list[Document]:
    match order.kind:
        case "sheets":
            return [_sheet(sheet, order.language) for sheet in order.sheets]
        case "boards":
            return [_board(order.language)]
        case "spinner":
            return [_spinner(order.language)]
        case _:
            return [_rules(game, order.language) for game in GAMES]


def _sheet(sheet: str | OwnSheet, language: str) -> Document:
    if isinstance(sheet, OwnSheet):
        return {"title": sheet.name, "rows": rows_of(sheet.sheet)}
    return {"title": _words("paper.sheet", language, letter=sheet), "rows": rows_of(SHEETS[sheet])}


def _board(language: str) -> Document:
    games = [_words("paper.game", language, number=number) for number in range(1, BOARDS + 1)]
    return {
        "games": games,
        "pattern": _words("paper.pattern", language),
        "won": _words("paper.won", language),
    }


def _spinner(language: str) -> Document:
    return {
        "title": _words("paper.spinner", language),
        "how": _words("paper.spinner_how", language),
        "patterns": [pattern._asdict() for pattern in SPINNER],
        "words": [pattern_words(pattern, language) for pattern in SPINNER],
    }


def pattern_words(pattern: Pattern, language: str) -> list[str]:
    """A pattern in words, a line of text for each kind of line.

    >>> pattern_words(SPINNER[7], "fr")
    ['1 ligne horizontale', 'et 1 ligne verticale']
    """
    counts = pattern._asdict().items()
    kinds = [_words(f"pattern.{kind}", language, count=count) for kind, count in counts if count]
    return [kinds[0], *(_words("paper.and", language, what=kind) for kind in kinds[1:])]


def _rules(game: str, language: str) -> Document:
    """All that the catalogue says of a game under `paper.GAME_1`, `paper.GAME_2` and so on."""
    sections, number = [], 1
    while f"paper.{game}_{number}" in catalogue(language):
        key = f"paper.{game}_{number}"
        sections.append({"title": _words(f"{key}_title", language), "text": _words(key, language)})
        number += 1
    return {
        "game": game,
        "title": _words(f"paper.{game}_title", language),
        "for": _words(f"paper.{game}_for", language),
        "sections": sections,
        "patterns": [pattern._asdict() for pattern in SPINNER],
        "example": rows_of(SHEETS["A"]),
    }
