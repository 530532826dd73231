"""The coach's sums add up exactly, its costs are never negative, and what it calls a mistake is one."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixes import coach
from sixes.bots.sixto import nearest
from sixes.cli import main
from sixes.coach import CoachError, solo
from sixes.coach.accounts import AGAIN, CROSS, ERRORS, KEEP, Review
from sixes.coach.solo import SoloValues, after_crossing, with_dice
from sixes.records import replay
from sixes.records import sixto as sixto_records
from sixes.rules import sixto
from sixes.rules.rows import legal_boxes
from sixes.rules.sheets import SHEETS, box_names
from sixes.rules.six import NONE, Six, has
from sixes.rules.turns import CROSSING, ROLL, SixtoMove, SixtoState
from sixes.rules.turns import KEEP as KEEP_MOVE
from tests.random_play import Record, play_sixto

MANY = 24
"""Random games; the long form has thousands."""


def rolled(state: SixtoState, chance: random.Random) -> Six:
    return tuple(0 if has(state.closed, colour) else chance.randint(1, 6) for colour in range(6))


def sensible_game(chance: random.Random, letter: str = "A") -> Record:
    """A whole game as nearest plays it; now and then it rolls or crosses something else."""
    state, turns = sixto.setup((SHEETS[letter],)), []
    while not state.ends:
        rolls = [rolled(state, chance)]
        state = sixto.apply(state, SixtoMove(ROLL, 0, dice=rolls[0]))
        if nearest.keeps(state, 0) != (chance.random() < 0.1):
            state = sixto.apply(state, SixtoMove(KEEP_MOVE, 0))
        else:
            rolls.append(rolled(state, chance))
            state = sixto.apply(state, SixtoMove(ROLL, 0, dice=rolls[1]))
        boxes = nearest.crossing(state, 0) if chance.random() < 0.9 else any_crossing(state, chance)
        turns.append({"rolls": [list(roll) for roll in rolls], "crosses": [box_names(boxes)]})
        state = after_crossing(state, boxes)
    return sixto_records.document(state, turns, letters=True)


def any_crossing(state: SixtoState, chance: random.Random) -> Six:
    boxes = []
    for colour in range(6):
        legal = legal_boxes(state.sheets[0][colour], state.crosses[0][colour], state.turn.dice[colour])
        boxes.append(chance.choice([1 << place for place in range(1, 13) if has(legal, place)] or [0]))
    return tuple(boxes)


def check(review: Review) -> None:
    assert review.start + review.luck - review.cost == review.final  # floats, and yet exactly
    assert all(decision.cost >= 0 for decision in review.decisions)
    assert all((decision.cost == 0) == (decision.chosen == decision.best) for decision in review.decisions)
    assert all(0 <= (roll.rank or 0) <= 1 for roll in review.rolls)
    assert (review.possible or 0) >= review.final
    assert review.margin is None


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at six rolls ahead rather than 36: sums must add up with any values."""
    monkeypatch.setattr(solo, "SQUARES", 1)


@pytest.mark.usefixtures("quick")
def test_luck_and_costs_add_up_in_random_games(pytestconfig: pytest.Config) -> None:
    for seed in range(3000 if pytestconfig.getoption("--long") else MANY):
        chance = random.Random(seed)
        record = sensible_game(chance) if seed % 10 == 0 else play_sixto(chance, 1)[0]
        check(coach.review(replay(record)))


def test_a_whole_game_is_told_in_order() -> None:
    record = sensible_game(random.Random(3), "F")
    review = coach.review(replay(record))
    check(review)
    turns = record["turns"]
    assert [tuple(roll.dice) for roll in review.rolls] == [tuple(r) for turn in turns for r in turn["rolls"]]
    kept = [one.chosen for one in review.decisions if one.kind != CROSS]
    assert kept == [KEEP if len(turn["rolls"]) == 1 else AGAIN for turn in turns]
    crossed = [sorted(one.chosen) for one in review.decisions if one.kind == CROSS]
    assert crossed == [sorted(turn["crosses"][0]) for turn in turns]
    assert review.mistakes
    assert [one.cost for one in review.mistakes] == sorted(
        (one.cost for one in review.mistakes), reverse=True
    )
    assert all(one.cost >= 2 * ERRORS[one.kind] and one.reason for one in review.mistakes)
    # The best choice of a mistake, made instead, has the value that the review promised.
    values = SoloValues(SHEETS["F"])
    for one in (one for one in review.mistakes if one.kind == CROSS):
        state = with_dice(one.state, one.state.turn.dice)
        assert max(crossing.value for crossing in values.crossings(state)) / 64 == one.value + one.cost


