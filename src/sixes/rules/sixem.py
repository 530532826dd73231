"""Sixem: a game from the starting rolls to the winner, for two to six players (the box says four).

First everybody rolls one die (STARTING) and the single highest spins for the pattern (SPINNING). A round is
rolling at one's own speed (ROLLING) until somebody stops it, the last throws (LAST_THROWS), and marking, one
player after the other (MARKING). Time is data, in milliseconds: each move says when it is made, dice in the
air know when they land.

>>> state = setup(2)
>>> state = apply(state, SixemMove.parse("start 4", seat=0))
>>> state = apply(state, SixemMove.parse("start 2", seat=1))
>>> [str(move) for move in legal(state, 0)]
['spin']
>>> refusal(state, SixemMove.parse("spin 3", seat=1))
<SixemRefusal.NOT_SPINNER: 8>
"""

from sixes.rules.boards import (
    ERASE,
    GIVE,
    NEITHER,
    Lines,
    SixemRefusal,
    after_round,
    cell_of,
    lines_of,
    numbers_on,
)
from sixes.rules.rounds import (
    FRESH_ROUND,
    LAND,
    LAST_THROWS,
    MARK,
    MARKING,
    OVER,
    ROLLING,
    SPIN,
    SPINNING,
    START,
    STARTING,
    STOP,
    THROW,
    Round,
    SixemMove,
    SixemOptions,
    SixemState,
    all_rolled,
    highest,
    in_the_air,
    is_stop,
    landing,
    lands_first,
    playing,
)
from sixes.rules.six import NOBODY, NONE, Six, clockwise, count, has, is_number, put
from sixes.rules.spinner import SPINNER, Pattern

__all__ = ["apply", "is_over", "legal", "refusal", "score", "setup", "winners"]

FEWEST_SEATS, MOST_SEATS = 2, 6
THROW_TIME = 450
"""From a throw until its dice land, unless the table says otherwise."""
ANY_ROLL: Six = (1, 1, 1, 1, 1, 1)
FALSE_STOP_PAUSE = 2000
"""What a call of STOP without 1 to 6 on the table costs: no throws and no call for so long."""


def setup(seats: int, sweet: bool = False, throw_time: int = THROW_TIME) -> SixemState:
    """A new table: everybody still has to roll for who spins."""
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise ValueError("Sixem is for 2 to 6 players")
    if throw_time < 1:
        raise ValueError("a throw takes at least a millisecond")
    options = SixemOptions(seats, sweet, throw_time)
    return SixemState(
        options=options,
        phase=STARTING,
        now=0,
        starts=NONE,
        pattern=Pattern(),
        boards=NONE,
        tied=0,
        winner=NOBODY,
        rounds=0,
        round=FRESH_ROUND,
    )


def setup_with(pattern: Pattern, seats: int, sweet: bool = False, throw_time: int = THROW_TIME) -> SixemState:
    """A new game whose pattern is known already; it need not be one of the spinner's."""
    return begin_game(setup(seats, sweet, throw_time), pattern, 0)


# What may be done ---------------------------------------------------------------------------------------


def refusal(state: SixemState, move: SixemMove) -> SixemRefusal:
    """The rule that a move breaks, or FINE. A false STOP is not refused as a move: it costs a pause."""
    if not 0 <= move.seat < state.options.seats:
        return SixemRefusal.NO_SUCH_SEAT
    if not START <= move.kind <= MARK:
        return SixemRefusal.NO_SUCH_MOVE
    if is_over(state):
        return SixemRefusal.GAME_OVER
    if move.now < state.now:
        return SixemRefusal.TIME_RUNS_ON
    if not has(playing(state), move.seat):
        return SixemRefusal.OUT
    if move.kind == START:
        return start_refusal(state, move)
    if move.kind == SPIN:
        return spin_refusal(state, move)
    if move.kind == MARK:
        return mark_refusal(state, move)
    if move.kind == LAND:
        return land_refusal(state, move)
    return rolling_refusal(state, move)


