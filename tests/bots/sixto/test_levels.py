"""Bots of Sixto: whole games, and what `nearest`, `steady` and `expert` do where it matters."""

import sys
import time
from itertools import product
from types import FrameType

import pytest

from sixes.bots import Bot, levels, make
from sixes.bots.sixto import evaluation, nearest, solo
from sixes.bots.sixto.crossing import MOST_DECISIONS, ByCrossing
from sixes.rules import sixto
from sixes.rules.rows import SOLO_END
from sixes.rules.sheets import BOXES, SHEETS, Sheet, sheet_of
from sixes.rules.six import COLOURS, Six
from sixes.rules.turns import CROSS, DONE, KEEP, ROLL, UNCROSS, SixtoMove, SixtoState, announced
from tests.bots.games import play_sixto
from tests.tables import SixtoTable

ALL_SHEETS = tuple(SHEETS.values())
EQUAL = sheet_of([[row] * 12 for row in range(1, 7)])
"""Twelve times the same number in each row."""
LONG = 0.05
"""Seconds that no decision may take."""
WEIRD = (EQUAL, sheet_of([[1, 2] * 6] * 6), sheet_of([[6] * 9 + [1, 2, 3]] * 6))


def bots_of(*names: str, seed: int = 0) -> list[Bot]:
    return [make(name, "sixto", seed + seat) for seat, name in enumerate(names)]


def next_move(table: SixtoTable, seat: int = 0, level: str = "nearest") -> SixtoMove | None:
    move: SixtoMove | None = make(level, "sixto", 0).choose(table.state, seat)
    return move


def crosses_of(table: SixtoTable, seat: int = 0, level: str = "nearest") -> str:
    """What a bot crosses until it is done."""
    crossed = []
    while (move := next_move(table, seat, level)) and move.kind == CROSS:
        crossed.append(f"{COLOURS[move.colour]}{move.place}")
        table.make(move)
    assert move == SixtoMove(DONE, seat)
    return " ".join(crossed)


# Whole games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("level", levels("sixto"))
def test_games_come_to_an_end(level: str, seats: int) -> None:
    for seed in range(5):
        assert sixto.is_over(play_sixto(bots_of(*[level] * seats, seed=seed), ALL_SHEETS[:seats], seed))


@pytest.mark.parametrize("seats", [1, 2, 6])
@pytest.mark.parametrize("level", levels("sixto"))
def test_any_sheet_can_be_played_and_no_decision_takes_long(level: str, seats: int) -> None:
    others = ["expert" if level == "master" else level] * (seats - 1)
    for seed, sheet in enumerate(WEIRD):
        bots = [Patient(bot) for bot in bots_of(level, *others)]
        assert sixto.is_over(play_sixto(bots, [sheet] * seats, seed))
        assert max(bot.longest for bot in bots) < LONG


