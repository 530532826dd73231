"""Many games of Sixto alone, a numbered action at a time, in one compiled call by the rules themselves.

Observations and masks are arrays that the games change in place. `sixes.envs.sixto` plays the same games one
by one in plain Python.
"""

from typing import Any, NamedTuple

import numpy as np

from sixes.lab.compiler import compiled, jitable
from sixes.lab.dice import dice_from, game_key, random_word
from sixes.lab.sixto import sheets
from sixes.lab.sixto.actions import (
    ACTIONS,
    BOX_ACTIONS,
    CROSSED,
    DONE,
    FREE,
    HALF_CROSSED,
    KEEP,
    OVER,
    ROLL_AGAIN,
    SEAT_PART,
    TABLE_PART,
    TO_CROSS,
    TO_DECIDE,
)
from sixes.rules.rows import legal_boxes, number_at, sheet_score
from sixes.rules.sheets import PLACES, Sheet
from sixes.rules.six import NONE, NONE_EACH, count, has, put
from sixes.rules.sixto import end_turn, half_cross, setup
from sixes.rules.turns import CROSSING, DECIDING, FRESH_TURN, SixtoState, Turn

CLOSED, PHASE = SEAT_PART + 6, SEAT_PART + 12
ALL_FINE = -1
NOTHING, FIRST_ROLL, SECOND_ROLL, KEPT = range(4)
"""What happens to the dice after an action."""
KEYS = 64
"""Games for which each place of a batch has keys in store."""

drawn_sheet = jitable(sheets.drawn_sheet)
for needed in (sheets.half_row, sheets.has_mixed_columns):
    jitable(needed)


class Batch(NamedTuple):
    """All games of a batch, an index for each."""

    sheets: Any
    crosses: Any
    half: Any
    dice: Any
    asked: Any
    closed: Any
    ends: Any
    turns: Any
    points: Any
    keys: Any
    """For each game all that is random in it, as `lab.dice` draws it."""
    next_keys: Any
    """For each place the keys of the games to come; `used` says how many of them were played."""
    used: Any
    observations: Any
    masks: Any
    rewards: Any
    over: Any
    """The game has ended in this step."""
    illegal: Any
    """The action was not legal, and changed nothing."""
    last_observations: Any
    """For each place, how the last game that was played there ended."""


class BatchOptions(NamedTuple):
    """What all games of a batch have in common."""

    random_sheets: bool
    reroll: bool
    gains: bool
    """Reward the gain of each turn, instead of all points at the end."""
    same_step: bool
    """A game that ends is reset at once; else by the next action, which is ignored."""


def new_batch(many: int, sheet: Sheet | None) -> Batch:
    """Room for games that are not begun; without a sheet, each game will draw one."""
    given, crosses, half = np.zeros((3, many, 1, 6), np.int64)
    rolled, asked = np.zeros((2, many, 6), np.int64)
    closed, ends, turns, points, keys, used = np.zeros((6, many), np.int64)
    seen, last = np.zeros((2, many, SEAT_PART + TABLE_PART), np.int8)
    over, illegal = np.zeros((2, many), np.bool_)
    if sheet is not None:
        given[:, 0] = sheet
    return Batch(
        sheets=given,
        crosses=crosses,
        half=half,
        dice=rolled,
        asked=asked,
        closed=closed,
        ends=ends,
        turns=turns,
        points=points,
        keys=keys,
        next_keys=np.zeros((many, KEYS), np.int64),
        used=used,
        observations=seen,
        masks=np.zeros((many, ACTIONS), np.int8),
        rewards=np.zeros(many),
        over=over,
        illegal=illegal,
        last_observations=last,
    )


def state_of(batch: Batch, game: int) -> SixtoState:
    """One game as the rules know it, to look at."""
    state = setup((tuple(batch.sheets[game, 0].tolist()),))
    crosses, half = (put(NONE_EACH, 0, tuple(rows[game, 0].tolist())) for rows in (batch.crosses, batch.half))
    phase = DECIDING if batch.observations[game, PHASE] == TO_DECIDE else CROSSING
    turn = Turn(phase, tuple(batch.dice[game].tolist()), half, 0, NONE)
    closed, ends, turns = (int(items[game]) for items in (batch.closed, batch.ends, batch.turns))
    turn = FRESH_TURN if ends else turn
    return state._replace(crosses=crosses, closed=closed, ends=ends, turns=turns, turn=turn)


@compiled
def begin(games: Any, batch: Batch, options: BatchOptions) -> None:
    """Begin these games anew, each with its next key."""
    for at in range(len(games)):
        batch.over[games[at]] = False
        _begin(games[at], batch, options)
        _roll(games[at], FIRST_ROLL, batch, options)


