"""Positions as links: short, the same for ever, and refused in one sentence when they are damaged."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixes.cli import main
from sixes.coach import CoachError, read_link, write_link
from sixes.coach.links import ALPHABET, LONGEST
from sixes.rules import sixto
from sixes.rules.sheets import box_names, rows_of, sheet_of
from sixes.rules.six import NONE
from sixes.rules.turns import FRESH_TURN, PHASES, ROLL, ROLLING, SixtoMove, SixtoState
from tests.random_play import dice_for, play_sixto

GOLDEN = Path(__file__).parents[1] / "golden" / "links.json"


def some_position(seed: int) -> SixtoState:
    """A position of a random game, before or after a roll."""
    chance = random.Random(seed)
    turns, seats = chance.randrange(12), chance.randint(1, 6)
    _, state = play_sixto(random.Random(seed), seats, turns)
    while sixto.is_over(state):
        turns -= 1
        _, state = play_sixto(random.Random(seed), seats, turns)
    if chance.random() < 0.7:
        state = sixto.apply(state, SixtoMove(ROLL, state.active, dice=dice_for(chance, 63 & ~state.closed)))
    return state


@given(st.integers(0, 1_000_000))
def test_a_link_reads_as_the_position_it_was_written_from(seed: int) -> None:
    state = some_position(seed)
    link = write_link(state)
    assert len(link) <= LONGEST
    assert read_link(link) == state
    assert read_link(f"https://sixes.example/study#{link}") == state


def test_six_sheets_of_their_own_fit_into_a_link() -> None:
    chance = random.Random(1)
    sheets = tuple(sheet_of([chance.choices(range(1, 7), k=12) for _ in range(6)]) for _ in range(6))
    assert len(write_link(sixto.setup(sheets))) <= LONGEST


@given(st.integers(0, 1000), st.data())
def test_a_link_with_a_wrong_letter_is_no_longer_the_same(seed: int, data: st.DataObject) -> None:
    link = write_link(some_position(seed))
    at = data.draw(st.integers(2, len(link) - 1))
    letter = data.draw(st.sampled_from(ALPHABET.replace(link[at], "")))
    try:
        other = read_link(link[:at] + letter + link[at + 1 :])
    except CoachError:
        return
    assert other != read_link(link)  # one of 4,096 damaged links has a right checksum


@pytest.mark.parametrize(
    "link",
    ["", "1-", "1", "x", "²-abc", "999-abc", "https://sixes.example/", "1-é", "1-" + "A" * 999],
)
def test_nonsense_is_damaged(link: str) -> None:
    with pytest.raises(CoachError) as refused:
        read_link(link)
    assert refused.value.key == "coach.link_damaged"


def test_a_link_from_the_future_says_so() -> None:
    with pytest.raises(CoachError) as refused:
        read_link("2-abc")
    assert refused.value.key == "coach.link_newer"


def test_positions_that_no_game_comes_to_are_refused() -> None:
    state = sixto.setup(tuple(some_position(1).sheets[:1]))
    target_too_soon = state._replace(crosses=((1 << 10, *NONE[1:]), *state.crosses[1:]))
    dice_before_the_roll = sixto.with_turn(state, FRESH_TURN._replace(dice=(1, 2, 3, 4, 5, 6)))
    no_dice_after_it = sixto.with_turn(state, FRESH_TURN._replace(phase=1))
    target_too_often = state._replace(crosses=((0b1111111111110, *NONE[1:]), *state.crosses[1:]), closed=1)
    for impossible in (target_too_soon, target_too_often, dice_before_the_roll, no_dice_after_it):
        with pytest.raises(CoachError):
            read_link(write_link(impossible))
    assert state.turn.phase == ROLLING


def test_links_of_format_1_are_read_for_ever() -> None:
    golden = json.loads(GOLDEN.read_text())
    assert len(golden) >= 12
    for link, shown in golden.items():
        assert str(read_link(link)) == shown
        assert write_link(read_link(link)) == link


def test_the_command_prints_a_position_and_the_coachs_opinion(capsys: pytest.CaptureFixture[str]) -> None:
    link = next(
        link
        for link, shown in json.loads(GOLDEN.read_text()).items()
        if "Seat 1" not in shown and "deciding" in shown
    )
    assert main(["study", link, "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert "Expected at the end:" in printed
    assert "  roll again\n" in printed
    assert main(["study", "1-nonsense", "--lang", "de"]) == 1
    assert "beschädigt" in capsys.readouterr().err


def test_the_browsers_golden_links_are_read_as_its_positions() -> None:
    golden = json.loads(
        (Path(__file__).parents[2] / "client" / "test" / "golden" / "positions.json").read_text()
    )
    for case in golden:
        state, match = read_link(case["link"]), case["match"]
        assert [rows_of(sheet) for sheet in state.sheets[: state.seats]] == match["sheets"]
        assert [box_names(crosses) for crosses in state.crosses[: state.seats]] == match["crosses"]
        assert (state.turns + 1, state.active, list(state.turn.dice)) == (
            match["turn"],
            match["active"],
            match["dice"],
        )
        assert PHASES[state.turn.phase] == match["phase"]
