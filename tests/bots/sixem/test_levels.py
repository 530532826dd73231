"""Bots at tables of Sixem: whole games, and what they do where it matters."""

import pytest

from sixes.bots import LEVELS, Bot, levels, make
from sixes.rules import sixem
from sixes.rules.boards import ERASE, GIVE, NEITHER, line_count
from sixes.rules.rounds import MARK, SPIN, START, STOP, THROW, SixemMove, SixemState
from sixes.rules.six import COLOURS, members
from sixes.rules.spinner import Pattern
from tests.bots.games import play_sixem
from tests.tables import SixemTable

HORIZONTAL = Pattern(1, 0, 0, 0)
VERTICAL = Pattern(0, 1, 0, 0)
DIAGONAL = Pattern(0, 0, 1, 0)
ANY = Pattern(0, 0, 0, 1)
SENSIBLE = ("steady", "expert", "master")
GRABBING = ("expert", "master")


def bots_of(*names: str, seed: int = 0) -> list[Bot]:
    return [make(name, "sixem", seed + seat) for seat, name in enumerate(names)]


def next_move(table: SixemTable, seat: int = 0, level: str = "nearest") -> SixemMove | None:
    move: SixemMove | None = make(level, "sixem", 0).choose(table.state, seat)
    return move


def thrown(table: SixemTable, seat: int = 0, level: str = "nearest") -> str:
    move = next_move(table, seat, level)
    assert move is not None
    assert move.kind == THROW
    return "".join(COLOURS[die] for die in members(move.dice))


def stops(table: SixemTable, level: str) -> bool:
    move = next_move(table, 0, level)
    return move is not None and move.kind == STOP


def marks_of(table: SixemTable, seat: int, level: str = "nearest") -> list[str]:
    """How a bot marks: its dice, and from whom it erases."""
    marks = []
    while table.state.round.marker == seat:
        move = next_move(table, seat, level)
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
    def game(seed: int) -> SixemState:
        return play_sixem(bots_of("random", "random", seed=seed), 1)

    assert game(7) == game(7)
    assert game(7) != game(8)


# What nearest does --------------------------------------------------------------------------------------


def test_it_rolls_for_the_start_once_and_spins_if_it_is_highest() -> None:
    table = SixemTable()
    table.state = sixem.setup(2)
    assert next_move(table, 0) == SixemMove(START, 0)
    table.start(0, 5)
    assert next_move(table, 0) is None
    table.start(1, 2)
    assert next_move(table, 0) == SixemMove(SPIN, 0)
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
    assert next_move(table) == SixemMove(STOP, 0, 900)


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


# What those with sense do -------------------------------------------------------------------------------


def rolling(mine: str, theirs: str = "", pattern: Pattern = HORIZONTAL) -> SixemTable:
    """Two players' dice as they lie; the other has thrown nothing yet if not said otherwise."""
    table = SixemTable(pattern=pattern)
    for seat, faces in enumerate((mine, theirs)):
        if faces:
            table.throw(seat, COLOURS, now=0)
    for seat, faces in enumerate((mine, theirs)):
        if faces:
            table.land(seat, faces, now=450)
    return table


def test_each_level_is_quicker_than_the_one_below() -> None:
    tempos = [LEVELS[name].tempo for name in levels("sixem")]
    assert len(tempos) == 5
    assert tempos == sorted(tempos, reverse=True)
    assert all(tempo.quickest < tempo.slowest for tempo in tempos)


@pytest.mark.parametrize("level", levels("sixem"))
def test_in_a_pause_nobody_throws(level: str) -> None:
    table = SixemTable()
    table.stop(0, now=0)
    assert next_move(table, 0, level) is None


@pytest.mark.parametrize("level", levels("sixem"))
def test_dice_in_the_air_are_left_to_fall(level: str) -> None:
    table = SixemTable()
    table.throw(0, "abcdef", now=0)
    assert next_move(table, 0, level) is None


@pytest.mark.parametrize("level", SENSIBLE)
def test_of_two_dice_that_show_a_number_the_better_is_kept(level: str) -> None:
    """c6 would finish a line."""
    table = rolling("6 2 6 4 5 1")
    table.draw(0, "c1 c2 c3 c4 c5")
    assert thrown(table, 0, level) == "a"


@pytest.mark.parametrize("level", GRABBING)
def test_a_number_is_given_up_for_the_cell_that_wins(level: str) -> None:
    """Nothing is gained with c2; with c6 the game is won."""
    table = rolling("1 3 2 4 5 5")
    table.draw(0, "c1 c2 c3 c4 c5")
    assert "c" not in thrown(table, 0, "steady")
    assert "c" in thrown(table, 0, level)


@pytest.mark.parametrize("level", GRABBING)
def test_who_could_stop_goes_on_if_the_next_throw_can_win(level: str) -> None:
    table = rolling("1 3 2 4 5 6")
    table.draw(0, "c1 c2 c3 c4 c5")
    assert stops(table, "steady")
    assert thrown(table, 0, level) == "c"


@pytest.mark.parametrize("level", GRABBING)
def test_but_not_if_another_is_about_to_stop(level: str) -> None:
    table = rolling("1 3 2 4 5 6", "6 5 4 3 2 1")
    table.draw(0, "c1 c2 c3 c4 c5")
    assert stops(table, level)


