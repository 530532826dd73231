"""Duels: the same dice twice with exchanged seats; the second game begins with the points of the first."""

import json
from pathlib import Path
from typing import Any

import pytest

from sixes import bots
from sixes.play import duel, events
from sixes.play.match import Refused
from sixes.play.options import Options
from sixes.play.results import results_of
from sixes.play.table import CLOSED, GATHERING, OVER, read_log
from sixes.play.verify import verify_dice
from sixes.records import RecordError, parse, replay
from tests.play.stories import Story, addition, gathered, second_game
from tests.play.test_dice import javascript


def play_out(story: Story, level: str = "nearest") -> Story:
    """Let bots play for everybody until the game is over."""
    bot = bots.make(level, "sixto", 0)
    while story.table.phase != OVER:
        assert story.bot_refusal(bot.choose(story.sixto.state, story.seats_to_act()[0])) == "fine"
        story.wait()
    return story


@pytest.fixture(scope="module")
def first() -> Story:
    story = gathered("sixto", duel=True, seed=3)
    story.ask("ann", "start")
    return play_out(story)


@pytest.fixture(scope="module")
def second(first: Story) -> Story:
    """The second game, which only one of them plays better than the first."""
    story = second_game(first)
    for who in ("bob", "ann"):
        story.ask(who, "sit", add=addition(who))
    story.wait()
    return play_out(story, "random")


def played(story: Story, **changes: Any) -> Any:
    record = story.table.record()
    assert record
    return replay(parse(json.dumps(record | changes).encode()))


@pytest.mark.parametrize(
    ("options", "bots"),
    [
        ({"game": "sixem", "seats": 2}, 0),
        ({"seats": 3}, 0),
        ({"seats": 1}, 0),
        ({}, 2),
        ({"lesson": True}, 0),
    ],
)
def test_a_duel_is_of_two_in_sixto_one_of_whom_may_be_a_bot(options: dict[str, Any], bots: int) -> None:
    wish: dict[str, Any] = {"game": "sixto", "seats": 2, "duel": True} | options
    assert not duel.is_allowed(Options(**wish), bots)
    assert duel.is_allowed(Options("sixto", duel=True), 1)


def test_options_that_make_no_duel_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        Story("sixto", "ann bob cleo", duel=True)
    assert refused.value.code == "table.options"


def test_the_seed_of_the_first_game_stays_secret(first: Story) -> None:
    ended = json.loads(first.log[-1])
    assert (ended["t"], ended["seed"]) == ("ended", "")
    record = first.table.record()
    assert record
    assert "seed" not in record["match"]["dice"]
    assert first.seed.hex() not in b"".join(first.log).decode()


def test_a_first_game_that_nobody_finished_tells_its_seed() -> None:
    story = gathered("sixto", duel=True)
    story.ask("ann", "start")
    (closed,) = story.take(story.close())
    assert isinstance(closed, events.Closed)
    assert closed.seed == story.seed.hex()


def test_seats_are_exchanged_and_sheets_and_dice_stay(first: Story, second: Story) -> None:
    assert second.names().split() == first.names().split()[::-1]
    before, after = first.table.record(), second.table.record()
    assert before
    assert after
    assert before["sheets"] == after["sheets"]
    rolls = [turn["rolls"][0] for turn in before["turns"]], [turn["rolls"][0] for turn in after["turns"]]
    alike = [
        (one, other)
        for ones, others in zip(*rolls, strict=False)
        for one, other in zip(ones, others, strict=True)
        if one and other
    ]
    assert len(alike) > 12
    assert all(one == other for one, other in alike)


def test_the_sum_of_both_games_decides(first: Story, second: Story) -> None:
    assert second.sixto.head_starts == first.sixto.scores[::-1]
    totals = [
        made + before for made, before in zip(second.sixto.scores, first.sixto.scores[::-1], strict=True)
    ]
    assert second.sixto.totals == tuple(totals)
    assert second.sixto.winners == [seat for seat in (0, 1) if totals[seat] == max(totals)]
    ended = json.loads(second.log[-1])
    assert ended["winners"] == second.sixto.winners == ended["result"]["winners"]
    assert ended["seed"] == second.seed.hex()


