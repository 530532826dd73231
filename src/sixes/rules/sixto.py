"""Sixto: a game from the first roll to the winners, for one to six players.

A turn has phases. The active player rolls (ROLLING), keeps the roll or rolls all dice once more (DECIDING),
then everybody makes half crosses until all are done (CROSSING). Sheets are open to all, always.
Who sits in seat 0 is drawn by lot, and sheets are chosen or dealt, before the game is set up.

>>> from sixes.rules.sheets import SHEETS
>>> state = setup((SHEETS["A"], SHEETS["B"]))
>>> for text in ("roll 316254", "keep", "c3"):
...     state = apply(state, SixtoMove.parse(text, seat=0))
>>> " ".join(str(move) for move in legal(state, 0))
'done a1 a8 b3 -c3 c7 d5 e4 f6'
>>> refusal(state, SixtoMove.parse("c4", seat=0))
<SixtoRefusal.OTHER_NUMBER: 12>
"""

from sixes.rules.rows import (
    FINE,
    TARGET,
    Score,
    SixtoRefusal,
    box_refusal,
    closed_colours,
    closes,
    dice_used,
    die_refusal,
    ends_that_hold,
    made_final,
    sheet_score,
)
from sixes.rules.sheets import PLACES, Sheet
from sixes.rules.six import NONE_EACH, Six, build, clockwise, everybody, has, put
from sixes.rules.turns import (
    CROSS,
    CROSSING,
    DECIDING,
    DONE,
    FRESH_TURN,
    KEEP,
    ROLL,
    ROLLING,
    UNCROSS,
    UNDONE,
    SixtoMove,
    SixtoState,
    Turn,
    open_boxes,
)

__all__ = ["apply", "is_over", "legal", "refusal", "score", "setup", "winners"]

MOST_SEATS = 6


def setup(sheets: tuple[Sheet, ...]) -> SixtoState:
    """A new game, a sheet for each seat; seat 0 is the first active player."""
    seats = len(sheets)
    if not 1 <= seats <= MOST_SEATS:
        raise ValueError("Sixto is for 1 to 6 players")
    room = NONE_EACH[seats:]
    return SixtoState(
        seats=seats,
        sheets=sheets + room,
        crosses=NONE_EACH,
        closed=0,
        ends=0,
        turns=0,
        active=0,
        turn=FRESH_TURN,
    )


def refusal(state: SixtoState, move: SixtoMove) -> SixtoRefusal:
    """The rule that a move breaks, or FINE."""
    kind, seat, colour, place, dice = move
    if not 0 <= seat < state.seats:
        return SixtoRefusal.NO_SUCH_SEAT
    if not ROLL <= kind <= UNDONE:
        return SixtoRefusal.NO_SUCH_MOVE
    if state.ends:
        return SixtoRefusal.GAME_OVER
    if kind == ROLL:
        return roll_refusal(state, seat, dice)
    if kind == KEEP:
        return keep_refusal(state, seat)
    return crossing_refusal(state, kind, seat, colour, place)


def crossing_refusal(state: SixtoState, kind: int, seat: int, colour: int, place: int) -> SixtoRefusal:
    """Once the dice are fixed, everybody may cross until they say done, which can be withdrawn.

    A half cross goes on any legal box, also from another box of its row; and can be taken back.
    """
    phase, dice, half, done, _ = state.turn
    if phase != CROSSING:
        return SixtoRefusal.NOT_ROLLED if phase == ROLLING else SixtoRefusal.NOT_FIXED
    is_done = done >> seat & 1
    if kind == UNDONE:
        return FINE if is_done else SixtoRefusal.NOT_DONE
    if is_done:
        return SixtoRefusal.SAID_DONE
    if kind == DONE:
        return FINE
    if not (0 <= colour < 6 and 1 <= place <= PLACES):
        return SixtoRefusal.NO_SUCH_BOX
    crossed = half[seat][colour] == 1 << place
    if kind == UNCROSS:
        return FINE if crossed else SixtoRefusal.NOT_CROSSED
    if crossed:
        return SixtoRefusal.CROSSED_ALREADY
    return box_refusal(state.sheets[seat][colour], state.crosses[seat][colour], dice[colour], place)


def roll_refusal(state: SixtoState, seat: int, dice: Six) -> SixtoRefusal:
    """The active player rolls all dice still in the game, and may roll all of them once more."""
    if seat != state.active:
        return SixtoRefusal.NOT_ACTIVE
    if state.turn.phase == CROSSING:
        return SixtoRefusal.ROLLED_TWICE
    for colour in range(6):
        broken = die_refusal(state.closed, colour, dice[colour])
        if broken != FINE:
            return broken
    return FINE


def keep_refusal(state: SixtoState, seat: int) -> SixtoRefusal:
    if state.turn.phase == ROLLING:
        return SixtoRefusal.NOT_ROLLED
    if seat != state.active:
        return SixtoRefusal.NOT_ACTIVE
    return FINE if state.turn.phase == DECIDING else SixtoRefusal.ROLLED_TWICE