@pytest.mark.parametrize("level", SENSIBLE)
def test_who_wins_by_stopping_stops(level: str) -> None:
    table = rolling("1 3 6 4 5 2")
    table.draw(0, "c1 c2 c3 c4 c5")
    assert stops(table, level)


@pytest.mark.parametrize("level", GRABBING)
def test_a_die_is_kept_that_erases_what_a_rival_needs(level: str) -> None:
    """In c2 both have an X; the rival lacks one X of that line. d4 brings nothing: its X is there already."""
    table = rolling("1 3 2 4 5 5")
    table.draw(0, "c2 d4")
    table.draw(1, "c1 c2 c3 c4 c5")
    dice = thrown(table, 0, level)
    assert "c" not in dice
    assert "d" in dice


@pytest.mark.parametrize("level", SENSIBLE)
def test_a_number_is_marked_where_it_finishes_the_pattern(level: str) -> None:
    """c6 is all that the vertical line lacks; in the other cells of 6 there is an X already."""
    table = SixemTable(pattern=VERTICAL)
    table.draw(1, "a6 b6 d6 e6 f6")
    table.lie(0, "1 2 3 4 5 6", "6 6 6 6 6 6")
    assert marks_of(table, 1, level) == ["c"]


@pytest.mark.parametrize("level", SENSIBLE)
def test_the_last_one_erases_the_x_with_which_a_rival_would_win(level: str) -> None:
    """Seat 1 has a whole line when seat 0, who has called, marks: only b2 of all their dice breaks it."""
    table = SixemTable(pattern=HORIZONTAL)
    table.draw(0, "a1 b2 c3")
    table.draw(1, "a1 b1 b2 b3 b4 b5 c3")
    table.lie(0, "1 2 3 4 5 6", "1 6 1 1 1 1")
    table.mark(1, "ab")
    assert line_count(table.state.boards[1]) == 1
    assert "b erases 1" in marks_of(table, 0, level)
    assert not sixem.is_over(table.state)


@pytest.mark.parametrize("level", SENSIBLE)
def test_of_several_the_one_nearest_to_the_pattern_is_erased(level: str) -> None:
    table = SixemTable(seats=3, pattern=HORIZONTAL)
    table.draw(0, "a1 a2")
    table.draw(1, "a1 b2")
    table.draw(2, "a1 a2 a3 a4 a5")
    table.lie(0, "1 2 3 4 5 6", "1 1 1 1 1 1", "1 1 1 1 1 1")
    assert marks_of(table, 1, level) == ["a erases 2"]


@pytest.mark.parametrize("level", SENSIBLE)
def test_new_marks_come_first_and_erasing_last(level: str) -> None:
    table = SixemTable(pattern=HORIZONTAL)
    table.draw(0, "a1 a2 a3 a4 a5")
    table.draw(1, "a1")
    table.lie(0, "1 2 3 4 5 6", "1 2 3 4 5 6")
    assert marks_of(table, 1, level) == ["b", "c", "d", "e", "f", "a erases 0"]


@pytest.mark.parametrize("level", SENSIBLE)
def test_after_a_tie_lines_of_all_kinds_count(level: str) -> None:
    """The spinner asked for a horizontal line; now a diagonal would do."""
    table = SixemTable(pattern=HORIZONTAL)
    table.draw(0, "a1 a2 a3 a4 a5 a6")
    table.draw(1, "a1 b2 c3 d4 e5 f1 f2 f3 f4 f5")
    table.state = table.state._replace(tied=0b11)
    table.lie(0, "1 2 3 4 5 6", "6 6 6 6 6 6")
    assert marks_of(table, 1, level) == ["f"]


def erases_a_little(level: str, rounds: int) -> bool:
    """Whether it erases the only X in a line of a rival who has almost finished another."""
    table = SixemTable(pattern=HORIZONTAL)
    table.draw(0, "a1 b1 b2 b3 b4")
    table.draw(1, "a1 c1 c2 c3 c4")
    table.state = table.state._replace(rounds=rounds)
    table.lie(0, "1 2 3 4 5 6", "1 2 2 2 2 2")
    return "a erases 0" in marks_of(table, 1, level)


def test_only_a_master_erases_what_hurts_little() -> None:
    assert [level for level in SENSIBLE if erases_a_little(level, rounds=0)] == ["master"]


def test_in_a_long_game_even_a_master_lets_others_be() -> None:
    assert not erases_a_little("master", rounds=60)


# By chance ----------------------------------------------------------------------------------------------


def test_by_chance_everything_that_can_be_done_is_done_at_some_time() -> None:
    """Both dice are used, the X is erased or given, or neither; but never twice the same number."""
    done = set()
    for seed in range(300):
        table = SixemTable(seats=3, sweet=True)
        table.draw(0, "a1")
        table.draw(1, "a1")
        table.lie(0, "1 2 3 4 5 6", "1 1 1 1 1 2", "1 1 1 1 1 1")
        move = make("random", "sixem", seed).choose(table.state, 1)
        table.make(move)
        done.add((COLOURS[move.die], move.deed))
    assert {die for die, _ in done} == set(COLOURS)
    assert {deed for die, deed in done if die == "a"} == {NEITHER, ERASE, GIVE}