def start_refusal(state: SixemState, move: SixemMove) -> SixemRefusal:
    """Everybody rolls one die."""
    if state.phase != STARTING:
        return SixemRefusal.NOT_STARTING
    if state.starts[move.seat]:
        return SixemRefusal.STARTED_ALREADY
    return SixemRefusal.FINE if is_number(move.faces[0]) else SixemRefusal.DIE_NUMBER


def spin_refusal(state: SixemState, move: SixemMove) -> SixemRefusal:
    """Only the seat with the highest starting roll spins."""
    if state.phase != SPINNING or highest(state.options.seats, state.starts) != 1 << move.seat:
        return SixemRefusal.NOT_SPINNER
    return SixemRefusal.FINE if 0 <= move.spun < len(SPINNER) else SixemRefusal.NO_SUCH_PATTERN


def rolling_refusal(state: SixemState, move: SixemMove) -> SixemRefusal:
    """Throwing and calling STOP: only while all roll, and not during a pause."""
    if state.phase in (LAST_THROWS, MARKING):
        return SixemRefusal.STOPPED_ALREADY
    if state.phase != ROLLING:
        return SixemRefusal.NOT_ROLLING
    if lands_first(state, move.now):
        return SixemRefusal.LANDS_FIRST
    if move.now < state.round.pauses[move.seat]:
        return SixemRefusal.PAUSED
    return throw_refusal(state, move) if move.kind == THROW else SixemRefusal.FINE


def throw_refusal(state: SixemState, move: SixemMove) -> SixemRefusal:
    """Any of one's dice can be thrown, but not those in the air."""
    if not 0 <= move.dice < 1 << 6:
        return SixemRefusal.NO_SUCH_DIE
    if move.dice == 0:
        return SixemRefusal.NO_DICE
    if move.dice & in_the_air(state, move.seat):
        return SixemRefusal.IN_THE_AIR
    return SixemRefusal.FINE


def land_refusal(state: SixemState, move: SixemMove) -> SixemRefusal:
    """Exactly the dice that are due land, each with a number."""
    due = landing(state, move.seat, move.now)
    if due == 0:
        return SixemRefusal.NOT_LANDING
    for die in range(6):
        if not has(due, die) and move.faces[die] != 0:
            return SixemRefusal.NOT_LANDING
        if has(due, die) and not is_number(move.faces[die]):
            return SixemRefusal.DIE_NUMBER
    return SixemRefusal.FINE


def mark_refusal(state: SixemState, move: SixemMove) -> SixemRefusal:
    """Exactly one die for each different number, in one's turn to mark; a deed only where the X is old."""
    if state.phase != MARKING:
        return SixemRefusal.NOT_MARKING
    if move.seat != state.round.marker:
        return SixemRefusal.NOT_MARKER
    if not 0 <= move.die < 6:
        return SixemRefusal.NO_SUCH_DIE
    number = state.round.dice[move.seat][move.die]
    if not has(state.round.to_mark, number):
        return SixemRefusal.NUMBER_MARKED
    if move.deed == NEITHER:
        return SixemRefusal.FINE
    return deed_refusal(state, move, cell_of(move.die, number))


def deed_refusal(state: SixemState, move: SixemMove, cell: int) -> SixemRefusal:
    """What a player may do to another with the die of a cell: have an X erased or, playing sweet, give one.

    They need not. The boards of players who are out stay as they are. The X on the player's own board must
    have been there when they began to mark; it is enough to look at the board now, since each of their dice
    marks another number, so that none of their own marks went into this cell.
    """
    if not ERASE <= move.deed <= GIVE:
        return SixemRefusal.NO_SUCH_MOVE
    if move.deed == GIVE and not state.options.sweet:
        return SixemRefusal.NOT_SWEET
    if not 0 <= move.other < state.options.seats:
        return SixemRefusal.NO_SUCH_SEAT
    if move.other == move.seat:
        return SixemRefusal.NOT_ONESELF
    if not has(playing(state), move.other):
        return SixemRefusal.OTHER_IS_OUT
    if state.boards[move.seat] & cell == 0:
        return SixemRefusal.NEEDS_OWN_X
    theirs = state.boards[move.other] & cell
    if move.deed == ERASE:
        return SixemRefusal.FINE if theirs else SixemRefusal.NOTHING_TO_ERASE
    return SixemRefusal.HAS_IT_ALREADY if theirs else SixemRefusal.FINE