def legal(state: SixtoState, seat: int) -> list[SixtoMove]:
    """Every move a seat may make; a roll comes without its numbers, which chance adds."""
    turn = state.turn
    if is_over(state) or not 0 <= seat < state.seats or (turn.phase != CROSSING and seat != state.active):
        return []
    if turn.phase == ROLLING:
        return [SixtoMove(ROLL, seat)]
    if turn.phase == DECIDING:
        return [SixtoMove(ROLL, seat), SixtoMove(KEEP, seat)]
    if has(turn.done, seat):
        return [SixtoMove(UNDONE, seat)]
    moves = [SixtoMove(DONE, seat)]
    for colour in range(6):
        half, boxes = turn.half[seat][colour], open_boxes(state, seat, colour)
        for place in range(1, PLACES + 1):
            if has(half, place):
                moves.append(SixtoMove(UNCROSS, seat, colour, place))
            elif has(boxes, place):
                moves.append(SixtoMove(CROSS, seat, colour, place))
    return moves


def apply(state: SixtoState, move: SixtoMove) -> SixtoState:
    """The game after a move that is not refused."""
    kind, seat, colour, place, dice = move
    if kind == CROSS:
        return half_cross(state, seat, colour, 1 << place)
    if kind == UNCROSS:
        return half_cross(state, seat, colour, 0)
    turn = state.turn
    if kind == ROLL:
        phase = DECIDING if turn.phase == ROLLING else CROSSING
        return with_turn(state, Turn(phase, dice, turn.half, turn.done, turn.asked))
    if kind == KEEP:
        return with_turn(state, Turn(CROSSING, turn.dice, turn.half, turn.done, turn.asked))
    done = turn.done ^ (1 << seat)
    if done == everybody(state.seats):
        return end_turn(state, turn.half)
    return with_turn(state, Turn(turn.phase, turn.dice, turn.half, done, turn.asked))


def half_cross(state: SixtoState, seat: int, colour: int, box: int) -> SixtoState:
    """A half cross made, moved within its row or, for box 0, taken back; one that closes is announced."""
    # Most moves are half crosses: reading all fields at once is faster than one by one.
    seats, sheets, crosses, closed, ends, turns, active, (phase, dice, half, done, asked) = state
    half = put(half, seat, put(half[seat], colour, box))
    turn = build(Turn, (phase, dice, half, done, asked))
    if box & TARGET and closes(crosses[seat][colour] | box):
        turn = ask_again(state, turn, colour)
    return build(SixtoState, (seats, sheets, crosses, closed, ends, turns, active, turn))


def ask_again(state: SixtoState, turn: Turn, colour: int) -> Turn:
    """At an announcement those who were done, but could still use that die, are done no longer.

    Each seat is asked at most once for each colour in a turn. They stay asked if the announcement is taken
    back. Who announces is not done, so is never asked.
    """
    done, asked = turn.done, turn.asked
    for seat in range(state.seats):
        unused = turn.half[seat][colour] == 0
        if has(done, seat) and unused and open_boxes(state, seat, colour) and not has(asked[seat], colour):
            done ^= 1 << seat
            asked = put(asked, seat, asked[seat] | (1 << colour))
    return Turn(turn.phase, turn.dice, turn.half, done, asked)


def end_turn(state: SixtoState, half: tuple[Six, ...]) -> SixtoState:
    """All are done: crosses become final, closed colours are closed for everybody, the next is active."""
    crosses = state.crosses
    for seat in range(state.seats):
        crosses = put(crosses, seat, made_final(crosses[seat], half[seat]))
    closed = closed_colours(state.seats, crosses)
    ends = ends_that_hold(state.seats, crosses, closed, dice_used(half[0]))
    active = clockwise(state.active, state.seats)
    return SixtoState(state.seats, state.sheets, crosses, closed, ends, state.turns + 1, active, FRESH_TURN)


def with_turn(state: SixtoState, turn: Turn) -> SixtoState:
    seats, sheets, crosses, closed, ends, turns, active, _ = state
    return SixtoState(seats, sheets, crosses, closed, ends, turns, active, turn)


def is_over(state: SixtoState) -> bool:
    return state.ends != 0


def score(state: SixtoState, seat: int) -> Score:
    """The points of a sheet as it stands, from its final crosses alone."""
    return sheet_score(state.crosses[seat])


def winners(state: SixtoState) -> int:
    """The seats that win: most points; of those, most crosses; who is still tied shares the win."""
    if not is_over(state):
        return 0
    best_total = best_crosses = best = 0
    for seat in range(state.seats):
        mine = score(state, seat)
        if best == 0 or (mine.total, mine.crosses) > (best_total, best_crosses):
            best_total, best_crosses, best = mine.total, mine.crosses, 0
        if (mine.total, mine.crosses) == (best_total, best_crosses):
            best |= 1 << seat
    return best