def test_who_ends_the_game_in_the_first_turn_made_a_mistake() -> None:
    record = {"game": "sixto", "sheets": ["A"], "turns": [{"rolls": [[1, 2, 3, 4, 5, 6]], "crosses": [[]]}]}
    review = coach.review(replay(record))
    check(review)
    worst = review.mistakes[0]
    assert (worst.turn, worst.kind, worst.chosen) == (1, CROSS, ())
    assert worst.cost > 200
    assert worst.reason
    assert worst.reason.sentence("en") == "keeps the game going"


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({"game": "sixto", "sheets": ["A"], "turns": []}, "coach.unfinished"),
        ({"game": "sixem", "seats": 2, "pattern": {"vertical": 1}, "rounds": []}, "coach.only_sixto"),
    ],
)
def test_what_cannot_be_reviewed_gets_a_sentence(record: Record, code: str) -> None:
    with pytest.raises(CoachError) as refused:
        coach.review(replay(record))
    assert refused.value.key == code


# Values -------------------------------------------------------------------------------------------------


@given(st.integers(0, 10_000))
@settings(max_examples=20)
def test_a_finished_game_is_worth_its_points(seed: int) -> None:
    _, state = play_sixto(random.Random(seed), 1)
    assert coach.value(state) == (sixto.score(state, 0).total, None, None)


def test_a_roll_that_may_be_kept_or_not_is_worth_the_better() -> None:
    state = sixto.setup((SHEETS["A"],))
    before = coach.value(state).points
    assert 240 < before < 255
    chance = random.Random(2)
    for _ in range(5):
        deciding = sixto.apply(state, SixtoMove(ROLL, 0, dice=rolled(state, chance)))
        fixed = sixto.apply(deciding, SixtoMove(KEEP_MOVE, 0))
        assert fixed.turn.phase == CROSSING
        again = coach.values_of(SHEETS["A"]).before_second_roll(state) / 64
        assert coach.value(deciding).points == max(coach.value(fixed).points, again)


def test_hints_are_the_best_first_and_say_why() -> None:
    state = sixto.apply(sixto.setup((SHEETS["A"],)), SixtoMove(ROLL, 0, dice=(3, 1, 6, 2, 5, 4)))
    hint = coach.hint(state)
    values = [crossing.value for crossing in hint.crossings]
    assert values == sorted(values, reverse=True)
    assert 1 <= len(values) <= 3
    assert hint.again is not None
    assert hint.keep == values[0]
    for language in ("en", "fr", "it", "de"):
        assert all(0 < len(one.reason.sentence(language)) <= 90 for one in hint.crossings)
    fixed = sixto.apply(state, SixtoMove(KEEP_MOVE, 0))
    assert coach.hint(fixed).again is None


def test_there_is_no_hint_without_a_roll() -> None:
    with pytest.raises(CoachError) as refused:
        coach.hint(sixto.setup((SHEETS["A"],)))
    assert refused.value.key == "coach.nothing_to_decide"


def test_nothing_can_be_crossed_and_there_is_a_hint_all_the_same() -> None:
    state = sixto.setup((SHEETS["A"],))
    nothing = with_dice(state, NONE)
    assert coach.hint(nothing).crossings[0].boxes == ()


# The command ---------------------------------------------------------------------------------------------


def test_the_command_prints_a_verdict_that_adds_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(sensible_game(random.Random(5))))
    assert main(["review", str(file), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["start"] + document["luck"] - document["cost"] == document["final"]
    assert {"turn", "kind", "chosen", "best", "cost", "error"} <= set(document["decisions"][0])
    assert main(["review", str(file), "--lang", "en"]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    numbers = [
        float(word.strip(",:")) for word in first.split() if word.strip(",:+-").replace(".", "").isdigit()
    ]
    assert numbers[0] == round(sum(numbers[1:]), 1)
    file.write_text('{"game": "sixto", "sheets": ["A"], "turns": []}')
    assert main(["review", str(file)]) == 1
    assert capsys.readouterr().err.count("\n") == 1
