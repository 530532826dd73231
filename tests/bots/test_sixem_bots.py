"""Bots at tables of Sixem: whole games, and what `nearest` does where it matters."""

import pytest

from sixes.bots import Bot, levels, make
from sixes.rules import sixem
from sixes.rules.boards import ERASE, Pattern
from sixes.rules.rounds import MARK, SPIN, START, STOP, THROW, Move, State
from sixes.rules.six import COLOURS, listed
from tests.bots.games import play_sixem
from tests.tables import SixemTable

HORIZONTAL = Pattern(1, 0, 0, 0)
VERTICAL = Pattern(0, 1, 0, 0)
DIAGONAL = Pattern(0, 0, 1, 0)
ANY = Pattern(0, 0, 0, 1)


def bots_of(*names: str, seed: int = 0) -> list[Bot]:
    return [make(name, "sixem", seed + seat) for seat, name in enumerate(names)]


def next_move(table: SixemTable, seat: int = 0) -> Move | None:
    move: Move | None = make("nearest", "sixem", 0).choose(table.state, seat)
    return move


def thrown(table: SixemTable, seat: int = 0) -> str:
    move = next_move(table, seat)
    assert move is not None
    assert move.kind == THROW
    return "".join(COLOURS[die] for die in listed(move.dice))


def marks_of(table: SixemTable, seat: int) -> list[str]:
    """How `nearest` marks: its dice, and from whom it erases."""
    marks = []
    while table.state.round.marker == seat:
        move = next_move(table, seat)
        assert move is not None
        assert move.kind == MARK
        marks.append(COLOURS[move.die] + (f" erases {move.other}" if move.deed == ERASE else ""))
        table.make(move)
    return marks


# Whole games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sweet", [False, True])
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("level", levels("sixem"))
def test_games_come_to_an_end_without_a_false_stop(level: str, seats: int, sweet: bool) -> None:
    end = play_sixem(bots_of(*[level] * seats), seats, sweet)
    assert sixem.is_over(end)
    assert end.round.pauses == (0,) * 6


def test_nearest_is_much_better_than_random() -> None:
    won = 0
    for seed in range(30):
        for nearest in range(2):
            names = ["nearest" if seat == nearest else "random" for seat in range(2)]
            won += play_sixem(bots_of(*names, seed=seed), seed).winner == nearest
    assert won >= 42


def test_the_same_seed_plays_the_same_game() -> None:
    def game(seed: int) -> State:
        return play_sixem(bots_of("random", "random", seed=seed), 1)

    assert game(7) == game(7)
    assert game(7) != game(8)


# What nearest does --------------------------------------------------------------------------------------


def test_it_rolls_for_the_start_once_and_spins_if_it_is_highest() -> None:
    table = SixemTable()
    table.state = sixem.setup(2)
    assert next_move(table, 0) == Move(START, 0)
    table.start(0, 5)
    assert next_move(table, 0) is None
    table.start(1, 2)
    assert next_move(table, 0) == Move(SPIN, 0)
    assert next_move(table, 1) is None


def test_it_keeps_one_die_of_each_number_and_waits_for_those_in_the_air() -> None:
    table = SixemTable()
    assert thrown(table) == "abcdef"
    table.throw(0, "abcdef", now=0)
    assert next_move(table) is None
    table.land(0, "1 1 2 2 3 4", now=450)
    assert thrown(table) == "bd"
    table.throw(0, "bd", now=450)
    assert next_move(table) is None


@pytest.mark.parametrize(
    ("pattern", "board", "keeps"),
    [(HORIZONTAL, "c1 c2", "c"), (VERTICAL, "a6", "b"), (DIAGONAL, "a1 b2", "f"), (ANY, "a6 d1", "d")],
)
def test_it_keeps_the_die_whose_cell_is_nearest_to_a_line(pattern: Pattern, board: str, keeps: str) -> None:
    table = SixemTable(pattern=pattern)
    table.draw(0, board)
    table.throw(0, "abcdef", now=0)
    table.land(0, "6 6 6 6 6 6", now=450)
    assert thrown(table) == "abcdef".replace(keeps, "")


def test_it_stops_at_one_to_six_and_only_then() -> None:
    table = SixemTable()
    table.throw(0, "abcdef", now=0)
    table.land(0, "1 2 3 4 5 5", now=450)
    assert thrown(table) == "f"
    table.throw(0, "f", now=450)
    table.land(0, "0 0 0 0 0 6", now=900)
    assert next_move(table) == Move(STOP, 0, 900)


def test_in_a_pause_it_waits() -> None:
    table = SixemTable()
    table.stop(0, now=0)
    assert next_move(table) is None
    table.throw(1, "a", now=2000)
    assert thrown(table) == "abcdef"


def test_it_marks_what_finishes_a_line() -> None:
    """Two dice show 6: c6 is the last cell of a line, a6 the second of another."""
    table = SixemTable(pattern=HORIZONTAL)
    table.draw(1, "a1 c1 c2 c3 c4 c5")
    table.lie(0, "1 2 3 4 5 6", "6 6 6 6 6 6")
    assert marks_of(table, 1) == ["c"]


def test_it_erases_once_from_whoever_is_ahead() -> None:
    """Seat 1 has a1 and b2; seat 0 is ahead with both, seat 2 is behind. b2 is nearer to a line."""
    table = SixemTable(seats=3, pattern=HORIZONTAL)
    table.draw(0, "a1 a2 b1 b2 b3 b4 b5")
    table.draw(1, "a1 b2")
    table.draw(2, "a1 b2")
    table.lie(0, "1 2 3 4 5 6", "1 2 1 1 1 1", "1 1 1 1 1 1")
    assert marks_of(table, 1)[-1] == "b erases 0"


def test_who_is_ahead_erases_nothing() -> None:
    table = SixemTable(seats=2, pattern=HORIZONTAL)
    table.draw(0, "a1")
    table.draw(1, "a1 a2")
    table.lie(0, "1 2 3 4 5 6", "1 1 1 1 1 1")
    assert marks_of(table, 1) in (["a"], ["b"])


def test_after_a_tie_it_erases_from_those_level() -> None:
    table = SixemTable(seats=2, pattern=HORIZONTAL)
    full = " ".join(["XXXXXX"] * 6)
    table.draw(0, full)
    table.draw(1, full)
    table.state = table.state._replace(tied=0b11)
    table.lie(0, "1 2 3 4 5 6", "1 1 1 1 1 1")
    assert marks_of(table, 1) == ["a erases 0"]
