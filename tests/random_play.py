"""Whole games played at random through the rules, as records: changes of mind, false stops and all."""

import random
from collections.abc import Sequence
from typing import Any

from sixes.records import sixem as sixem_records
from sixes.records import sixto as sixto_records
from sixes.rules import sixem, sixto
from sixes.rules.boards import ERASE, GIVE, SixemRefusal
from sixes.rules.rounds import (
    LAND,
    LAST_THROWS,
    MARK,
    MARKING,
    ROLLING,
    STOP,
    THROW,
    SixemMove,
    SixemState,
    is_stop,
    landing,
)
from sixes.rules.rows import SixtoRefusal
from sixes.rules.sheets import SHEETS, sheet_of
from sixes.rules.six import Six, has, members
from sixes.rules.spinner import SPINNER, Pattern
from sixes.rules.turns import CROSS, DONE, KEEP, ROLL, UNDONE, SixtoMove, SixtoState

Record = dict[str, Any]


def dice_for(chance: random.Random, wanted: int) -> Six:
    """Six faces: a number for each wanted die, 0 for the others."""
    return tuple(chance.randint(1, 6) if has(wanted, die) else 0 for die in range(6))


# Sixto --------------------------------------------------------------------------------------------------


def random_sheets(chance: random.Random, seats: int) -> list[str | list[list[int]]]:
    """Letters, and now and then a sheet of one's own."""
    letters = chance.sample(sorted(SHEETS), seats)
    own = [[[chance.randint(1, 6) for _ in range(12)] for _ in range(6)] for _ in range(seats)]
    return [mine if chance.random() < 0.2 else letter for letter, mine in zip(letters, own, strict=True)]


def sheets_of(names: Sequence[str | list[list[int]]]) -> tuple[Six, ...]:
    return tuple(SHEETS[name] if isinstance(name, str) else sheet_of(name) for name in names)


def play_sixto(chance: random.Random, seats: int, turns: int = 200) -> tuple[Record, SixtoState]:
    """A game until its end, or until so many turns; some players are keen, some lazy."""
    names = random_sheets(chance, seats)
    keen = [chance.choice([0.4, 0.9, 1.0]) for _ in range(seats)]
    state = sixto.setup(sheets_of(names))
    played: list[Record] = []
    while not sixto.is_over(state) and len(played) < turns:
        state, turn = _turn(chance, state, keen)
        played.append(turn)
    return sixto_records.document(state, played, letters=True), state


def _turn(chance: random.Random, state: SixtoState, keen: list[float]) -> tuple[SixtoState, Record]:
    rolls = []
    for kind in (ROLL, ROLL if chance.random() < 0.5 else KEEP):
        dice = dice_for(chance, 0b111111 & ~state.closed)
        state = made(state, SixtoMove(kind, state.active, dice=dice))
        if kind == ROLL:
            rolls.append(dice)
    turns, before = state.turns, state
    while state.turns == turns:
        before, state = state, made(state, _half_cross(chance, state, keen))
    return state, sixto_records.turn_document(before, rolls)


def _half_cross(chance: random.Random, state: SixtoState, keen: list[float]) -> SixtoMove:
    """Somebody's next move; a keen player crosses close by, and rarely goes back on anything."""
    seat = chance.choice([s for s in range(state.seats) if not has(state.turn.done, s)])
    if state.turn.done and chance.random() < 0.05:
        return SixtoMove(UNDONE, chance.choice(members(state.turn.done)))
    moves = sixto.legal(state, seat)
    fresh = [
        move
        for move in moves
        if move.kind == CROSS and not state.turn.half[seat][move.colour] and _near(state, move)
    ]
    if fresh and chance.random() < keen[seat]:
        return chance.choice(fresh)
    return chance.choice(moves) if chance.random() < 0.2 else SixtoMove(DONE, seat)


def _near(state: SixtoState, move: SixtoMove) -> bool:
    return move.place - state.crosses[move.seat][move.colour].bit_length() < 3


def made(state: SixtoState, move: SixtoMove) -> SixtoState:
    assert sixto.refusal(state, move) == SixtoRefusal.FINE
    return sixto.apply(state, move)


# Sixem --------------------------------------------------------------------------------------------------


def play_sixem(chance: random.Random, seats: int, rounds: int = 60) -> tuple[Record, SixemState]:
    """A game until its end, or until so many rounds; half of the time the variant sweet is played."""
    pattern = chance.choice([*SPINNER, Pattern(0, 0, 0, 1), Pattern(0, 0, 0, 1)])
    sweet = chance.random() < 0.5
    rounds_played: list[Record] = []
    state = sixem.setup_with(pattern, seats, sweet)
    luck = chance.choice([0.0, 0.8])
    while not sixem.is_over(state) and state.rounds < rounds:
        state, played = _round(chance, state, luck)
        rounds_played.append(played)
    return sixem_records.document(state, rounds_played), state


def _round(chance: random.Random, state: SixemState, luck: float) -> tuple[SixemState, Record]:
    state = _roll_until_stop(chance, state)
    begun, marks = state, []
    while state.rounds == begun.rounds:
        marks.append(_mark(chance, state, luck))
        state = made_sixem(state, marks[-1])
    return state, sixem_records.round_document(begun, marks)


def _roll_until_stop(chance: random.Random, state: SixemState) -> SixemState:
    """Everybody throws what does not help yet; a false stop now and then; who has 1-6 stops."""
    now = state.now
    while state.phase in (ROLLING, LAST_THROWS):
        now += chance.randint(0, 300)
        for seat in range(state.options.seats):
            due = landing(state, seat, now)
            if due:
                state = made_sixem(state, SixemMove(LAND, seat, now, faces=dice_for(chance, due)))
        moves = [_throw(chance, state, seat, now) for seat in range(state.options.seats)]
        for move in chance.sample(moves, len(moves)):
            if sixem.refusal(state, move) == SixemRefusal.FINE:
                state = sixem.apply(state, move)
    assert state.phase == MARKING
    return state


def _throw(chance: random.Random, state: SixemState, seat: int, now: int) -> SixemMove:
    if is_stop(state, seat) or chance.random() < 0.02:
        return SixemMove(STOP, seat, now)
    faces = state.round.dice[seat]
    useless = sum(1 << die for die, face in enumerate(faces) if face in (0, *faces[:die]))
    return SixemMove(THROW, seat, now, useless)


def _mark(chance: random.Random, state: SixemState, luck: float) -> SixemMove:
    """With luck, dice are chosen to stay in few rows, so that lines come about."""
    moves = sixem.legal(state, state.round.marker)
    deeds = [move for move in moves if move.deed in (ERASE, GIVE)]
    if deeds and chance.random() < 0.5:
        return chance.choice(deeds)
    plain = [move for move in moves if move.kind == MARK and not move.deed]
    return plain[0] if chance.random() < luck else chance.choice(plain)


def made_sixem(state: SixemState, move: SixemMove) -> SixemState:
    assert sixem.refusal(state, move) == SixemRefusal.FINE
    return sixem.apply(state, move)