def legal(state: SixemState, seat: int) -> list[SixemMove]:
    """Every move a seat may make now, without what chance adds; dice land by themselves."""
    now = state.now
    moves = [SixemMove(STOP, seat, now)]
    moves += [SixemMove(THROW, seat, now, dice) for dice in range(1 << 6)]
    for die in range(6):
        moves.append(SixemMove(MARK, seat, now, die=die))
        for other in range(state.options.seats):
            moves.append(SixemMove(MARK, seat, now, die=die, deed=ERASE, other=other))
            moves.append(SixemMove(MARK, seat, now, die=die, deed=GIVE, other=other))
    moves = [move for move in moves if refusal(state, move) == SixemRefusal.FINE]
    for kind in (START, SPIN):
        if refusal(state, SixemMove(kind, seat, now, faces=ANY_ROLL, spun=0)) == SixemRefusal.FINE:
            moves.append(SixemMove(kind, seat, now))
    return moves


# What comes of it ---------------------------------------------------------------------------------------


def apply(state: SixemState, move: SixemMove) -> SixemState:
    """The game after a move that is not refused."""
    if move.kind == START:
        return start(state, move)
    if move.kind == SPIN:
        return begin_game(state, SPINNER[move.spun], move.now)
    if move.kind == THROW:
        return throw(state, move)
    if move.kind == LAND:
        return land(state, move)
    if move.kind == STOP:
        return stop(state, move)
    return mark(state, move)


def start(state: SixemState, move: SixemMove) -> SixemState:
    """A starting roll. When all have rolled, the highest spins; a tie at the top is rolled again by all."""
    starts = put(state.starts, move.seat, move.faces[0])
    phase = STARTING
    if all_rolled(state.options.seats, starts):
        if count(highest(state.options.seats, starts)) == 1:
            phase = SPINNING
        else:
            for seat in range(6):
                starts = put(starts, seat, 0)
    return before_rounds(state, phase, move.now, starts, state.pattern)


def begin_game(state: SixemState, pattern: Pattern, now: int) -> SixemState:
    """The pattern is known and the first round begins: boards are empty, all dice in hand."""
    return before_rounds(state, ROLLING, now, state.starts, pattern)


def before_rounds(state: SixemState, phase: int, now: int, starts: Six, pattern: Pattern) -> SixemState:
    """A game of which no round is played yet."""
    return SixemState(
        options=state.options,
        phase=phase,
        now=now,
        starts=starts,
        pattern=pattern,
        boards=state.boards,
        tied=0,
        winner=NOBODY,
        rounds=0,
        round=state.round,
    )


def throw(state: SixemState, move: SixemMove) -> SixemState:
    """The dice are in hand and show nothing from this moment, and land one throw time later."""
    this = state.round
    dice, lands = this.dice[move.seat], this.lands[move.seat]
    for die in range(6):
        if has(move.dice, die):
            dice = put(dice, die, 0)
            lands = put(lands, die, move.now + state.options.throw_time)
    return with_round(state, ROLLING, move.now, state.boards, with_dice(this, move.seat, dice, lands))


def land(state: SixemState, move: SixemMove) -> SixemState:
    """Dice come down; when after STOP the last one lies, all dice stand and marking begins."""
    this = state.round
    dice, lands = this.dice[move.seat], this.lands[move.seat]
    for die in range(6):
        if move.faces[die]:
            dice = put(dice, die, move.faces[die])
            lands = put(lands, die, 0)
    after = with_round(state, state.phase, move.now, state.boards, with_dice(this, move.seat, dice, lands))
    return marking_if_all_lie(after) if state.phase == LAST_THROWS else after


def stop(state: SixemState, move: SixemMove) -> SixemState:
    """The first valid call ends the rolling at once; a false one costs its caller a pause."""
    this = state.round
    if is_stop(state, move.seat):
        called = Round(this.dice, this.lands, this.pauses, move.seat, NOBODY, 0)
        return marking_if_all_lie(with_round(state, LAST_THROWS, move.now, state.boards, called))
    pauses = put(this.pauses, move.seat, move.now + FALSE_STOP_PAUSE)
    paused = Round(this.dice, this.lands, pauses, NOBODY, NOBODY, 0)
    return with_round(state, ROLLING, move.now, state.boards, paused)


