"""Documents of score pads, written again from what they tell."""

from contextlib import nullcontext
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixes.play.pad.replay import MOST_MARKS, MOST_STEPS, read_pad
from sixes.text import UserError
from tests.play.pad.pads import PadStory, play_by_the_rules, write_at_random


def document_of(story: PadStory) -> Any:
    """As it is sent."""
    if not story.pad.over:
        story.ask("ann", "pad_end")
    return msgspec.json.decode(msgspec.json.encode(story.table.record()))


@pytest.mark.parametrize("game", ["sixto_pad", "sixem_pad"])
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), entries=st.integers(0, 80))
def test_whatever_was_written_is_written_again(game: str, seed: int, entries: int) -> None:
    story = PadStory(game, "Ann Oma Uwe", sweet=game == "sixem_pad" and seed % 2 == 0)
    sent = document_of(write_at_random(story, seed, entries))
    assert read_pad(sent) == (story.table.options, sent)


def test_a_game_by_the_rules_is_written_again_with_its_ordinary_record() -> None:
    story = play_by_the_rules(PadStory(sheets=("A", "B")), 7)
    document = document_of(story)
    read_pad(document)
    document["record"]["turns"].pop()
    with pytest.raises(UserError):
        read_pad(document)


def test_one_who_plays_on_and_ends_at_once_has_declined() -> None:
    story = play_by_the_rules(PadStory(sheets=("A", "B")), 7)
    story.ask("ann", "pad_play_on")
    document = document_of(story)
    assert document["declined"]
    read_pad(document)


SIXTO: dict[str, Any] = document_of(write_at_random(PadStory(), 1, 60))
SIXEM: dict[str, Any] = document_of(write_at_random(PadStory("sixem_pad"), 1, 60))
TURN: dict[str, Any] = {"dice": [0] * 6, "crosses": [["a1"], []]}


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        {"pad": 1},
        SIXTO | {"pad": 2},
        SIXTO | {"game": "chess"},
        SIXTO | {"game": "sixem"},
        SIXTO | {"sheets": []},
        SIXTO | {"sheets": [[[7] * 12] * 6] * 2},
        SIXTO | {"turns": [TURN | {"dice": [7] * 6}]},
        SIXTO | {"turns": [TURN | {"crosses": [["a1", "a2"], []]}]},
        SIXTO | {"turns": [TURN | {"crosses": [["a13"], []]}]},
        SIXTO | {"turns": [TURN | {"crosses": [[], [], ["a1"]]}]},
        SIXTO | {"turns": [TURN, TURN]},
        SIXTO | {"turns": SIXTO["turns"][:-1]},
        SIXTO | {"result": {}},
        SIXTO | {"pad": True},
        SIXTO | {"pad": 1.0},
        SIXTO | {"result": SIXTO["result"] | {"finished": 1}},
        SIXTO | {"turns": [SIXTO["turns"][0] | {"dice": [0.0] * 6}, *SIXTO["turns"][1:]]},
        SIXTO | {"match": 3},
        SIXTO | {"note": "come to my site"},
        SIXEM | {"seats": 1},
        SIXEM | {"pattern": {"horizontal": 99}},
        SIXEM | {"rounds": [{"pattern": {}, "marks": [{"seat": 0, "cell": "a9"}]}]},
        SIXEM | {"rounds": [{"pattern": {}, "marks": [{"seat": 4, "cell": "a1"}]}]},
        SIXEM | {"rounds": [{"pattern": {}, "marks": [[]]}]},
        SIXEM | {"declined": not SIXEM.get("declined", False)},
    ],
)
def test_what_no_pad_writes_is_refused(document: Any) -> None:
    with pytest.raises(UserError) as refused:
        read_pad(document)
    assert refused.value.key == "pad.document"


@pytest.mark.parametrize(
    ("game", "more"), [("sixto_pad", 0), ("sixto_pad", 1), ("sixem_pad", 0), ("sixem_pad", 1)]
)
def test_a_document_is_read_up_to_more_turns_than_anybody_plays(game: str, more: int) -> None:
    story = PadStory(game)
    for _ in range(MOST_STEPS + more):
        story.ask("ann", "pad_next")
    with pytest.raises(UserError) if more else nullcontext():
        read_pad(document_of(story))


def test_a_round_has_at_most_a_mark_for_each_cell_of_every_board() -> None:
    story = PadStory("sixem_pad")
    for _ in range(MOST_MARKS):
        story.ask("ann", "pad_mark", seat=0, cell="a1", force=True)
    document = document_of(story)
    read_pad(document)
    document["rounds"][0]["marks"] *= 2
    with pytest.raises(UserError):
        read_pad(document)
