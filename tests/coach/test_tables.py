"""The coach at tables: sums add up, values do not depend on names, hints agree with reviews."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixes import coach
from sixes.cli import main
from sixes.coach import CoachError
from sixes.coach.accounts import CROSS, ROLL, SURE, Review
from sixes.coach.tables import TableValues
from sixes.records import replay
from sixes.rules import sixto
from sixes.rules.rows import closed_colours, closes
from sixes.rules.six import NONE_EACH, count, has
from sixes.rules.turns import DECIDING, FRESH_TURN, ROLLING, SixtoState
from tests.random_play import dice_for, play_sixto

MANY = 20
"""Random games; the long form has a thousand."""
SEATS = range(2, 7)


def played_turns(seed: int, seats: int, turns: int) -> SixtoState:
    """A game that is not over, after some turns at random."""
    while True:
        _, state = play_sixto(random.Random(seed), seats, turns)
        if not sixto.is_over(state):
            return state
        turns //= 2


def rolled(state: SixtoState, chance: random.Random) -> SixtoState:
    """The active player has rolled, and decides."""
    dice = dice_for(chance, 0b111111 & ~state.closed)
    return sixto.with_turn(state, FRESH_TURN._replace(phase=DECIDING, dice=dice))


def renamed(state: SixtoState, by: int) -> SixtoState:
    """The same game with other numbers for the seats, in the same order round the table."""
    seats = state.seats
    order = [(seat - by) % seats for seat in range(seats)]
    sheets, crosses = (tuple(items[seat] for seat in order) + NONE_EACH[seats:] for items in state[1:3])
    return state._replace(sheets=sheets, crosses=crosses, active=(state.active + by) % seats)


def check(review: Review) -> None:
    assert review.start + review.luck - review.cost == review.final  # floats, and yet exactly
    assert all(decision.cost >= 0 for decision in review.decisions)
    assert all((decision.cost == 0) == (decision.chosen == decision.best) for decision in review.decisions)
    margin = review.margin
    assert margin
    assert margin.start + margin.luck + margin.play == margin.points
    chances = [step.win for step in review.steps]
    assert all(win is not None and 0 <= win <= 1 for win in chances)


def test_luck_and_costs_add_up_in_random_games(pytestconfig: pytest.Config) -> None:
    for seed in range(1000 if pytestconfig.getoption("--long") else MANY):
        seats = SEATS[seed % len(SEATS)]
        record, end = play_sixto(random.Random(seed), seats)
        seat = seed % seats
        review = coach.review(replay(record), seat)
        check(review)
        assert review.final == sixto.score(end, seat).total
        assert review.steps[-1].win == has(sixto.winners(end), seat) / count(sixto.winners(end))
        assert [one.turn for one in review.decisions if one.kind == CROSS] == list(range(1, end.turns + 1))
        active = [turn + 1 for turn in range(end.turns) if turn % seats == seat]
        assert [one.turn for one in review.decisions if one.kind == ROLL] == active


def test_the_margins_of_two_players_are_opposite() -> None:
    record, _ = play_sixto(random.Random(8), 2)
    mine, theirs = (coach.review(replay(record), seat).margin for seat in range(2))
    assert mine
    assert theirs
    assert (mine.rival, theirs.rival) == (1, 0)
    assert mine[1:] == tuple(-part for part in theirs[1:])


@given(st.integers(0, 10_000), st.sampled_from(SEATS), st.integers(0, 12), st.integers(1, 5), st.booleans())
@settings(max_examples=30, deadline=None)
def test_values_do_not_depend_on_the_names_of_seats(
    seed: int, seats: int, turns: int, by: int, rolls: bool
) -> None:
    state = played_turns(seed, seats, turns)
    if rolls:
        state = rolled(state, random.Random(seed))
    other = renamed(state, by % seats)
    assert other.closed == closed_colours(seats, other.crosses)
    for seat in range(seats):
        assert coach.value(state, seat) == coach.value(other, (seat + by) % seats)


@given(st.integers(0, 10_000), st.sampled_from(SEATS))
@settings(max_examples=20, deadline=None)
def test_a_finished_game_is_worth_its_points_its_win_and_its_rank(seed: int, seats: int) -> None:
    _, state = play_sixto(random.Random(seed), seats)
    values = [coach.value(state, seat) for seat in range(seats)]
    scores = [sixto.score(state, seat) for seat in range(seats)]
    assert [value.points for value in values] == [score.total for score in scores]
    winners = sixto.winners(state)
    assert [value.win for value in values] == [has(winners, seat) / count(winners) for seat in range(seats)]
    assert sum(value.rank or 0 for value in values) == seats * (seats + 1) / 2
    best = [seat for seat, value in enumerate(values) if value.rank == min(one.rank or 0 for one in values)]
    assert best == [seat for seat in range(seats) if has(winners, seat)]


@given(st.integers(0, 10_000), st.sampled_from(SEATS), st.integers(0, 12))
@settings(max_examples=20, deadline=None)
def test_chances_add_up_to_one_and_ranks_to_those_there_are(seed: int, seats: int, turns: int) -> None:
    state = played_turns(seed, seats, turns)
    values = [coach.value(state, seat) for seat in range(seats)]
    assert sum(value.win or 0 for value in values) == pytest.approx(1)
    assert sum(value.rank or 0 for value in values) == pytest.approx(seats * (seats + 1) / 2)


def test_who_is_far_ahead_near_the_end_is_nearly_sure_to_win() -> None:
    record, end = play_sixto(random.Random(3), 4)
    last = replay(record).states[-2]
    order = sorted(range(4), key=lambda seat: sixto.score(end, seat).total)
    assert sixto.score(end, order[-1]).total - sixto.score(end, order[0]).total > 50
    assert (coach.value(last, order[-1]).win or 0) > 0.8
    assert (coach.value(last, order[0]).win or 0) < 0.05


# Hints ---------------------------------------------------------------------------------------------------


def test_hints_agree_with_the_review() -> None:
    record, _ = play_sixto(random.Random(21), 3)
    played = replay(record)
    review = coach.review(played, 1)
    checked = 0
    for one in review.decisions:
        told = coach.hint(one.state, 1)
        if one.kind == CROSS and one.value + one.cost > told.keep:
            assert one.cost == 0  # what was crossed is better than all that the coach looked at
        elif one.kind == CROSS:
            assert told.keep == one.value + one.cost
            checked += 1
    assert checked > 5


def test_the_active_player_may_roll_again_and_others_only_cross() -> None:
    state = rolled(sixto.setup(played_turns(1, 3, 0).sheets[:3]), random.Random(1))
    mine, theirs = coach.hint(state), coach.hint(state, 2)
    assert mine.again is not None
    assert mine.again_win is not None
    assert theirs.again is None
    for hint in (mine, theirs):
        values = [one.value for one in hint.crossings]
        assert 1 <= len(values) <= 3
        assert values == sorted(values, reverse=True)
        assert hint.keep == values[0]
        for language in ("en", "fr", "it", "de"):
            assert all(0 < len(one.reason.sentence(language)) <= 90 for one in hint.crossings)
            assert all(one.win is not None for one in hint.crossings)


def test_a_colour_that_another_closes_is_known() -> None:
    """Closing crosses are announced before anybody is done, so a decision is judged with them."""
    found = 0
    for seed in range(5, 9):
        record, _ = play_sixto(random.Random(seed), 2)
        played = replay(record)
        for one in coach.review(played, 0).decisions:
            if one.kind == CROSS:
                before, after = (played.states[turn].crosses[1] for turn in (one.turn - 1, one.turn))
                closing = [
                    new & ~old if closes(new) and not closes(old) else 0
                    for old, new in zip(before, after, strict=True)
                ]
                assert list(one.state.turn.half[1]) == closing
                found += any(closing)
    assert found


@pytest.mark.parametrize("seat", [-1, 3])
def test_nobody_sits_there(seat: int) -> None:
    record, end = play_sixto(random.Random(2), 3)
    for ask in (
        lambda: coach.value(end, seat),
        lambda: coach.hint(end, seat),
        lambda: coach.review(replay(record), seat),
    ):
        with pytest.raises(CoachError) as refused:
            ask()
        assert refused.value.key == "coach.no_such_seat"


def test_a_finished_game_has_nothing_to_decide() -> None:
    _, end = play_sixto(random.Random(2), 3)
    assert end.turn.phase == ROLLING
    with pytest.raises(CoachError) as refused:
        coach.hint(end, 0)
    assert refused.value.key == "coach.nothing_to_decide"


def test_what_raises_the_chance_to_win_is_no_mistake() -> None:
    record, _ = play_sixto(random.Random(4), 2)
    review = coach.review(replay(record), 0)
    assert review.mistakes
    for one in review.decisions:
        dear = 0 < SURE * one.error <= one.cost
        assert one.is_mistake == (dear and (one.win or 0) < (one.best_win or 0))
        assert not one._replace(best_win=one.win).is_mistake


def test_the_table_remembers_what_it_looked_into() -> None:
    state = rolled(played_turns(9, 4, 3), random.Random(9))
    values = TableValues(state.sheets[:4])
    assert values.crossings(state, 0) is values.crossings(state, 0)


# Commands ------------------------------------------------------------------------------------------------


def test_the_command_reviews_a_seat_and_its_verdict_adds_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, end = play_sixto(random.Random(6), 4)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    assert main(["review", str(file), "--seat", "2", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["seat"] == 2
    assert document["start"] + document["luck"] - document["cost"] == document["final"]
    assert {"turn", "kind", "chosen", "best", "cost", "error", "win"} <= set(document["decisions"][0])
    assert len(document["others"]) == end.turns
    assert main(["review", str(file), "--seat", "2", "--lang", "en"]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    by, luck, play = (
        float(word.strip(",:")) for word in first.split() if word.strip(",:+-.").replace(".", "").isdigit()
    )
    assert round(luck + play, 1) == (by if "won" in first else -by)
    assert main(["review", str(file), "--seat", "4"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_study_prints_the_hint_of_a_seat(capsys: pytest.CaptureFixture[str]) -> None:
    state = rolled(played_turns(5, 3, 4), random.Random(5))
    link = coach.write_link(state)
    for seat in range(3):
        assert main(["study", link, "--seat", str(seat), "--lang", "en"]) == 0
        out = capsys.readouterr().out
        assert f"for seat {seat}:" in out
        assert ("roll again" in out) == (seat == state.active)
        assert "of 100" in out
