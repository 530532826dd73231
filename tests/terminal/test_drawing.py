"""Drawings fit on 80 by 24 in every language, and tell in ASCII alone what colours tell."""

import random
from collections.abc import Iterator

import pytest

from sixes.play.options import Options
from sixes.play.seats import Seat
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.play.table import PLAYING, Table
from sixes.records import replay
from sixes.terminal.actions import actions
from sixes.terminal.drawing.pieces import HEIGHT, WIDTH, Scene, text_of, wrapped
from sixes.terminal.drawing.table import table_lines
from sixes.terminal.look import Look, look_of, to_ascii
from sixes.text import LANGUAGES, catalogue
from tests.random_play import play_sixem, play_sixto

NAME = "Maximiliane-Theodora"


def tables(game: str, seats: int) -> Iterator[Table]:
    """Tables at many moments of a game, with long names."""
    chance = random.Random(seats)
    record, _ = play_sixto(chance, seats) if game == "sixto" else play_sixem(chance, seats)
    for state in replay(record).states:
        match = SixtoMatch(state) if game == "sixto" else SixemMatch(state)
        table = Table("", "", Options(game, seats=seats), "", "", (), phase=PLAYING, match=match)
        yield table.with_seats(tuple(Seat(NAME, player=str(seat)) for seat in range(seats)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), [("sixto", 1), ("sixto", 6), ("sixem", 2), ("sixem", 6)])
def test_every_moment_fits_on_the_smallest_screen(game: str, seats: int, language: str) -> None:
    notes = [
        "A long sentence that has to be wrapped because it goes on and on, much further than a line."
    ] * 3
    for look in (Look(), Look(unicode=False, colours=False)):
        for table in tables(game, seats):
            scene = Scene(table, "0", 0, language, look, cursor="a1")
            lines = table_lines(scene, actions(table, "0", 0, language), notes, WIDTH, HEIGHT)
            drawn = [text_of(line) for line in lines]
            assert len(drawn) == HEIGHT
            assert max(map(len, drawn)) <= WIDTH, max(drawn, key=len)
            assert look.unicode or all(map(str.isascii, drawn))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_at_the_bottom_fit(language: str) -> None:
    keys = [key for key in catalogue(language) if key.startswith("terminal.") and "keys" in key]
    assert len(keys) >= 5
    assert all(len(to_ascii(catalogue(language)[key])) < WIDTH for key in keys)


def test_what_a_terminal_can_show_follows_from_its_surroundings() -> None:
    assert look_of({"LANG": "de_DE.UTF-8", "TERM": "xterm-256color"}) == Look()
    assert look_of({"LANG": "C", "LC_CTYPE": "C.UTF-8", "TERM": "xterm"}) == Look(unicode=False)
    assert look_of({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8", "TERM": "xterm"}) == Look(unicode=False)
    assert look_of({"LANG": "en_US.UTF-8", "TERM": "vt100"}) == Look(unicode=False, colours=False)
    assert look_of({"LANG": "en_US.UTF-8", "TERM": "xterm", "NO_COLOR": "1"}) == Look(colours=False)


def test_a_long_word_is_cut_and_a_sentence_wrapped() -> None:
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("x" * 9, 4) == ["xxxx"]