class Patient:
    """A bot, and the seconds of CPU that its longest decision took.

    A machine may have something else to do, or to compile: what took long is tried again before it counts.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.longest = 0.0

    def choose(self, state: SixtoState, seat: int) -> SixtoMove | None:
        took, tries = 1.0, 0
        move: SixtoMove | None = None
        while took >= LONG and tries < 5:
            start, tries = time.thread_time(), tries + 1
            move = self.bot.choose(state, seat)
            took = min(took, time.thread_time() - start)
        self.longest = max(self.longest, took)
        return move


def test_nearest_is_much_better_than_random() -> None:
    won = 0
    for seed in range(50):
        for better in range(2):
            names = ["nearest" if seat == better else "random" for seat in range(2)]
            end = play_sixto(bots_of(*names, seed=seed), ALL_SHEETS[:2], seed)
            won += sixto.winners(end) == 1 << better
    assert won >= 95


def test_nearest_alone_makes_many_points() -> None:
    """Its mean is 235 on sheet A, give or take 50 in a game."""
    ends = [play_sixto(bots_of("nearest"), ALL_SHEETS[:1], seed) for seed in range(100)]
    assert sum(sixto.score(end, 0).total for end in ends) > 215 * len(ends)


def test_the_same_seed_plays_the_same_game() -> None:
    def game(seed: int) -> SixtoState:
        return play_sixto(bots_of("random", "random", seed=seed), ALL_SHEETS[:2], 1)

    assert game(7) == game(7)
    assert game(7) != game(8)


# What nearest does --------------------------------------------------------------------------------------


def test_it_rolls_and_then_waits_for_others() -> None:
    table = SixtoTable(seats=2)
    assert next_move(table, 0) == SixtoMove(ROLL, 0)
    assert next_move(table, 1) is None
    table.roll("1 1 1 1 1 1")
    assert next_move(table, 1) is None


@pytest.mark.parametrize("seats", [1, 2])
def test_it_keeps_two_neighbours_and_rolls_one_again(seats: int) -> None:
    """Sheet A begins with 3, 5, 1, 6, 4 and 2."""
    table = SixtoTable(seats)
    table.roll("3 5 2 1 1 1")
    assert next_move(table) == SixtoMove(KEEP, 0)
    table = SixtoTable(seats)
    table.roll("3 6 2 1 1 1")
    assert next_move(table) == SixtoMove(ROLL, 0)


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
    assert next_move(table) == SixtoMove(ROLL, 0)
    table.roll("2 2 6 6 6 6")
    assert crosses_of(table) == "a9 b9"
    table.done(0)
    assert not table.state.ends & SOLO_END


def test_alone_with_the_third_colour_it_takes_all_the_points_there_are() -> None:
    """d9 would begin a column; b12 only adds to its row."""
    closed = "a1 a2 a3 a4 a10 a11 c1 c2 c3 c4 c10 c11"
    field = "b1 b2 b3 b4 e1 e2 e3 e4 e10"
    rows = [[1] * 12, [2] * 11 + [1], [1] * 12, [3] * 8 + [1, 3, 3, 3], [1] * 12, [2] * 12]
    table = with_crosses([f"{closed} {field}"], sheet_of(rows))
    table.state = table.state._replace(closed=0b101)
    table.roll("0 1 0 1 1 6")
    assert next_move(table) == SixtoMove(ROLL, 0)
    table.roll("0 1 0 6 1 6")
    assert crosses_of(table) == "b12 e11"


def test_alone_it_closes_a_colour_only_to_use_two_dice() -> None:
    for dice, crossed in (("1 2 2 6 6 6", "b1 c1"), ("1 2 6 6 6 6", "a11 b1")):
        table = with_crosses(["a1 a2 a3 a4 a10"], sheet_of([[1] * 12, *[[2] * 12] * 5]))
        table.roll(dice)
        table.keep()
        assert crosses_of(table) == crossed


# How crosses become moves -------------------------------------------------------------------------------


class Whim:
    """Wants a1 while nothing is announced, else b1; and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def crossing(self, state: SixtoState, _seat: int) -> Six:
        self.asked += 1
        return (0, 2, 0, 0, 0, 0) if announced(state) else (2, 0, 0, 0, 0, 0)


def whim() -> tuple[Whim, ByCrossing]:
    mind = Whim()
    return mind, ByCrossing(lambda _state, _seat: True, mind.crossing)


def test_a_bot_decides_once_for_all_its_crosses() -> None:
    mind, bot = whim()
    table = SixtoTable(2, EQUAL)
    table.roll("1 2 3 4 5 6")
    table.keep()
    for move in (SixtoMove(CROSS, 1, 0, 1), SixtoMove(DONE, 1)):
        assert bot.choose(table.state, 1) == move
        table.make(move)
    assert bot.choose(table.state, 1) is None
    assert mind.asked == 1


