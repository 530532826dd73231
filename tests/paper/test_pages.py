"""Every layout as a PDF: its pages, every number as text, the same bytes, nothing near the edge."""

import doctest
import itertools

import pytest

from sixes.paper import Order, OwnSheet, documents, page_count, typeset
from sixes.paper.documents import document, pattern_words
from sixes.paper.orders import KINDS, PAPERS, PER_PAGE
from sixes.rules.sheets import LETTERS, SHEETS, rows_of, sheet_of
from sixes.rules.spinner import SPINNER
from sixes.text import LANGUAGES
from tests.paper.pages import ink_edges, read_pages

PAGES = {1: 12, 2: 6, 4: 3}
LAYOUTS = list(itertools.product(PAPERS, PER_PAGE))
NEAREST = 4.9
"""Printers leave 5 mm white; a pixel of the check is a sixth of a millimetre."""
OWN = OwnSheet("my-box", sheet_of([[(row + place) % 6 + 1 for place in range(12)] for row in range(6)]))


def rows_as_text(sheet: tuple[int, ...]) -> str:
    return " ".join(str(number) for row in rows_of(sheet) for number in row)


def expected_words(kind: str, language: str) -> list[str]:
    """Sentences that have to be on the pages of this kind."""
    items = document(Order(kind=kind, language=language))["items"]
    if kind == "spinner":
        return [items[0]["how"], *(" ".join(pattern_words(pattern, language)) for pattern in SPINNER)]
    return [part[key] for item in items for part in item["sections"] for key in ("title", "text")]


@pytest.mark.parametrize(("paper", "per_page"), LAYOUTS)
def test_twelve_sheets_fill_their_pages_with_all_numbers_in_order(paper: str, per_page: int) -> None:
    order = Order(paper=paper, per_page=per_page, grey=per_page == 2)
    pages = read_pages(typeset(order))
    assert len(pages) == page_count(order) == PAGES[per_page]
    for number, page in enumerate(pages):
        on_it = LETTERS[number * per_page : (number + 1) * per_page]
        places = [page.text.index(rows_as_text(SHEETS[letter])) for letter in on_it]
        assert places == sorted(places)
        assert [letter for letter in LETTERS if f"Sheet {letter} " in page.text] == [*on_it]
        assert sorted((page.width, page.height)) == pytest.approx(PAPERS[paper], abs=0.1)


@pytest.mark.parametrize(("paper", "per_page"), LAYOUTS)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_comes_near_the_edge(kind: str, paper: str, per_page: int) -> None:
    order = Order(kind=kind, sheets=tuple(LETTERS[:per_page]), paper=paper, per_page=per_page, language="de")
    edges = ink_edges(typeset(order))
    assert len(edges) == page_count(order)
    assert min(min(page) for page in edges) >= NEAREST


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["rules", "spinner"])
def test_the_words_are_text(kind: str, language: str) -> None:
    text = " ".join(page.text for page in read_pages(typeset(Order(kind=kind, language=language))))
    for sentence in expected_words(kind, language):
        assert sentence in text


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_order_gives_the_same_bytes(kind: str) -> None:
    order = Order(kind=kind, sheets=("A", OWN))
    pdf = typeset(order)
    assert pdf == typeset(order)
    assert b"CreationDate" not in pdf
    assert pdf != typeset(order._replace(grey=True))


@pytest.mark.parametrize("kind", ["boards", "spinner", "rules"])
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_boards_and_spinners_fill_a_page_and_rules_are_a_page_a_game(kind: str, per_page: int) -> None:
    order = Order(kind=kind, per_page=per_page)
    assert (
        len(read_pages(typeset(order))) == page_count(order) == (-(-2 // per_page) if kind == "rules" else 1)
    )


def test_copies_are_counted() -> None:
    order = Order(sheets=("B", OWN), per_page=4, copies=3)
    pages = read_pages(typeset(order))
    assert len(pages) == page_count(order) == 2
    text = " ".join(page.text for page in pages)
    assert text.count(rows_as_text(SHEETS["B"])) == text.count(rows_as_text(OWN.sheet)) == 3
    assert text.count("my-box") == 3


def test_a_board_has_every_number_of_every_colour_for_two_games() -> None:
    (page,) = read_pages(typeset(Order(kind="boards", language="it")))
    assert page.text.count("1 2 3 4 5 6") == 12
    assert "Partita 1" in page.text
    assert "Partita 2" in page.text


def test_the_examples_in_docstrings_hold() -> None:
    assert doctest.testmod(documents).failed == 0
