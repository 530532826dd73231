"""Score pads of both games, written on in words."""

import pytest

from sixes.play.match import Refused
from sixes.play.pad.paper import score_paper
from sixes.play.results import REAL, results_of
from sixes.records import replay
from tests.play.pad.pads import PadStory, play_by_the_rules

EXAMPLE = """a1 a2 a4 a8 a9 b1 b4 b9 c2 c3 c4 c5 c8 c10 c11 d1 d4 d7 d9 d12
    e1 e4 e5 e6 e7 e8 f1 f4 f7 f8 f10 f11"""


def cross(story: PadStory, *boxes: str, seat: int = 0, force: bool = False) -> None:
    for box in boxes:
        story.ask("ann", "pad_cross", seat=seat, box=box, force=force)


def test_typed_dice_leave_only_their_boxes_and_an_untyped_die_leaves_all() -> None:
    story = PadStory(sheets=("A", "B"))
    story.ask("ann", "pad_dice", dice=[3, 0, 0, 0, 0, 0])
    assert story.board.legal[0][0] == 1 << 1 | 1 << 8
    assert story.board.legal[0][1] == 0b1111111110
    assert story.refusal("bob", "pad_cross", seat=0, box="a2") == "sixto.other_number"


def test_dice_typed_after_a_cross_that_they_forbid_make_it_forced() -> None:
    story = PadStory(sheets=("A", "B"))
    cross(story, "a2")
    story.ask("ann", "pad_dice", dice=[3, 0, 0, 0, 0, 0])
    story.ask("ann", "pad_next")
    assert story.pad.steps[0]["forced"] == [{"seat": 0, "box": "a2", "rule": "sixto.other_number"}]


def test_a_die_that_nobody_threw_is_refused() -> None:
    story = PadStory(sheets=("A", "B"))
    for place in ("a10", "a11"):
        cross(story, place, force=True)
        story.ask("ann", "pad_next")
    assert story.board.closed == ("a",)
    assert story.refusal("ann", "pad_dice", dice=[1, 0, 0, 0, 0, 0]) == "sixto.die_gone"
    assert story.refusal("ann", "pad_cross", seat=1, box="a1") == "sixto.die_gone"
    assert story.ask("ann", "pad_cross", seat=1, box="a1", force=True).forced == "sixto.die_gone"


def test_no_row_gets_twelve_crosses_even_if_they_play_it_so() -> None:
    story = PadStory(sheets=("A", "B"))
    for place in range(1, 12):
        cross(story, f"a{place}", force=True)
        story.ask("ann", "pad_next")
        if story.board.ends:
            story.ask("ann", "pad_play_on")
    assert story.refusal("ann", "pad_cross", seat=0, box="a12", force=True) == "pad.row_full"
    story.ask("ann", "pad_end")
    assert story.table.record()


def test_the_third_closed_colour_proposes_the_end_once() -> None:
    story = PadStory(sheets=("A", "B"))
    for place in ("10", "11"):
        for colour in "abc":
            cross(story, colour + place, force=True)
        story.ask("ann", "pad_next")
    assert story.board.ends == ("dice",)
    assert story.refusal("ann", "pad_cross", seat=0, box="d1") == "pad.proposed"
    story.ask("bob", "pad_play_on")
    cross(story, "d1")
    story.ask("ann", "pad_next")
    assert story.board.ends == ()
    assert story.board.declined == ("dice",)
    story.undo()
    story.undo()
    assert story.undo().what == "play_on"
    assert story.board.ends == ("dice",)


def test_a_pad_with_all_dice_and_no_broken_rule_is_an_ordinary_record_too() -> None:
    story = play_by_the_rules(PadStory(sheets=("A", "B")), 7)
    story.ask("ann", "pad_end")
    record = story.table.record()
    assert record
    played = replay(record["record"])
    assert played.result() == record["result"]
    assert record["record"]["match"]["real"] is True
    (found,) = results_of(record, record["result"], story.table.seats, story.table.options)
    assert (found.kind, found.game, found.player) == (REAL, "sixto", "ann")
    assert (found.sheet, found.rolled) == ("A", "")


def test_a_game_of_six_can_be_taken_back_to_its_first_entry_and_written_anew_again_and_again() -> None:
    story = play_by_the_rules(PadStory(names="Ann Bo Cem Dora Emil Fee", sheets=tuple("ABCDEF")), 7)
    for _ in range(4):
        while story.pad.entries:
            story.undo()
        play_by_the_rules(story, 7)
    assert story.made["ann"] > 1000


