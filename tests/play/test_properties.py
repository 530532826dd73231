"""What holds at every table, whoever plays and whatever they send: whole tables played at random."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixes.play import events
from sixes.play.deadlines import due_event
from sixes.play.encoding import codec
from sixes.play.sixto.sheets import legal_with_gains
from sixes.play.snapshots import SixemSnapshot
from sixes.play.table import OVER, PLAYING, Table, from_snapshot, read_log
from sixes.play.verify import verify_dice
from sixes.records import parse, replay
from sixes.rules import sixem, sixto
from sixes.rules.boards import ERASE, GIVE, NEITHER
from sixes.rules.rounds import MARK, MARKING, SixemMove, SixemState
from sixes.rules.sheets import BOXES
from sixes.rules.six import COLOURS
from sixes.rules.turns import CROSS, CROSSING, SixtoMove
from tests.play.random_tables import PEOPLE, anything, begin, belongings, play
from tests.play.stories import Story

GAMES = ["sixto", "sixem"]
seeds = st.integers(0, 2**32 - 1)
some = settings(max_examples=8)


def a_table(seed: int, game: str) -> tuple[random.Random, Story]:
    chance = random.Random(seed)
    seats = chance.randint(1 if game == "sixto" else 2, 6 if game == "sixto" else 4)
    timer = chance.choice([None, None, 1, 20])
    options: dict[str, Any] = {"timer": timer, "sweet": chance.random() < 0.5}
    return chance, begin(chance, game, seats, auto_stop=chance.random() < 0.3, **options)


# The log is the truth -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@some
@given(seeds)
def test_the_log_alone_gives_the_table_as_it_stands(game: str, seed: int) -> None:
    """Neither the seed nor the clock is needed for it."""
    chance, story = a_table(seed, game)
    for step, _ in enumerate(play(chance, story)):
        if step % 50 == 0:
            assert read_log(story.log) == story.table
    assert read_log(story.log) == story.table
    assert story.table.phase == OVER


@pytest.mark.parametrize("game", GAMES)
@some
@given(seeds)
def test_who_comes_in_the_middle_sees_the_same_and_goes_on_seeing_it(game: str, seed: int) -> None:
    chance, story = a_table(seed, game)
    guests: list[tuple[Table, int]] = []
    for _ in play(chance, story):
        if chance.random() < 0.02:
            guest = _welcomed(story)
            assert guest.match
            assert guest.match.state == story.match.state
            assert guest.snapshot() == story.table.snapshot()
            guests.append((guest, len(story.log)))
    for guest, length in guests[:: 1 + len(guests) // 4]:
        later = guest
        for line in story.log[length:]:
            later = later.after(codec.read_event(line))
        assert later.snapshot() == story.table.snapshot()


def _welcomed(story: Story) -> Table:
    table = story.table
    view = table.snapshot()
    welcome = codec.read_message(events.encode(events.Welcome("fox", "Fox", table.version, table.at, view)))
    assert isinstance(welcome, events.Welcome)
    assert welcome.table
    return from_snapshot(welcome.table, welcome.v, welcome.at)


@pytest.mark.parametrize("game", GAMES)
@some
@given(seeds)
def test_a_finished_table_gives_a_record_that_replays_and_verifies(game: str, seed: int) -> None:
    chance, story = a_table(seed, game)
    list(play(chance, story))
    played = replay(parse(json.dumps(story.table.record()).encode()))
    ended = codec.read_event(story.log[-1])
    assert isinstance(ended, events.Ended)
    assert played.result() == ended.result == story.match.result()
    assert list(ended.winners) == ended.result["winners"]
    assert verify_dice(played) > 0


@pytest.mark.parametrize("game", GAMES)
@some
@given(seeds)
def test_the_seed_shows_nowhere_before_the_end(game: str, seed: int) -> None:
    chance, story = a_table(seed, game)
    secret = story.seed.hex()
    for step, _ in enumerate(play(chance, story)):
        if step % 20 == 0 and story.table.phase == PLAYING:
            shown = events.encode(story.table.snapshot()).decode() + json.dumps(story.table.record())
            assert secret not in shown
    assert secret not in b"".join(story.log[:-1]).decode()
    assert secret in story.log[-1].decode()
    assert secret in json.dumps(story.table.record())


@pytest.mark.parametrize("game", GAMES)
@some
@given(seeds)
def test_a_table_wakes_exactly_when_something_happens(game: str, seed: int) -> None:
    chance, story = a_table(seed, game)
    for _ in play(chance, story):
        story.wait()
        if story.table.phase != PLAYING:
            break
        wakes = story.match.next_deadline()
        if wakes:
            assert due_event(story.table, story.dealer(), wakes - 1) is None
            assert due_event(story.table, story.dealer(), wakes) is not None
        else:
            assert due_event(story.table, story.dealer(), story.now + 10**9) is None


# What players are told they may do ------------------------------------------------------------------------


@some
@given(seeds)
def test_sixto_tells_exactly_the_boxes_that_the_rules_allow(seed: int) -> None:
    chance, story = a_table(seed, "sixto")
    for _ in play(chance, story):
        state = story.sixto.state
        if state.turn.phase != CROSSING:
            continue
        for seat, legal in enumerate(legal_with_gains(state)):
            open_ = state._replace(turn=state.turn._replace(done=0, half=((0,) * 6,) * 6))
            moves = {name: SixtoMove(CROSS, seat, *box) for name, box in BOXES.items()}
            assert legal.keys() == {name for name, move in moves.items() if not sixto.refusal(open_, move)}


@some
@given(seeds)
def test_sixto_tells_what_each_box_brings(seed: int) -> None:
    """A cross alone changes the score by exactly what was told."""
    chance, story = a_table(seed, "sixto")
    for _ in play(chance, story, steps=60):
        state = story.sixto.state
        for seat, legal in enumerate(legal_with_gains(state)):
            for name, gains in legal.items():
                colour, place = BOXES[name]
                crosses = [list(rows) for rows in state.crosses]
                crosses[seat][colour] |= 1 << place
                after = state._replace(crosses=tuple(map(tuple, crosses)))
                brings = sixto.score(after, seat).total - sixto.score(state, seat).total
                assert sum(gains) == brings


@some
@given(seeds)
def test_sixem_tells_exactly_the_marks_and_deeds_that_the_rules_allow(seed: int) -> None:
    chance, story = a_table(seed, "sixem")
    for _ in play(chance, story):
        state = story.sixem.state
        if state.phase == MARKING and chance.random() < 0.2:
            assert _marks_told(story) == _marks_allowed(state)


def _marks_told(story: Story) -> set[tuple[str, int, int]]:
    view = story.table.snapshot().match
    assert isinstance(view, SixemSnapshot)
    told_ = {(choice.die, NEITHER, 0) for choice in view.choices}
    told_ |= {(choice.die, ERASE, other) for choice in view.choices for other in choice.erase}
    return told_ | {(choice.die, GIVE, other) for choice in view.choices for other in choice.give}


def _marks_allowed(state: SixemState) -> set[tuple[str, int, int]]:
    deeds = [(NEITHER, 0)] + [(deed, other) for deed in (ERASE, GIVE) for other in range(6)]
    moves = [
        SixemMove(MARK, state.round.marker, state.now, die=die, deed=deed, other=other)
        for die in range(6)
        for deed, other in deeds
    ]
    return {(COLOURS[m.die], m.deed, m.other) for m in moves if not sixem.refusal(state, m)}


# Nobody acts for another ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@some
@given(seeds)
def test_whatever_somebody_sends_nothing_of_another_changes(game: str, seed: int) -> None:
    """But by the rules: an X erased or given, a turn or round that ends, a removal by the host."""
    chance = random.Random(seed)
    story = begin(chance, game, 3, people=3, sweet=True)
    for _ in play(chance, story, steps=300, unrest=0):
        who = chance.choice(PEOPLE[:4])
        story.refusal(who, "back")
        before, length = story.table, len(story.log)
        verb, what = anything(chance, story)
        if story.refusal(who, verb, **what) == "fine":
            seat = before.seat_of(who)
            assert seat is not None, "who does not sit here does nothing here"
            _check_others(before, story.table, seat, list(map(codec.read_event, story.log[length:])))


def _check_others(before: Table, after: Table, seat: int, new: list[Any]) -> None:
    handed = {event.seat for event in new if isinstance(event, events.Handed)}
    marks = [event for event in new if isinstance(event, events.Marked)]
    touched = {mark.erase for mark in marks} | {mark.give for mark in marks}
    for other in set(range(len(before.seats))) - {seat}:
        assert before.seats[other] == after.seats[other] or other in handed
        if other not in touched and not any(map(_is_for_all, new)):
            assert belongings(before, other) == belongings(after, other)


def _is_for_all(event: events.Event) -> bool:
    """The dice are fixed and sheets uncovered, a round has ended, or all make their starting roll again."""
    if isinstance(event, events.Marked):
        return event.end is not None
    return isinstance(event, events.Rolled | events.Kept) or (
        isinstance(event, events.RolledFirst) and event.again
    )


# Every number has its label -------------------------------------------------------------------------------


@some
@given(seeds)
def test_a_roll_of_sixto_shows_what_its_labels_say(seed: int) -> None:
    chance, story = a_table(seed, "sixto")
    list(play(chance, story))
    deal, seats = story.table.dealer(story.seed), len(story.table.seats)
    rolls = [event for event in map(codec.read_event, story.log) if isinstance(event, events.Rolled)]
    assert rolls
    for rolled in rolls:
        active = (rolled.turn - 1) % seats
        for die, face in zip(COLOURS, rolled.dice, strict=True):
            assert face in (0, deal(active, rolled.turn, die, 1 + rolled.second))


@some
@given(seeds)
def test_a_die_of_sixem_lands_as_its_label_says(seed: int) -> None:
    """The label counts its throws: not those of others, and not the time."""
    chance, story = a_table(seed, "sixem")
    list(play(chance, story))
    deal, throws = story.table.dealer(story.seed), Counter[tuple[int, int, str]]()
    for event in map(codec.read_event, story.log):
        if not isinstance(event, events.Landed):
            continue
        for die, face in zip(COLOURS, event.faces, strict=True):
            if face:
                place = (event.seat, event.round, die)
                throws[place] += 1
                assert face == deal(*place, throws[place])
    assert throws
