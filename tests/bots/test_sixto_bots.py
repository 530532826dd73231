"""Bots at tables of Sixto: whole games, and what `nearest` does where it matters."""

import pytest

from sixes.bots import Bot, levels, make
from sixes.rules import sixto
from sixes.rules.rows import SOLO_END
from sixes.rules.sheets import BOXES, SHEETS, Sheet, sheet_of
from sixes.rules.six import COLOURS
from sixes.rules.turns import CROSS, DONE, KEEP, ROLL, Move, State
from tests.bots.games import play_sixto
from tests.tables import SixtoTable

ALL_SHEETS = tuple(SHEETS.values())
EQUAL = sheet_of([[row] * 12 for row in range(1, 7)])
"""Twelve times the same number in each row."""
WEIRD = (EQUAL, sheet_of([[1, 2] * 6] * 6), sheet_of([[6] * 9 + [1, 2, 3]] * 6))


def bots_of(*names: str, seed: int = 0) -> list[Bot]:
    return [make(name, "sixto", seed + seat) for seat, name in enumerate(names)]


def next_move(table: SixtoTable, seat: int = 0) -> Move | None:
    move: Move | None = make("nearest", "sixto", 0).choose(table.state, seat)
    return move


def crosses_of(table: SixtoTable, seat: int = 0) -> str:
    """What `nearest` crosses until it is done."""
    crossed = []
    while (move := next_move(table, seat)) and move.kind == CROSS:
        crossed.append(f"{COLOURS[move.colour]}{move.place}")
        table.make(move)
    assert move == Move(DONE, seat)
    return " ".join(crossed)


# Whole games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("level", levels("sixto"))
def test_games_come_to_an_end(level: str, seats: int) -> None:
    for seed in range(5):
        assert sixto.is_over(play_sixto(bots_of(*[level] * seats, seed=seed), ALL_SHEETS[:seats], seed))


@pytest.mark.parametrize("seats", [1, 2, 6])
@pytest.mark.parametrize("level", levels("sixto"))
def test_any_sheet_can_be_played(level: str, seats: int) -> None:
    for seed, sheet in enumerate(WEIRD):
        assert sixto.is_over(play_sixto(bots_of(*[level] * seats), [sheet] * seats, seed))


def test_nearest_is_much_better_than_random() -> None:
    won = 0
    for seed in range(50):
        for nearest in range(2):
            names = ["nearest" if seat == nearest else "random" for seat in range(2)]
            end = play_sixto(bots_of(*names, seed=seed), ALL_SHEETS[:2], seed)
            won += sixto.winners(end) == 1 << nearest
    assert won >= 95


def test_nearest_alone_makes_many_points() -> None:
    """Its mean is 235 on sheet A, give or take 50 in a game."""
    ends = [play_sixto(bots_of("nearest"), ALL_SHEETS[:1], seed) for seed in range(100)]
    assert sum(sixto.score(end, 0).total for end in ends) > 215 * len(ends)


def test_the_same_seed_plays_the_same_game() -> None:
    def game(seed: int) -> State:
        return play_sixto(bots_of("random", "random", seed=seed), ALL_SHEETS[:2], 1)

    assert game(7) == game(7)
    assert game(7) != game(8)


# What nearest does --------------------------------------------------------------------------------------


def test_it_rolls_and_then_waits_for_others() -> None:
    table = SixtoTable(seats=2)
    assert next_move(table, 0) == Move(ROLL, 0)
    assert next_move(table, 1) is None
    table.roll("1 1 1 1 1 1")
    assert next_move(table, 1) is None


@pytest.mark.parametrize("seats", [1, 2])
def test_it_keeps_two_neighbours_and_rolls_one_again(seats: int) -> None:
    """Sheet A begins with 3, 5, 1, 6, 4 and 2."""
    table = SixtoTable(seats)
    table.roll("3 5 2 1 1 1")
    assert next_move(table) == Move(KEEP, 0)
    table = SixtoTable(seats)
    table.roll("3 6 2 1 1 1")
    assert next_move(table) == Move(ROLL, 0)


def test_at_a_table_it_skips_up_to_two_boxes() -> None:
    """a3 and b3 skip two, c4 skips three, f1 none."""
    table = SixtoTable(seats=2)
    table.roll("5 1 4 5 2 2")
    table.keep()
    assert crosses_of(table) == "a3 b3 e2 f1"


def test_alone_it_skips_only_to_use_two_dice() -> None:
    table = SixtoTable()
    table.roll("3 4 1 1 1 1")
    table.keep()
    assert crosses_of(table) == "a1 c1"
    table = SixtoTable()
    table.roll("3 1 4 5 3 5")
    table.keep()
    assert crosses_of(table) == "a1 b3"


def test_alone_it_goes_far_rather_than_end_the_game() -> None:
    table = SixtoTable(sheet=sheet_of([[1] * 8 + [2, 3, 4, 5]] * 6))
    table.roll("2 2 6 6 6 6")
    assert next_move(table) == Move(ROLL, 0)
    table.roll("2 2 6 6 6 6")
    assert crosses_of(table) == "a9 b9"
    table.done(0)
    assert not table.state.ends & SOLO_END


def test_alone_it_closes_a_colour_only_to_use_two_dice() -> None:
    for dice, crossed in (("1 2 2 6 6 6", "b1 c1"), ("1 2 6 6 6 6", "a11 b1")):
        table = with_crosses(["a1 a2 a3 a4 a10"], sheet_of([[1] * 12, *[[2] * 12] * 5]))
        table.roll(dice)
        table.keep()
        assert crosses_of(table) == crossed


def test_asked_again_it_uses_its_last_chance() -> None:
    """a9 skips too much, until the other player announces a11; it brings the most points in its column."""
    rows = [[1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1], *[[2] * 8 + [1] * 4] * 5]
    table = with_crosses(["a1 a2 a3 a4 a10", "a1 a2 a3 a4 b9"], sheet_of(rows))
    table.roll("1 6 6 6 6 6")
    table.keep()
    table.done(1)
    assert next_move(table, 1) is None
    table.cross(0, "a11")
    assert crosses_of(table, 1) == "a9"
    table.done(1)
    assert next_move(table, 1) is None


def test_when_the_game_is_about_to_end_it_takes_all_the_points_there_are() -> None:
    """b12 and c8 are far away; d9 would begin a row and a column, and cost ten points."""
    field = " ".join(f"{row}{place}" for row in "abc" for place in range(1, 5))
    rows = [[1] * 12, [2] * 11 + [3], [2] * 7 + [3] + [2] * 4, *[[2] * 8 + [3, 2, 2, 2]] * 3]
    table = with_crosses([f"{field} a10", field], sheet_of(rows))
    table.state = table.state._replace(closed=0b110000)
    table.roll("1 3 3 3 0 0")
    table.keep()
    assert crosses_of(table, 1) == "a5"
    table.cross(0, "a11")
    assert crosses_of(table, 1) == "b12 c8"


def with_crosses(boxes: list[str], sheet: Sheet) -> SixtoTable:
    """A table at which each seat has crossed boxes already."""
    table = SixtoTable(len(boxes), sheet)
    sheets = [[0] * 6 for _ in range(6)]
    for seat, names in enumerate(boxes):
        for colour, place in map(BOXES.__getitem__, names.split()):
            sheets[seat][colour] |= 1 << place
    table.state = table.state._replace(crosses=tuple(map(tuple, sheets)))
    return table