def test_one_record_holds_both_games_and_is_verified(first: Story, second: Story) -> None:
    record = second.table.record()
    assert record
    kept = record["match"]["duel"]["first"]
    assert [player.pop("name") for player in kept["match"]["players"]] == ["", ""], "names are in one place"
    before: Any = first.table.record()
    for player in before["match"]["players"]:
        del player["name"]
    assert kept == before
    assert record["match"]["head_starts"] == list(second.sixto.head_starts)
    assert record["match"]["source"] == {"table": first.table.code, "turns": 0}
    both = verify_dice(played(second))
    only = verify_dice(
        played(second, match={key: value for key, value in record["match"].items() if key != "duel"})
    )
    assert 0 < only < both


def test_a_verifier_in_another_language_checks_both_games(second: Story, tmp_path: Path) -> None:
    record = second.table.record()
    assert record
    assert int(javascript(record, tmp_path).stdout) == verify_dice(played(second))


def test_a_record_whose_games_do_not_go_together_is_refused(second: Story) -> None:
    record = second.table.record()
    assert record
    match = record["match"]
    told = match["duel"]["first"]
    other_points = match | {"head_starts": [1, 2]}
    other_die = json.loads(json.dumps(match))
    rolls = other_die["duel"]["first"]["turns"][0]["rolls"][0]
    other_die["duel"]["first"]["turns"][0] |= {
        "crosses": [[], []],
        "rolls": [[face % 6 + 1 for face in rolls]],
    }
    no_dice = match | {"duel": {"first": told | {"match": {}}}}
    for wrong in (other_points, other_die, no_dice, match | {"duel": 7}, match | {"duel": {}}):
        with pytest.raises(RecordError):
            verify_dice(played(second, match=wrong))


def test_the_results_of_the_second_game_tell_the_sum(second: Story) -> None:
    record = second.table.record()
    assert record
    results = results_of(record, second.sixto.result(), second.table.seats, second.table.options)
    assert [result.head_start for result in results] == list(second.sixto.head_starts)
    assert [result.won for result in results] == [seat in second.sixto.winners for seat in (0, 1)]
    assert [result.points for result in results] == list(second.sixto.scores)
    assert not any(result.unaided for result in results), "the dice are known"


def test_nobody_else_can_play_the_second_game(first: Story) -> None:
    story = second_game(first)
    story.ask("ann", "sit", add=addition("ann"))
    assert story.refusal("cleo", "sit", add=addition("cleo")) == "table.full"
    assert story.refusal("ann", "bot", seat=0, level="random") in ("table.seat_taken", "table.not_host")
    assert story.refusal(story.table.host, "start") in ("table.too_few", "table.not_host")
    story.now += 13 * 86_400_000
    assert story.wait() == []
    assert story.table.phase == GATHERING


@pytest.mark.parametrize("sits", [True, False])
def test_whoever_does_not_want_the_second_game_ends_the_duel(first: Story, sits: bool) -> None:
    story = second_game(first)
    if sits:
        story.ask("bob", "sit", add=addition("bob"))
    story.ask("bob", "leave")
    assert story.table.phase == CLOSED
    assert read_log(story.log) == story.table


def test_after_two_weeks_it_is_too_late_for_the_second_game(first: Story) -> None:
    first.now += duel.TIME - 1
    assert first.refusal("ann", "rematch") == "fine"
    first.now += 1
    assert first.refusal("ann", "rematch") == "duel.late"


def test_against_a_bot_it_plays_the_other_sheet_too() -> None:
    story = Story("sixto", "ann", bots=("nearest",), duel=True)
    story.ask("ann", "sit", add=addition("ann"))
    story.ask("ann", "start")
    play_out(story)
    again = second_game(story)
    again.ask("ann", "sit", add=addition("ann"))
    again.wait()
    assert again.names().split() == story.names().split()[::-1]
    play_out(again)
    assert verify_dice(played(again))
