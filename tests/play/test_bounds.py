"""What a player may repeat at a table is bounded, and so is its log; the game goes on and ends even so."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from sixes.play import commands, events
from sixes.play.bounds import ALWAYS, BEFORE_THE_START, MOST_EVENTS, allowance
from sixes.play.encoding import codec
from sixes.play.games import GAMES
from sixes.play.handlers import FEW
from sixes.play.table import CLOSED, GATHERING, OVER, read_log
from sixes.play.verify import verify_dice
from sixes.records import replay
from sixes.rules import sixem
from tests.play.random_tables import begin, play
from tests.play.stories import Story, addition, crossing, gathered, over_at_once, playing, rolling

TOO_OFTEN = "table.too_often"


def repeat(story: Story, who: str, *messages: tuple[str, dict[str, Any]]) -> int:
    """Somebody sends the same messages again and again, until they hear that it was too often; how many."""
    for count in range(2 * MOST_EVENTS):
        verb, what = messages[count % len(messages)]
        answer = story.refusal(who, verb, **what)
        if answer == TOO_OFTEN:
            return count
        assert answer in ("fine", "sixem.paused", "sixem.in_the_air"), answer
        story.wait(1000)
    raise AssertionError("for ever")


# A turn ---------------------------------------------------------------------------------------------------


def test_half_crosses_are_moved_to_and_fro_only_so_often_and_then_the_turn_still_ends() -> None:
    story = crossing()
    repeat(story, "bob", ("cross", {"box": "a1"}), ("uncross", {"box": "a1"}))
    assert story.made["bob"] == allowance(story.table) == 400
    for verb, what in (("undone", {}), ("react", {"reaction": "wow"}), ("cross", {"box": "b1"})):
        assert story.refusal("bob", verb, **what) == TOO_OFTEN
    assert story.ask("ann", "cross", box="a1"), "others are not concerned"
    story.ask("bob", "done")
    assert story.ask("ann", "done").end, "the turn ends"
    assert story.match.number == 2
    story.ask("bob", "roll")
    story.ask("bob", "keep")
    assert story.refusal("bob", "undone") != TOO_OFTEN, "and in the next there is more"


@pytest.mark.parametrize(
    "messages",
    [
        [("undone", {}), ("done", {})],
        [("leave", {}), ("back", {})],
        [("react", {"reaction": "hurry"})],
    ],
)
def test_whatever_can_be_repeated_for_ever_is_not(messages: list[tuple[str, dict[str, Any]]]) -> None:
    story = crossing()
    story.ask("bob", "done")
    before = len(story.log)
    repeat(story, "bob", *messages)
    assert len(story.log) - before < 500
    story.ask("ann", "done")
    assert story.refusal("bob", "done") != TOO_OFTEN


def test_sheets_are_covered_only_so_often() -> None:
    story = playing("sixto")
    story.rolls("ann", "3 5 1 6 4 2")
    repeat(story, "bob", ("cover", {"on": True}), ("cover", {"on": False}))
    story.ask("ann", "keep")
    assert story.refusal("bob", "done") == "fine"


def test_reactions_leave_enough_for_the_game() -> None:
    story = crossing()
    repeat(story, "bob", ("react", {"reaction": "hurry"}))
    assert story.made["bob"] == allowance(story.table) // 2
    assert story.ask("bob", "cross", box="a1")


def test_who_threw_very_often_may_still_call_stop_and_others_throw() -> None:
    story = rolling()
    story.now = story.sixem.go
    count = repeat(story, "ann", ("throw", {"dice": "a"}))
    assert 400 <= count <= 700
    for who in ("ann", "bob"):
        story.made[who] -= 1
        story.ask(who, "throw", dice="abcdef")
    story.land(ann="1 2 3 4 5 5", bob="6 6 6 6 6 6")
    assert story.refusal("ann", "stop") == TOO_OFTEN, "a false call is one of many"
    assert story.refusal("bob", "throw", dice="abcdef") == "fine"
    story.made["ann"] -= 1
    story.ask("ann", "throw", dice="f")
    story.land(ann="1 2 3 4 5 6", bob="6 6 6 6 6 6")
    assert story.ask("ann", "stop").seat == story.seat("ann")
    marker = story.sixem.state.round.marker
    die = story.table.snapshot().match.choices[0].die  # type: ignore[union-attr]
    assert story.refusal(story.sitting(marker).player, "mark", die=die) == "fine"


def test_where_all_threw_too_often_a_bot_plays_on() -> None:
    story = rolling()
    story.now = story.sixem.go
    story.made.update(ann=10**6, bob=10**6)
    assert story.refusal("ann", "throw", dice="a") == story.refusal("bob", "throw", dice="a") == TOO_OFTEN
    story.ask("ann", "leave")
    assert story.sitting(0).bot
    assert story.refusal("ann", "back") == TOO_OFTEN, "in this round"
    throw = sixem.legal(story.sixem.state._replace(now=story.now), 0)[0]
    assert story.bot_refusal(throw) == "fine"


def test_before_the_start_nobody_sits_down_for_ever() -> None:
    story = gathered("sixto", "ann bob", seats=4)
    repeat(story, "bob", ("sit", {"add": addition("bob"), "seat": 3}), ("leave", {}))
    assert BEFORE_THE_START <= story.made["bob"] <= BEFORE_THE_START + 1, "to get up is always allowed"
    repeat(story, "ann", ("bot", {"seat": 2, "level": "random"}), ("remove", {"seat": 2}))
    assert len(story.log) < 2 * BEFORE_THE_START + 10
    assert story.refusal("ann", "start") == "fine"


def test_every_player_may_make_a_few_commands_at_any_table() -> None:
    assert FEW <= BEFORE_THE_START // 2, "so that the look is not missed"


def test_commands_that_are_always_allowed_exist() -> None:
    for game in GAMES.values():
        assert set(game.always) <= set(game.commands)
    assert set(ALWAYS) <= set(commands.TABLE.__args__)


# A table --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["sixto", "sixem"])
def test_honest_games_come_nowhere_near_a_bound(game: str) -> None:
    for seed in range(3):
        chance = random.Random(seed)
        story = begin(chance, game, 6, people=6)
        list(play(chance, story))
        assert story.table.phase == OVER
        assert len(story.log) < MOST_EVENTS / 20
        assert max(story.made.values()) < allowance(story.table) / 5


def full(story: Story) -> Story:
    story.table = replace(story.table, version=MOST_EVENTS)
    return story


def test_a_table_with_a_full_log_is_closed_and_what_was_played_is_its_record() -> None:
    story = playing("sixto")
    story.turn("ann", "3 5 1 6 4 2", ann="a1 b1", bob="c1")
    full(story)
    (closed,) = story.wait()
    assert isinstance(closed, events.Closed)
    assert (story.table.phase, story.table.seed) == (CLOSED, story.seed.hex())
    record = story.table.record()
    assert record
    assert len(record["turns"]) == 1
    assert replay(record).result()
    assert story.refusal("ann", "done") == "table.closed"
    assert story.wait(10**6) == []


def test_also_one_at_which_no_game_began() -> None:
    story = full(gathered("sixto"))
    assert story.table.phase == GATHERING
    assert [type(event) for event in story.wait()] == [events.Closed]


def test_a_game_that_is_over_ends_though_the_log_is_full() -> None:
    story = playing("sixto", "ann")
    story.turn("ann", "1 1 1 1 1 1")
    full(story)
    assert [type(event) for event in story.wait()] == [events.Ended]
    assert story.refusal("ann", "react", reaction="wow") == TOO_OFTEN
    assert story.rename("ann", "Anna") == []
    assert story.refusal("ann", "rematch") == "fine"


def test_timers_alone_fill_no_log_for_ever() -> None:
    """Two people who only look on: the table plays for them, and closes at last."""
    story = playing("sixto", timer=1)
    story.table = replace(story.table, version=MOST_EVENTS - 50)
    story.wait(10**6)
    assert story.table.phase == CLOSED
    assert story.table.version == MOST_EVENTS + 1
    record = story.table.record()
    assert record
    assert verify_dice(replay(record)) > 10


def test_an_older_log_that_is_longer_than_that_still_opens() -> None:
    story = crossing()
    cross, uncross = story.ask("bob", "cross", box="a1"), story.ask("bob", "uncross", box="a1")
    for count in range(MOST_EVENTS):
        event = uncross if count % 2 else cross
        event.v = len(story.log) + 1
        story.log.append(events.encode(event))
    table = read_log(story.log)
    assert table.version == len(story.log) > MOST_EVENTS
    story.table = table
    assert isinstance(story.wait()[0], events.Closed)
    assert codec.read_event(story.log[-1]).v == len(story.log)


def test_a_finished_game_stays_as_it_is() -> None:
    assert full(over_at_once()).wait() == []