def test_a_bot_changes_its_mind_after_an_announcement_and_back() -> None:
    _, bot = whim()
    table = with_crosses(["c1 c2 c3 c4 c10", ""], EQUAL)
    table.roll("1 2 3 4 5 6")
    table.keep()
    table.cross(1, "a1")
    table.cross(0, "c11")
    for move in (SixtoMove(UNCROSS, 1, 0, 1), SixtoMove(CROSS, 1, 1, 1)):
        assert bot.choose(table.state, 1) == move
        table.make(move)
    table.uncross(0, "c11")
    assert bot.choose(table.state, 1) == SixtoMove(UNCROSS, 1, 1, 1)


def test_a_bot_comes_to_an_end_though_others_do_not() -> None:
    mind, bot = whim()
    table = with_crosses(["c1 c2 c3 c4 c10", ""], EQUAL)
    table.roll("1 2 3 4 5 6")
    table.keep()
    for _ in range(2 * MOST_DECISIONS):
        bot.choose(table.state, 1)
        table.cross(0, "c11")
        bot.choose(table.state, 1)
        table.uncross(0, "c11")
    assert mind.asked == MOST_DECISIONS
    while (move := bot.choose(table.state, 1)) and move.kind != DONE:
        table.make(move)
    assert move == SixtoMove(DONE, 1)


# What steady does ---------------------------------------------------------------------------------------


def test_asked_again_it_uses_its_last_chance() -> None:
    """a9 skips too much, until the other player announces a11; it brings the most points in its column."""
    rows = [[1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1], *[[2] * 8 + [1] * 4] * 5]
    table = with_crosses(["a1 a2 a3 a4 a10", "a1 a2 a3 a4 b9"], sheet_of(rows))
    table.roll("1 6 6 6 6 6")
    table.keep()
    table.done(1)
    assert next_move(table, 1, "steady") is None
    table.cross(0, "a11")
    assert crosses_of(table, 1, "steady") == "a9"
    table.done(1)
    assert next_move(table, 1, "steady") is None


def test_when_the_game_is_about_to_end_it_takes_all_the_points_there_are() -> None:
    """b12 and c8 are far away, and a10 begins no column; d9 would begin a row and a column, and cost ten."""
    field = " ".join(f"{row}{place}" for row in "abc" for place in range(1, 5))
    rows = [[1] * 12, [2] * 11 + [3], [2] * 7 + [3] + [2] * 4, *[[2] * 8 + [3, 2, 2, 2]] * 3]
    table = with_crosses([f"{field} a10", field], sheet_of(rows))
    table.state = table.state._replace(closed=0b110000)
    table.roll("1 3 3 3 0 0")
    table.keep()
    assert crosses_of(table, 1, "steady") == "a5"
    table.cross(0, "a11")
    assert crosses_of(table, 1, "steady") == "a10 b12 c8"
    assert table.half_crosses(1) == "a10 b12 c8"


def test_it_skips_less_where_the_target_area_would_be_lost() -> None:
    """a8 and b8 skip two boxes each; after that row a comes to three crosses in the field, row b to four."""
    table = with_crosses(["a5 b4 b5", ""], sheet_of([[1] * 7 + [2] * 5] * 6))
    table.roll("2 2 6 6 6 6")
    table.keep()
    assert crosses_of(table, 0, "nearest") == "a8 b8"
    table.uncross(0, "a8")
    table.uncross(0, "b8")
    assert crosses_of(table, 0, "steady") == "b8"


@pytest.mark.parametrize("level", ["nearest", "steady"])
def test_alone_it_plays_on_as_long_as_it_can(level: str) -> None:
    """Two dice fit, though they skip eleven boxes, or close a colour."""
    table = SixtoTable(sheet=sheet_of([[1] * 8 + [2, 3, 4, 5]] * 6))
    table.roll("2 2 6 6 6 6")
    assert next_move(table, 0, level) == SixtoMove(ROLL, 0)
    table.roll("2 2 6 6 6 6")
    assert crosses_of(table, 0, level) == "a9 b9"


def test_alone_at_the_end_it_takes_what_brings_points() -> None:
    """Only one die fits; a9 would begin a column, a12 does not."""
    table = with_crosses(["a1 a2 a3 a4"], sheet_of([[1] * 8 + [2, 1, 1, 2], *[[3] * 12] * 5]))
    for _ in range(2):
        table.roll("2 6 6 6 6 6")
    assert crosses_of(table, 0, "steady") == "a12"