def test_half_crosses_count_when_the_game_is_ended() -> None:
    story = PadStory(sheets=("A", "B"))
    cross(story, "a1", "b1", "c1")
    story.ask("ann", "pad_end")
    assert story.pad.over
    assert [len(turn["crosses"][0]) for turn in story.pad.steps] == [3]


def test_whoever_comes_takes_a_sheet_and_its_name_stays() -> None:
    story = PadStory("sixto_pad", "Ann Oma")
    assert story.ask("bob", "sit", add="00" * 16).who.name == "Oma"
    assert story.refusal("cleo", "sit", add="00" * 16) == "table.full"
    story.ask("cleo", "pad_cross", seat=1, box="a1")
    story.ask("bob", "leave")
    assert [story.sitting(seat).name for seat in (0, 1)] == ["Ann", "Oma"]
    story.ask("ann", "remove", seat=0)
    assert story.refusal("ann", "pad_cross", seat=0, box="b1") == "fine", "who just gets up"


def test_whom_the_host_sends_away_writes_no_more() -> None:
    story = PadStory("sixto_pad", "Ann Oma")
    story.ask("bob", "sit", add="00" * 16)
    story.ask("ann", "remove", seat=1)
    assert story.refusal("bob", "pad_cross", seat=0, box="a1") == "table.removed"


def test_sixem_marks_erases_gives_and_tells_the_winner() -> None:
    story = PadStory("sixem_pad", "Ann Oma", sweet=True)
    story.ask("ann", "pad_pattern", pattern={"horizontal": 1})
    for number in range(1, 7):
        story.ask("ann", "pad_mark", seat=0, cell=f"a{number}", force=True)
    assert story.refusal("ann", "pad_mark", seat=0, cell="b1") == "sixem.number_marked"
    assert story.board.lines == (1, 0)
    story.ask("ann", "pad_next")
    assert story.board.winner == 0
    story.ask("ann", "pad_play_on")
    story.ask("ann", "pad_mark", seat=0, cell="a1", give=1)
    story.undo()
    story.ask("ann", "pad_mark", seat=1, cell="a1")
    assert story.refusal("ann", "pad_mark", seat=1, cell="a2") == "pad.die_used"
    story.ask("ann", "pad_mark", seat=0, cell="a1", erase=1)
    assert story.board.boards[1][0] == "......"
    story.undo()
    story.undo()
    assert story.undo().what == "play_on"
    story.ask("ann", "pad_end")
    record = story.table.record()
    assert record
    assert record["result"]["winners"] == [0]
    assert record["rounds"][0]["marks"][1] == {"seat": 0, "cell": "a2", "forced": "pad.die_used"}


def test_the_scored_example_of_the_rules_can_be_legal() -> None:
    score = score_paper(EXAMPLE.split())
    assert score.rows == (15, 5, 28, 15, 21, 21)
    assert score.columns == (15, 0, -5, 21, 0, -5, 5, 10, 5)
    assert (score.total, score.crosses, score.faults) == (151, 32, ())


@pytest.mark.parametrize(
    ("boxes", "alone", "fault"),
    [
        ("a1 a2 a3 a10", False, ("pad.paper_target_needs_four", "a")),
        ("b1 b2 b3 b4 b10 b11 b12", False, ("pad.paper_closed", "b")),
        (" ".join(f"c{place}" for place in range(1, 13)), False, ("pad.paper_closed", "c")),
        ("d1 d2 d3 e1", True, ("pad.paper_solo", "d")),
    ],
)
def test_a_sheet_that_no_game_leaves_says_which_rule_it_breaks(
    boxes: str, alone: bool, fault: tuple[str, str]
) -> None:
    assert [(one.rule, one.row) for one in score_paper(boxes.split(), alone).faults] == [fault]


@pytest.mark.parametrize("boxes", ["a0", "a13", "g1", "a1 a1", "A1"])
def test_what_is_no_box_is_refused(boxes: str) -> None:
    with pytest.raises(Refused):
        score_paper(boxes.split())


def test_one_cross_fewer_than_the_fullest_row_is_enough_alone() -> None:
    assert score_paper(["d1", "d2", "d3", "e1", "f1"], alone=True).faults == ()
