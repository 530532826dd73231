"""Reviews of Sixem: what marks cost beside the strongest bot's choice, how fast and how lucky one threw."""

import json
import random
from pathlib import Path

import pytest

from sixes import coach
from sixes.bots.sixem import marking
from sixes.bots.sixem.levels import MASTER
from sixes.cli import main
from sixes.coach import CoachError
from sixes.coach.sixem_review import expected_throws, judged
from sixes.records import replay
from sixes.rules import sixem
from sixes.rules.boards import HORIZONTAL
from sixes.rules.rounds import MARK, MARKING, SixemMove
from sixes.rules.six import NONE_EACH
from sixes.rules.spinner import Pattern
from tests.random_play import Record, play_sixem

ONE_TO_SIX = (1, 2, 3, 4, 5, 6)


def finished(seed: int) -> Record:
    chance = random.Random(seed)
    while True:
        record, state = play_sixem(chance, 2 + seed % 3, 200)
        if sixem.is_over(state):
            return record


def test_every_mark_of_a_seat_is_judged_and_costs_are_never_negative() -> None:
    for seed in range(5):
        record = finished(seed)
        review = coach.review_sixem(replay(record), 1)
        marks = [mark for told in record["rounds"] for mark in told["marks"][1] or ()]
        assert len(review.decisions) == len(marks)
        assert ["abcdef"[one.chosen.die] for one in review.decisions] == [mark["die"] for mark in marks]
        assert all(0 <= one.cost <= 1 for one in review.decisions)
        assert review.cost == sum(one.cost for one in review.decisions)
        assert all((one.cost == 0) == (one.chosen == one.best) for one in review.decisions)
        assert [one.cost for one in review.mistakes] == sorted(
            (m.cost for m in review.mistakes), reverse=True
        )


def test_the_die_that_finishes_the_line_is_the_best() -> None:
    state = sixem.setup_with(Pattern(horizontal=1), 2, False)
    row = HORIZONTAL[0] & ~1  # all of a but a1
    dice = ((1, 1, 3, 4, 5, 6), ONE_TO_SIX, *NONE_EACH[2:])
    state = sixem.begin_marking(state._replace(boards=(row, 0, 0, 0, 0, 0)), 1, dice)
    assert state.phase == MARKING
    good, bad = (judged(state, SixemMove(MARK, 0, die=die)) for die in (0, 1))
    assert (good.cost, good.cell, good.best_cell) == (0, "a1", "a1")
    assert bad.is_mistake
    assert (bad.cell, bad.best_cell) == ("b1", "a1")


def test_the_strongest_bot_makes_no_mistakes() -> None:
    for seed in range(3):
        for before in replay(finished(seed)).states[1:-1]:
            caller = seed % before.options.seats
            dice = tuple(ONE_TO_SIX if seat == caller else (1, 1, 2, 2, 3, 3) for seat in range(6))
            state = sixem.begin_marking(before, caller, dice)
            if state.round.marker == caller:
                continue
            move = marking.mark(state, state.round.marker, MASTER)
            assert judged(state, move).cost == pytest.approx(0, abs=1e-12)
            break


def test_it_takes_some_six_throws_to_get_all_numbers() -> None:
    """Keeping one of each number; with five of them it takes six throws of the last die."""
    assert expected_throws(6) == 0
    assert expected_throws(5) == pytest.approx(6)
    chance = random.Random(1)

    def thrown() -> int:
        kept, throws = set[int](), 0
        while len(kept) < 6:
            kept |= {chance.randint(1, 6) for _ in range(6 - len(kept))}
            throws += 1
        return throws

    mean = sum(thrown() for _ in range(4000)) / 4000
    assert expected_throws(0) == pytest.approx(mean, abs=0.4)


def test_a_record_of_a_server_tells_how_fast_one_threw() -> None:
    record = finished(2)
    played = replay(record)
    assert coach.review_sixem(played, 0).race is None
    throws = [[[2, 3, 1, 1, 1, 1] if faces else None for faces in told["dice"]] for told in record["rounds"]]
    record["match"] = {"dice": {"throws": throws}, "times": {"started": 1000, "last": 31_000}}
    race = coach.review_sixem(replay(record), 0).race
    assert race
    rounds = sum(told["dice"][0] is not None for told in record["rounds"])
    stops = sum(told["stop"] == 0 for told in record["rounds"])
    assert race[:4] == (3 * rounds, 30.0, stops, 3 * stops)
    assert race.throws_a_second == pytest.approx(rounds / 10)


def test_an_unfinished_game_and_an_empty_seat_get_a_sentence() -> None:
    record = finished(1)
    with pytest.raises(CoachError) as refused:
        coach.review_sixem(replay(record), 6)
    assert refused.value.key == "coach.no_such_seat"
    record["rounds"].pop()
    with pytest.raises(CoachError) as refused:
        coach.review_sixem(replay(record), 0)
    assert refused.value.key == "coach.unfinished"


@pytest.mark.parametrize("language", ["en", "fr", "it", "de"])
def test_the_command_prints_it(tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str) -> None:
    file, record = tmp_path / "game.json", finished(3)
    throws = [[[1] * 6 if faces else None for faces in told["dice"]] for told in record["rounds"]]
    record["match"] = {"dice": {"throws": throws}, "times": {"started": 0, "last": 60_000}}
    file.write_text(json.dumps(record))
    assert main(["review", str(file), "--seat", "1", "--lang", language]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert str(len(record["rounds"])) in lines[0]
    assert "60" in lines[1]
    assert main(["review", str(file), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["game"], document["seat"]) == ("sixem", 0)
    assert {"turn", "kind", "chosen", "best", "cost"} <= set(document["decisions"][0])


@pytest.mark.parametrize(
    "match",
    [
        {"times": None, "dice": {"throws": [[[1] * 6] * 2]}},
        {"times": {"started": "x", "last": 9}, "dice": {"throws": [[[1] * 6] * 2]}},
        {"times": {"started": 9, "last": 1}, "dice": {"throws": [[[1] * 6] * 2]}},
        {"times": {"started": 1, "last": 9}, "dice": []},
        {"times": {"started": 1, "last": 9}, "dice": {"throws": True}},
        {"times": {"started": 1, "last": 9}, "dice": {"throws": [[]]}},
        {"times": {"started": 1, "last": 9}, "dice": {"throws": [[[1, 2], None]]}},
    ],
)
def test_whatever_else_a_record_tells_does_not_break_a_review(match: Record) -> None:
    record = finished(0)
    told = match.get("dice")
    if isinstance(told, dict) and isinstance(told["throws"], list):
        told["throws"] = told["throws"] * len(record["rounds"])
    assert coach.review_sixem(replay({**record, "match": match}), 0).race is None
