"""Whatever is written on a pad: it can be taken back, it is scored by the rules, and its log tells it all."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixes.play.encoding import codec
from sixes.play.events import Writer
from sixes.play.match import Refused
from sixes.play.pad.sixto import SixtoPadMatch
from sixes.play.table import from_snapshot, read_log
from sixes.records import parse, replay
from sixes.rules.rows import box_refusal, number_at, sheet_score
from sixes.rules.sheets import BOXES
from sixes.rules.six import NONE, has
from tests.play.pad.pads import CELLS, PadStory, some_entry, write_at_random

GAMES = ["sixto_pad", "sixem_pad"]
SEEDS = st.integers(0, 2**32)


def bare(story: PadStory) -> object:
    return msgspec.to_builtins(story.board)


@pytest.mark.parametrize("game", GAMES)
@given(seed=SEEDS, entries=st.integers(0, 60))
def test_all_entries_taken_back_leave_the_empty_pad(game: str, seed: int, entries: int) -> None:
    story = PadStory(game, "Ann Oma Uwe", sweet=game == "sixem_pad")
    empty = bare(story)
    write_at_random(story, seed, entries)
    while story.pad.written:
        story.undo()
    assert bare(story) == empty
    assert story.pad.steps == ()
    assert story.refusal("ann", "pad_undo") == "pad.nothing_to_undo"


@pytest.mark.parametrize("game", GAMES)
@given(seed=SEEDS)
def test_each_entry_taken_back_gives_the_pad_before_it(game: str, seed: int) -> None:
    story, rng = PadStory(game, "Ann Oma"), random.Random(seed)
    for _ in range(40):
        before, pad = bare(story), story.pad
        verb, what = some_entry(rng, story)
        if story.refusal("bob", verb, **what) == "fine" and verb != "pad_undo":
            told = story.undo("bob")
            assert bare(story) == before == msgspec.to_builtins(told.board)
            assert story.pad == pad
            story.ask("bob", verb, **what)


@pytest.mark.parametrize("game", GAMES)
@given(seed=SEEDS)
def test_a_client_that_came_later_and_a_server_that_restarts_have_the_same_pad(game: str, seed: int) -> None:
    story = write_at_random(PadStory(game), seed, 20)
    client = from_snapshot(story.table.snapshot(), story.table.version, story.table.at)
    known = len(story.log)
    write_at_random(story, seed + 1, 20)
    while story.pad.written > 5:
        story.undo()
    for line in story.log[known:]:
        client = client.after(codec.read_event(line))
    assert client.snapshot() == story.table.snapshot()
    assert read_log(story.log) == story.table


@given(seed=SEEDS)
def test_only_boxes_that_the_rules_allow_invite_and_none_of_them_is_refused(seed: int) -> None:
    story = write_at_random(PadStory("sixto_pad", "Ann Oma"), seed, 30)
    if story.pad.is_proposed:
        story.ask("ann", "pad_play_on")
    game, board = story.pad.state, story.board
    for seat in (0, 1):
        for box, (colour, place) in BOXES.items():
            row = game.sheets[seat][colour]
            number = 0 if has(game.closed, colour) else game.turn.dice[colour] or number_at(row, place)
            fine = not box_refusal(row, game.crosses[seat][colour], number, place)
            assert has(board.legal[seat][colour], place) == fine
            if fine and box not in board.half[seat]:
                assert story.refusal("ann", "pad_cross", seat=seat, box=box) == "fine"
                assert story.undo().what == "cross"


@settings(max_examples=25)
@given(seed=SEEDS)
def test_only_cells_that_are_not_refused_invite_and_so_do_the_deeds_there(seed: int) -> None:
    story = write_at_random(PadStory("sixem_pad", "Ann Oma Uwe", sweet=seed % 2 == 0), seed, 30)
    if story.pad.is_proposed:
        story.ask("ann", "pad_play_on")
    for seat, cells in enumerate(story.board.cells):
        for cell in CELLS:
            fine = has(cells.legal["abcdef".index(cell[0])], int(cell[1]))
            assert (is_refused(story, seat=seat, cell=cell) == "fine") == fine
            for other in {0, 1, 2} - {seat}:
                for deed, allowed in (("erase", cells.erase), ("give", cells.give)):
                    answer = is_refused(story, seat=seat, cell=cell, **{deed: other})
                    assert (answer == "fine") == (other in allowed.get(cell, ()))


def is_refused(story: PadStory, **mark: Any) -> str:
    """The code of the refusal of a mark; one that is not refused is not made either."""
    try:
        story.pad.entered(story.message("pad_mark", mark), Writer("ann", "Ann"), 0)
    except Refused as refused:
        return refused.code
    return "fine"


@given(seed=SEEDS)
def test_scores_are_those_of_the_rules_and_every_broken_rule_stands_in_the_document(seed: int) -> None:
    story = write_at_random(PadStory("sixto_pad", "Ann Oma"), seed, 60)
    story.ask("ann", "pad_end")
    record, pad = story.table.record(), story.pad
    assert record
    assert isinstance(pad, SixtoPadMatch)
    for seat, told in enumerate(record["result"]["scores"]):
        rows = list(NONE)
        for turn in record["turns"]:
            for box in turn["crosses"][seat]:
                rows[BOXES[box][0]] |= 1 << BOXES[box][1]
        assert told["total"] == sheet_score(tuple(rows)).total == pad.scores[seat]
    forced = {(one["seat"], one["box"]) for turn in record["turns"] for one in turn.get("forced", ())}
    shown = {(seat, box) for seat, boxes in enumerate(pad.board().forced) for box in boxes}
    assert forced == shown
    if "record" in record:
        assert not forced
        assert (
            replay(parse(msgspec.json.encode(record["record"]))).result()["scores"]
            == record["result"]["scores"]
        )