def marking_if_all_lie(state: SixemState) -> SixemState:
    """After STOP: marking begins once no last throw is still to land."""
    for seat in range(state.options.seats):
        if landing(state, seat, state.now):
            return state
    return begin_marking(state, state.round.caller, state.round.dice)


def begin_marking(state: SixemState, caller: int, dice: tuple[Six, ...]) -> SixemState:
    """All dice stand: the player to the left of the caller marks first, the caller last."""
    marker = next_marker(state, caller)
    this = Round(dice, state.round.lands, state.round.pauses, caller, marker, numbers_on(dice[marker]))
    return with_round(state, MARKING, state.now, state.boards, this)


def next_marker(state: SixemState, seat: int) -> int:
    seat = clockwise(seat, state.options.seats)
    while not has(playing(state), seat):
        seat = clockwise(seat, state.options.seats)
    return seat


def mark(state: SixemState, move: SixemMove) -> SixemState:
    """One die used: it makes a new X or, where that X is old, may erase or give one on another's board.

    That happens at once, and complete lines do not protect an X.
    """
    this = state.round
    number = this.dice[move.seat][move.die]
    cell = cell_of(move.die, number)
    boards = put(state.boards, move.seat, state.boards[move.seat] | cell)
    if move.deed == ERASE:
        boards = put(boards, move.other, boards[move.other] & ~cell)
    elif move.deed == GIVE:
        boards = put(boards, move.other, boards[move.other] | cell)
    to_mark, marker = this.to_mark & ~(1 << number), this.marker
    if to_mark == 0:
        if marker == this.caller:
            return end_round(state, boards, move.now)
        marker = next_marker(state, marker)
        to_mark = numbers_on(this.dice[marker])
    marking = Round(this.dice, this.lands, this.pauses, this.caller, marker, to_mark)
    return with_round(state, MARKING, move.now, boards, marking)


def end_round(state: SixemState, boards: Six, now: int) -> SixemState:
    """Everybody has marked: somebody has won, or a new round begins, after a tie for those tied alone."""
    won, tied = after_round(boards, state.options.seats, state.pattern, state.tied)
    phase, winner = ROLLING, NOBODY
    for seat in range(state.options.seats):
        if has(won, seat):
            phase, winner = OVER, seat
    dice = all_in_hand(state.round.dice)
    return SixemState(
        options=state.options,
        phase=phase,
        now=now,
        starts=state.starts,
        pattern=state.pattern,
        boards=boards,
        tied=tied,
        winner=winner,
        rounds=state.rounds + 1,
        round=Round(dice, state.round.lands, state.round.pauses, NOBODY, NOBODY, 0),
    )


def all_in_hand(dice: tuple[Six, ...]) -> tuple[Six, ...]:
    for seat in range(6):
        for die in range(6):
            dice = put(dice, seat, put(dice[seat], die, 0))
    return dice


def with_round(state: SixemState, phase: int, now: int, boards: Six, this: Round) -> SixemState:
    # By position: every move comes through here, and keywords take half as long again.
    starts, pattern, tied, winner = state.starts, state.pattern, state.tied, state.winner
    return SixemState(state.options, phase, now, starts, pattern, boards, tied, winner, state.rounds, this)


def with_dice(this: Round, seat: int, dice: Six, lands: Six) -> Round:
    all_dice, all_lands = put(this.dice, seat, dice), put(this.lands, seat, lands)
    return Round(all_dice, all_lands, this.pauses, this.caller, this.marker, this.to_mark)


def is_over(state: SixemState) -> bool:
    return state.phase == OVER


def score(state: SixemState, seat: int) -> Lines:
    """What counts on a board: its lines."""
    return lines_of(state.boards[seat])


def winners(state: SixemState) -> int:
    """The set of the one who has won, or of nobody yet."""
    return 1 << state.winner if is_over(state) else 0
