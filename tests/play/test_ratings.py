"""Ratings follow openskill; and what a rated table allows."""

import math
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from sixes.play.games import GAMES
from sixes.play.match import Refused
from sixes.play.ratings import (
    NEWCOMER,
    RatedGame,
    RatedSeat,
    Rating,
    bot_rating,
    is_rated_level,
    rate,
    rate_people,
    shown,
    weight_of,
)
from sixes.play.results import rated_game, results_of
from sixes.play.table import OVER
from tests.play.random_tables import begin, play
from tests.play.stories import Story, gathered, playing

RATINGS = st.builds(Rating, st.floats(-20, 80), st.floats(0.5, 9))


def test_a_newcomer_is_one_of_openskill() -> None:
    fresh = PlackettLuce().rating()
    assert (fresh.mu, fresh.sigma) == NEWCOMER
    assert shown(NEWCOMER.mu) == 1000


@given(st.lists(st.tuples(RATINGS, st.integers(1, 6)), min_size=2, max_size=6))
def test_games_are_rated_as_openskill_does(seats: list[tuple[Rating, int]]) -> None:
    model = PlackettLuce()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating, _ in seats]
    expected = model.rate(teams, ranks=[float(rank) for _, rank in seats])
    found = rate([rating for rating, _ in seats], [rank for _, rank in seats])
    assert found == [Rating(one.mu, one.sigma) for (one,) in expected]


def test_a_hundred_points_more_win_about_64_of_100_games() -> None:
    """As the model expects it of two whose strength is well known."""
    scale = math.sqrt(2) * PlackettLuce().beta
    better = scale * math.log(0.64 / 0.36)
    assert shown(NEWCOMER.mu + better) - shown(NEWCOMER.mu) == pytest.approx(100, abs=3)


def duel(*, ranks: tuple[int, int] = (1, 2), ended: int = 0) -> RatedGame:
    return RatedGame("sixto", ended, (RatedSeat("ann", "", ranks[0]), RatedSeat("bob", "", ranks[1])))


def test_half_the_weight_is_half_the_change() -> None:
    whole, half = rate_people(duel(), {}, 1.0), rate_people(duel(), {}, 0.5)
    for player in ("ann", "bob"):
        before, after = whole[player]
        assert half[player][1].mu == pytest.approx((before.mu + after.mu) / 2)
        assert half[player][1].sigma == pytest.approx((before.sigma + after.sigma) / 2)


def test_the_same_people_count_in_full_three_times_then_less_and_less() -> None:
    assert [weight_of(2, earlier) for earlier in range(6)] == [1, 1, 1, 0.5, 0.25, 0.125]
    assert [weight_of(1, earlier) for earlier in (0, 3, 99)] == [1, 1, 1]


def test_two_who_always_play_each_other_gain_little() -> None:
    """Even if one lets the other win a thousand times in a month."""
    now = dict.fromkeys(("ann", "bob"), NEWCOMER)
    for earlier in range(1000):
        now = {who: after for who, (_, after) in rate_people(duel(), now, weight_of(2, earlier)).items()}
    few = dict.fromkeys(("ann", "bob"), NEWCOMER)
    for _ in range(4):
        few = {who: after for who, (_, after) in rate_people(duel(), few, 1.0).items()}
    assert now["ann"].mu < few["ann"].mu


def test_nothing_is_clamped() -> None:
    low = rate_people(duel(ranks=(2, 1)), {"ann": Rating(-30, 2), "bob": Rating(-25, 2)}, 1.0)
    assert shown(low["ann"][1].mu) < -600


def test_bots_are_measured_for_every_level_that_ships() -> None:
    for game in ("sixto", "sixem"):
        levels = {*GAMES[game].levels(), "random", "nearest", "steady", "expert", "master"}
        assert all(bot_rating(game, seats, level) for level in levels for seats in range(2, 7))
        assert all(is_rated_level(game, level) for level in levels)
        assert not is_rated_level(game, "mine:Bot")
    assert bot_rating("sixto", 1, "expert") is None
    assert not is_rated_level("chess", "expert")