# What the expert does at a table ------------------------------------------------------------------------

AHEAD = " ".join(f"{row}{place}" for row in "abcdef" for place in range(1, 5))
"""Four crosses in each row and column 1 to 4: 150 points."""


def test_it_ends_the_game_when_it_wins_with_that() -> None:
    table = about_to_end(f"{AHEAD} a10", "a1 a2 a3 a4 b1 b2 b3 b4")
    assert "a11" in crosses_of(table, 0, "expert").split()


def test_it_does_not_end_a_game_that_it_would_lose() -> None:
    table = about_to_end("a1 a2 a3 a4 a10", AHEAD)
    assert next_move(table, 0, "nearest") == SixtoMove(CROSS, 0, 0, 11)
    assert "a11" not in crosses_of(table, 0, "expert").split()


def test_it_ends_a_lost_game_rather_than_wait_for_ever() -> None:
    stuck = "a1 a2 a3 a4 a10 b12 c9 d9"
    table = about_to_end(stuck, AHEAD)
    assert crosses_of(table, 0, "expert") == "a11"


def test_it_keeps_a_roll_that_is_better_for_itself_than_for_others() -> None:
    """All dice fit on one sheet at once, and on the other after three boxes."""
    near, far = (sheet_of([row] * 6) for row in ([1] * 12, [2, 2, 2] + [1] * 9))
    for sheets, kind in (((near, far), KEEP), ((far, near), ROLL)):
        table = SixtoTable(2)
        table.state = sixto.setup(sheets)
        table.roll("1 1 1 1 1 1")
        assert next_move(table, 0, "expert") == SixtoMove(kind, 0)


def about_to_end(mine: str, theirs: str) -> SixtoTable:
    """Two colours are closed, a11 would close the third; all dice fit everywhere."""
    table = with_crosses([mine, theirs], sheet_of([[1] * 12] * 6))
    table.state = table.state._replace(closed=0b110000)
    table.roll("1 1 1 1 0 0")
    table.keep()
    return table


LOOKED_AT = {function.__code__ for function in (nearest.points, evaluation.box_worth, solo.sheet_worth)}
"""One call of these is one crossing looked at."""


@pytest.mark.parametrize(
    ("level", "seats"), [("nearest", 1), ("steady", 1), *product(["nearest", "steady", "expert"], [2, 6])]
)
def test_no_decision_looks_at_more_than_a_thousand_crossings(level: str, seats: int) -> None:
    for seed, sheet in enumerate((*WEIRD, sheet_of([[1] * 12] * 6))):
        bots = [Counting(make(level, "sixto", seat)) for seat in range(seats)]
        play_sixto(bots, [sheet] * seats, seed)
        assert max(bot.most for bot in bots) < 1000


class Counting:
    """A bot, and the most crossings that it looked at in one decision."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.calls = self.most = 0

    def choose(self, state: SixtoState, seat: int) -> SixtoMove | None:
        self.calls, before = 0, sys.getprofile()
        sys.setprofile(self.see)
        try:
            move: SixtoMove | None = self.bot.choose(state, seat)
        finally:
            sys.setprofile(before)
        self.most = max(self.most, self.calls)
        return move

    def see(self, frame: FrameType, event: str, _what: object) -> None:
        self.calls += event == "call" and frame.f_code in LOOKED_AT


def with_crosses(boxes: list[str], sheet: Sheet) -> SixtoTable:
    """A table at which each seat has crossed boxes already."""
    table = SixtoTable(len(boxes), sheet)
    sheets = [[0] * 6 for _ in range(6)]
    for seat, names in enumerate(boxes):
        for colour, place in map(BOXES.__getitem__, names.split()):
            sheets[seat][colour] |= 1 << place
    table.state = table.state._replace(crosses=tuple(map(tuple, sheets)))
    return table
