"""Records as they are written. That whole games replay to the same state stands in test_replay."""

from pathlib import Path

import pytest

from sixes.records import parse, replay, sixem, sixto
from sixes.rules.boards import ERASE, GIVE
from sixes.rules.rounds import MARK, SixemMove, SixemState
from sixes.rules.sheets import SHEETS, rows_of, sheet_of
from sixes.rules.six import NONE
from sixes.rules.sixem import apply, begin_marking, setup_with
from sixes.rules.sixto import setup
from sixes.rules.spinner import Pattern

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
OWN = sheet_of([[1, 2] * 6] * 6)
DICE = ((1, 2, 3, 4, 5, 6), (1, 1, 1, 1, 1, 1), (2, 2, 2, 2, 2, 2), NONE, NONE, NONE)


def marking(seats: int, tied: int = 0) -> SixemState:
    state = setup_with(Pattern(0, 1, 0, 0), seats)._replace(tied=tied)
    return begin_marking(state, 0, DICE)


def test_sheets_are_written_in_numbers_or_by_their_letters() -> None:
    state = setup((SHEETS["C"], OWN, SHEETS["A"]))
    numbers = [rows_of(sheet) for sheet in (SHEETS["C"], OWN, SHEETS["A"])]
    assert sixto.document(state, []) == {"game": "sixto", "sheets": numbers, "turns": []}
    assert sixto.document(state, [], letters=True)["sheets"] == ["C", rows_of(OWN), "A"]


def test_a_letter_that_comes_again_is_written_in_numbers() -> None:
    record = sixto.document(setup((SHEETS["A"],) * 3), [], letters=True)
    assert record["sheets"] == ["A", rows_of(SHEETS["A"]), rows_of(SHEETS["A"])]
    assert replay(record).states[0].sheets[:3] == (SHEETS["A"],) * 3


def test_a_turn_is_its_rolls_and_the_half_crosses_of_those_who_sit_there() -> None:
    state = setup((SHEETS["A"], SHEETS["B"]))
    half = ((0b10, 0, 0b1_0000_0000_0000, 0, 0, 0), NONE, *state.turn.half[2:])
    state = state._replace(turn=state.turn._replace(half=half))
    assert sixto.turn_document(state, [(3, 1, 6, 2, 5, 4), (1, 1, 1, 1, 1, 0)]) == {
        "rolls": [[3, 1, 6, 2, 5, 4], [1, 1, 1, 1, 1, 0]],
        "crosses": [["a1", "c12"], []],
    }


def test_a_mark_names_its_die_and_what_it_does_to_whom() -> None:
    assert sixem.mark_document(SixemMove(MARK, 1, die=2)) == {"die": "c"}
    assert sixem.mark_document(SixemMove(MARK, 1, die=0, deed=ERASE, other=0)) == {"die": "a", "erase": 0}
    assert sixem.mark_document(SixemMove(MARK, 1, die=5, deed=GIVE, other=2)) == {"die": "f", "give": 2}


def test_a_round_has_null_for_who_is_out() -> None:
    state, marks = marking(3, tied=0b011), [SixemMove(MARK, 1, die=3)]
    marks += [SixemMove(MARK, 0, die=die) for die in range(6)]
    written = sixem.round_document(state, marks)
    assert written == {
        "stop": 0,
        "dice": [[1, 2, 3, 4, 5, 6], [1, 1, 1, 1, 1, 1], None],
        "marks": [[{"die": die} for die in "abcdef"], [{"die": "d"}], None],
    }
    after = state
    for mark in marks[:-1]:
        after = apply(after, mark)
    assert sixem.round_document(after, marks) == written, "whenever in the marking it is asked for"


@pytest.mark.parametrize("sweet", [False, True])
def test_a_game_of_sixem_names_its_pattern_and_the_variant(sweet: bool) -> None:
    record = sixem.document(setup_with(Pattern(1, 0, 0, 2), 2, sweet), [])
    variant = {"variant": "sweet"} if sweet else {}
    assert (
        record
        == {"game": "sixem", "seats": 2, "pattern": {"horizontal": 1, "any": 2}, "rounds": []} | variant
    )
    assert replay(record).states[0].options.sweet == sweet


@pytest.mark.parametrize("name", ["sixto-rolled-again", "sixto-shared-win"])
def test_sheets_of_golden_records_are_written_as_they_were_read(name: str) -> None:
    played = replay(parse((GOLDEN / f"{name}.json").read_bytes()))
    written = sixto.document(played.states[-1], played.record["turns"], letters=True)
    assert replay(written).states == played.states