def test_a_bot_keeps_its_rating_and_pulls_towards_it() -> None:
    seats = (RatedSeat("ann", "", 1), RatedSeat("", "expert", 2))
    changes = rate_people(RatedGame("sixto", 0, seats), {}, 1.0)
    against_newcomer = rate_people(duel(), {}, 1.0)
    assert changes.keys() == {"ann"}
    assert changes["ann"][1].mu > against_newcomer["ann"][1].mu


# What a rated table allows --------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"hints": True}, {"lesson": True, "seats": 1}, {"seats": 1}])
def test_options_that_do_not_go_with_rated_are_refused(options: dict[str, Any]) -> None:
    people = "ann" if options.get("seats") == 1 else "ann bob"
    with pytest.raises(Refused, match=r"table\.options"):
        Story("sixto", people, rated=True, **options)


def test_bots_whose_rating_is_not_known_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.play.stories.LEVELS", ("nearest", "mine"))
    with pytest.raises(Refused, match=r"rating\.unknown_bot"):
        Story("sixto", "ann", bots=("mine",), rated=True)
    story = gathered("sixto", "ann", bots=("nearest",), rated=True, seats=3)
    assert story.refusal("ann", "bot", seat=1, level="mine") == "rating.unknown_bot"
    assert story.refusal("ann", "bot", seat=1, level="nearest") == "fine"


def test_nobody_is_rated_alone() -> None:
    story = gathered("sixto", "ann", rated=True, seats=2)
    assert story.refusal("ann", "start") == "table.too_few"
    story.ask("ann", "bot", seat=1, level="nearest")
    assert story.refusal("ann", "start") == "fine"


def test_nobody_asks_the_coach() -> None:
    assert playing("sixto", "ann", bots=("nearest",), rated=True).refusal("ann", "hint") == "table.no_hints"


def test_who_leaves_stays_away_and_gets_what_the_bot_makes() -> None:
    story = playing("sixto", "ann bob", rated=True)
    story.ask("bob", "leave")
    sitting = story.sitting(1)
    assert (sitting.player, sitting.bot, sitting.left) == ("", "nearest", "bob")
    assert story.refusal("bob", "back") == "table.not_seated"
    play_out(story)
    record: Any = story.table.record()
    result = story.match.result()
    found = results_of(record, result, story.table.seats, story.table.options)
    game = rated_game(result, story.table.seats, story.table.options, 7)
    assert [(one.player, one.unaided) for one in found] == [("ann", True), ("bob", False)]
    assert game
    assert [(seat.player, seat.rank) for seat in game.seats] == [(one.player, one.rank) for one in found]


def test_nobody_is_sent_away_or_played_for_while_they_are_there() -> None:
    story = playing("sixto", "ann bob", rated=True)
    bob = story.seat("bob")
    assert story.refusal("ann", "remove", seat=bob) == "table.not_away"
    assert story.refusal("ann", "hand", seat=bob) == "table.not_away"
    story.away["bob"] = 60_000
    story.ask("ann", "hand", seat=bob)
    story.ask("bob", "back")  # somebody whose connection was lost may come back
    story.away["bob"] = 60_000
    story.ask("ann", "remove", seat=bob)
    assert story.sitting(bob).left == "bob"


def test_elsewhere_a_seat_forgets_who_left() -> None:
    story = playing("sixto", "ann bob")
    story.ask("ann", "remove", seat=story.seat("bob"))
    assert story.sitting(1).left == ""


def play_out(story: Story) -> None:
    for _ in play(random.Random(1), story, unrest=0):
        pass
    assert story.table.phase == OVER


@pytest.mark.parametrize("seed", range(4))
def test_everybody_who_sat_down_is_rated_whatever_happens(seed: int) -> None:
    chance = random.Random(seed)
    story = begin(chance, "sixto", 4, 3, rated=True)
    sat = set(story.table.people)
    for _ in play(chance, story, unrest=0.1):
        pass
    table = story.table
    assert table.phase == OVER
    game = rated_game(story.match.result(), table.seats, table.options, table.at)
    assert game
    assert set(game.people) == sat
    assert [seat.level for seat in game.seats if not seat.player] != []
