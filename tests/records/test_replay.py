"""Whole games played at random replay to the state they ended in; what is changed in them is found."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixes.records import RecordError, parse, replay
from sixes.rules.sheets import LETTERS, SHEETS, rows_of
from sixes.rules.six import NONE
from tests.random_play import play_sixem, play_sixto

seeds = st.integers(0, 2**32)


def replayed(record: dict[str, Any]) -> Any:
    return replay(parse(json.dumps(record).encode())).states[-1]


def answer(data: bytes) -> str:
    """What a record gets: its result, or one sentence. Any other error fails the test."""
    try:
        return json.dumps(replay(parse(data)).result())
    except RecordError as error:
        return error.sentence()


@settings(max_examples=60)
@given(seeds, st.integers(1, 6))
def test_a_game_of_sixto_replays_to_the_same_state(seed: int, seats: int) -> None:
    record, state = play_sixto(random.Random(seed), seats)
    assert replayed(record) == state


@settings(max_examples=40)
@given(seeds, st.integers(2, 6))
def test_a_game_of_sixem_replays_to_the_same_state(seed: int, seats: int) -> None:
    record, state = play_sixem(random.Random(seed), seats, rounds=15)
    assert replayed(record) == state._replace(now=0, round=state.round._replace(pauses=NONE))


@settings(max_examples=30)
@given(seeds, st.integers(1, 6))
def test_a_record_may_stop_after_any_turn(seed: int, seats: int) -> None:
    record, _ = play_sixto(random.Random(seed), seats)
    states = replay(record).states
    for turns, state in enumerate(states):
        assert replayed(record | {"turns": record["turns"][:turns]}) == state


@settings(max_examples=30)
@given(seeds, st.integers(1, 6))
def test_the_order_of_crosses_in_a_list_never_matters(seed: int, seats: int) -> None:
    chance = random.Random(seed)
    record, state = play_sixto(chance, seats)
    for turn in record["turns"]:
        for boxes in turn["crosses"]:
            chance.shuffle(boxes)
    assert replayed(record) == state


@settings(max_examples=60)
@given(seeds, st.integers(1, 6))
def test_a_cross_more_than_was_legal_is_found_where_it_stands(seed: int, seats: int) -> None:
    """A box is added to somebody's crosses that no die of that turn may cross for them."""
    chance = random.Random(seed)
    record, _ = play_sixto(chance, seats)
    turn = chance.randrange(len(record["turns"]))
    seat = chance.randrange(seats)
    crosses = record["turns"][turn]["crosses"][seat]
    state = replay(record).states[turn]
    dice = record["turns"][turn]["rolls"][-1]
    used = {box[0] for box in crosses}
    colour = chance.randrange(6)
    last = state.crosses[seat][colour].bit_length() - 1
    wrong = [
        place
        for place, number in enumerate(rows_of(state.sheets[seat])[colour], 1)
        if "abcdef"[colour] in used or place <= last or number != dice[colour]
    ]
    crosses.append(f"{'abcdef'[colour]}{chance.choice(wrong)}")
    with pytest.raises(RecordError) as caught:
        replay(record)
    assert caught.value.values["turn"] == turn + 1
    assert caught.value.values["seat"] == seat
    assert caught.value.values["box"] == crosses[-1]


@given(st.text(max_size=60))
def test_any_text_gets_an_answer(text: str) -> None:
    assert "\n" not in answer(text.encode("utf-8", "surrogatepass"))


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1, 13)
    | st.floats()
    | st.sampled_from(["A", "a1", "a", "sweet", ""]),
    lambda inner: (
        st.lists(inner, max_size=7)
        | st.dictionaries(
            st.sampled_from(["rolls", "crosses", "stop", "dice", "marks", "die", "erase"]), inner
        )
    ),
    max_leaves=40,
)


@settings(max_examples=300)
@given(seeds, json_values)
def test_any_json_in_any_place_of_a_record_gets_an_answer(seed: int, value: Any) -> None:
    """A value is put somewhere into a good record: the record is refused in one line, or holds."""
    chance = random.Random(seed)
    play = chance.choice([play_sixto, play_sixem])
    record, _ = play(chance, chance.randint(2, 3), 3)
    place: Any = record
    while True:
        key = chance.choice(list(place)) if isinstance(place, dict) else chance.randrange(len(place))
        if not isinstance(place[key], list | dict) or not place[key] or chance.random() < 0.2:
            break
        place = place[key]
    place[key] = value
    assert "\n" not in answer(json.dumps(record).encode())


def test_every_letter_means_its_sheet() -> None:
    for letter in LETTERS:
        assert replayed({"game": "sixto", "sheets": [letter], "turns": []}).sheets[0] == SHEETS[letter]


def test_equal_sheets_of_ones_own_are_accepted_even_those_of_a_letter() -> None:
    own = rows_of(SHEETS["A"])
    assert replayed({"game": "sixto", "sheets": [own, "A", own], "turns": []}).seats == 3


def test_match_may_hold_anything_json_can() -> None:
    match = {"version": 1, "times": [0.25, 1e3], "players": [{"name": "Zoë"}, None], "deep": [[[[]]]]}
    assert replayed({"game": "sixto", "sheets": ["A"], "turns": [], "match": match})
    huge = '{"game": "sixto", "sheets": ["A"], "turns": [], "match": {"n": [1e999, %s]}}' % ("9" * 5000)
    assert replay(parse(huge.encode())).states


def test_bytes_that_are_not_utf8_are_told_by_their_place() -> None:
    with pytest.raises(RecordError) as caught:
        parse(b'{"game": "\xff"}')
    assert caught.value.sentence() == "byte 11 is not UTF-8 text"


def test_a_record_longer_than_any_game_is_refused_unread() -> None:
    with pytest.raises(RecordError) as caught:
        parse(b" " * 64_000_001)
    assert caught.value.key == "record.too_long"