@compiled
def step(actions: Any, batch: Batch, options: BatchOptions) -> int:
    """Play an action of every game. If one does not exist, nothing happens and its game is returned."""
    for game in range(len(actions)):
        if not 0 <= actions[game] < ACTIONS:
            return game
    for game in range(len(actions)):
        batch.rewards[game], batch.illegal[game] = 0, False
        begins, due = batch.over[game] and not options.same_step, NOTHING
        batch.over[game] = False
        if not begins:
            due = _act(game, actions[game], batch, options)
            begins = batch.over[game] and options.same_step
        if begins:  # what is inlined in one place only compiles in half the time
            _begin(game, batch, options)
            due = FIRST_ROLL
        if due != NOTHING:
            _roll(game, due, batch, options)
    return ALL_FINE


@jitable
def _begin(game: int, batch: Batch, options: BatchOptions) -> None:
    batch.keys[game] = batch.next_keys[game, batch.used[game]]
    batch.used[game] += 1
    if options.random_sheets:
        sheet = drawn_sheet(game_key(batch.keys[game], 0))
        for colour in range(6):
            batch.sheets[game, 0, colour] = sheet[colour]
    batch.closed[game] = batch.ends[game] = batch.turns[game] = batch.points[game] = 0
    seen = batch.observations[game]
    for colour in range(6):
        batch.crosses[game, 0, colour] = batch.half[game, 0, colour] = 0
        seen[CLOSED + colour] = 0
        for place in range(PLACES):
            seen[PLACES * colour + place] = number_at(batch.sheets[game, 0, colour], place + 1)
            seen[BOX_ACTIONS + PLACES * colour + place] = FREE


@jitable
def _act(game: int, action: int, batch: Batch, options: BatchOptions) -> int:
    """Returns what happens to the dice."""
    if not batch.masks[game, action]:
        batch.illegal[game] = True
        return NOTHING
    if action < BOX_ACTIONS:
        _cross(game, action, batch)
        return NOTHING
    if action == DONE:
        _end_turn(game, batch, options)
        return NOTHING if batch.over[game] else FIRST_ROLL
    return KEPT if action == KEEP else SECOND_ROLL


@jitable
def _state(game: int, batch: Batch) -> SixtoState:
    turn = Turn(CROSSING, batch.dice[game], batch.half[game], 0, batch.asked[game])
    return SixtoState(
        1, batch.sheets[game], batch.crosses[game], batch.closed[game], 0, batch.turns[game], 0, turn
    )


@jitable
def _roll(game: int, due: int, batch: Batch, options: BatchOptions) -> None:
    """Roll the dice, or keep them. Then they stand, or the first roll is to be decided on."""
    seen, mask = batch.observations[game], batch.masks[game]
    if due != KEPT:
        word = random_word(batch.keys[game], batch.turns[game], due == SECOND_ROLL)
        rolled = dice_from(word, batch.closed[game])
        for colour in range(6):
            batch.dice[game, colour] = seen[SEAT_PART + colour] = rolled[colour]
    decides = due == FIRST_ROLL and options.reroll
    seen[PHASE] = TO_DECIDE if decides else TO_CROSS
    for colour in range(6):
        row, crosses = batch.sheets[game, 0, colour], batch.crosses[game, 0, colour]
        boxes = 0 if decides else legal_boxes(row, crosses, batch.dice[game, colour])
        for place in range(PLACES):
            mask[PLACES * colour + place] = boxes >> place + 1 & 1
    mask[DONE] = not decides
    mask[KEEP] = mask[ROLL_AGAIN] = decides


@jitable
def _cross(game: int, action: int, batch: Batch) -> None:
    colour, place = action // PLACES, action % PLACES
    half_cross(_state(game, batch), 0, colour, 2 << place)
    batch.observations[game, BOX_ACTIONS + action] = HALF_CROSSED
    for other in range(PLACES):
        batch.masks[game, PLACES * colour + other] = 0


@jitable
def _end_turn(game: int, batch: Batch, options: BatchOptions) -> None:
    before = _state(game, batch)
    after, seen = end_turn(before, before.turn.half), batch.observations[game]
    batch.closed[game], batch.ends[game], batch.turns[game] = after.closed, after.ends, after.turns
    for colour in range(6):
        box = batch.half[game, 0, colour]
        if box:
            seen[BOX_ACTIONS + PLACES * colour + count(box - 1) - 1] = CROSSED
            batch.half[game, 0, colour] = 0
        seen[CLOSED + colour] = has(after.closed, colour)
    if options.gains or after.ends:
        total = sheet_score(batch.crosses[game, 0]).total
        batch.rewards[game] = total - batch.points[game]
        batch.points[game] = total if options.gains else 0
    if after.ends:
        _end(game, batch)


@jitable
def _end(game: int, batch: Batch) -> None:
    """Nothing is left to do but to say so: of such a mask, too, an action can be drawn."""
    batch.over[game] = True
    seen, mask = batch.observations[game], batch.masks[game]
    seen[PHASE] = OVER
    for colour in range(6):
        seen[SEAT_PART + colour] = 0
    for action in range(ACTIONS):
        mask[action] = action == DONE
    for at in range(SEAT_PART + TABLE_PART):
        batch.last_observations[game, at] = seen[at]
