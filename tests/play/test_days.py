"""Games over days: how long a step takes, and when a bot may play for somebody."""

from typing import Any

import pytest

from sixes.play import events
from sixes.play.days import DAY, PATIENCE
from sixes.play.match import Refused
from tests.play.stories import Story, crossing, playing
from tests.server.tables.stories import asked_again


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("sixem", {}),
        ("sixto", {"timer": 30}),
        ("sixto", {"timer": 0}),
        ("sixto", {"lesson": True, "seats": 1}),
    ],
)
def test_only_sixto_without_another_timer_takes_days(game: str, options: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        Story(game, days=1, **options)
    assert refused.value.code == "table.options"


@pytest.mark.parametrize("days", [1, 2, 3])
def test_each_step_has_its_days_and_then_happens_by_itself(days: int) -> None:
    story = playing("sixto", days=days)
    assert story.sixto.next_deadline() == story.now + days * DAY
    assert story.wait(days * DAY - 1) == []
    (rolled,) = story.wait(1)
    assert isinstance(rolled, events.Rolled)
    assert (rolled.timed, rolled.due) == (True, story.now + days * DAY)
    story.ask("ann", "keep")
    assert [type(event).__name__ for event in story.wait(days * DAY)] == ["SaidDone", "SaidDone"]


def test_without_a_timer_nothing_happens_by_itself() -> None:
    story = playing("sixto", days=0)
    assert story.wait(100 * DAY) == []


def test_after_a_week_without_a_server_one_step_is_over_not_seven() -> None:
    story = playing("sixto", days=1)
    story.now += 7 * DAY
    (rolled,) = story.wait()
    assert rolled.due == story.now + DAY


def test_whoever_is_asked_again_has_days_once_more() -> None:
    story = asked_again(days=1)
    story.wait(DAY - 1)
    assert story.ask("ann", "cross", box="a11").due == story.now + DAY


def test_a_minute_away_is_nothing() -> None:
    story = crossing(days=0)
    story.away["bob"] = DAY
    assert story.refusal("ann", "hand", seat=1) == "days.patience"
    assert story.refusal("ann", "remove", seat=1) == "days.patience"


@pytest.mark.parametrize("verb", ["hand", "remove"])
def test_a_bot_may_play_for_whoever_has_kept_the_others_waiting_for_three_days(verb: str) -> None:
    story = crossing(days=0)
    story.ask("ann", "done")
    story.now += PATIENCE - 1
    assert story.refusal("ann", verb, seat=1) == "days.patience"
    story.now += 1
    assert story.refusal("ann", verb, seat=1) == "fine"
    assert story.sitting(1).bot


def test_nobody_is_sent_away_who_has_nothing_to_do() -> None:
    story = crossing(days=0)
    story.ask("bob", "done")
    story.now += PATIENCE
    assert story.refusal("ann", "hand", seat=1) == "days.patience"
    assert story.refusal("ann", "remove", seat=1) == "days.patience"


def test_one_may_still_leave_and_come_back() -> None:
    story = crossing(days=0)
    story.ask("bob", "leave")
    assert story.sitting(1).bot
    story.ask("bob", "back")
    assert not story.sitting(1).bot
