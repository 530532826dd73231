"""A game of Sixem at one moment: its state, the round under way, and where everybody's dice are."""

from typing import NamedTuple

from sixes.rules.boards import NEITHER, Pattern, shows_one_to_six
from sixes.rules.six import NOBODY, NONE, Six, everybody, has

STARTING, SPINNING, ROLLING, LAST_THROWS, MARKING, OVER = range(6)
"""The phases of a game; each round goes through ROLLING, LAST_THROWS and MARKING."""
START, SPIN, THROW, LAND, STOP, MARK = range(6)
"""The kinds of moves; LAND is the dice's own."""

NOTHING: tuple[Six, ...] = (NONE, NONE, NONE, NONE, NONE, NONE)


class SixemOptions(NamedTuple):
    """What is agreed before the game."""

    seats: int
    sweet: bool
    throw_time: int


class Round(NamedTuple):
    """What lasts for one round."""

    dice: tuple[Six, ...]
    """For each seat and die, the number it shows on the table; 0 while it is in hand."""
    lands: tuple[Six, ...]
    """For each seat and die, when it lands; 0 for a die that is not in the air."""
    pauses: Six
    """For each seat, until when a false STOP keeps it from throwing and calling."""
    caller: int
    marker: int
    to_mark: int
    """The numbers that the marker has still to mark, each with one die."""


class SixemState(NamedTuple):
    options: SixemOptions
    phase: int
    now: int
    """When the last move was made."""
    starts: Six
    """For each seat, its starting roll; 0 before it."""
    pattern: Pattern
    boards: Six
    tied: int
    """Those who play on alone after a tie."""
    winner: int
    rounds: int
    """Rounds played."""
    round: Round


class SixemMove(NamedTuple):
    kind: int
    seat: int
    now: int = 0
    dice: int = 0
    """The set of dice thrown."""
    faces: Six = NONE
    """What dice show as they land; the starting roll is the first of them."""
    spun: int = NOBODY
    """Where the spinner came to rest, as a place in SPINNER."""
    die: int = 0
    """The die that marks, by colour."""
    deed: int = NEITHER
    other: int = 0
    """The player who has to erase an X, or is given one."""


Move, State = SixemMove, SixemState
"""Short names, for programs that play Sixem alone."""

FRESH_ROUND = Round(NOTHING, NOTHING, NONE, NOBODY, NOBODY, 0)
"""A round begins with all six dice of everybody in hand."""
NO_PATTERN = Pattern(0, 0, 0, 0)


def playing(state: SixemState) -> int:
    """Everybody; after a tie only those tied."""
    return state.tied or everybody(state.options.seats)


def in_the_air(state: SixemState, seat: int) -> int:
    dice = 0
    for die in range(6):
        if state.round.lands[seat][die]:
            dice |= 1 << die
    return dice


def in_hand(state: SixemState, seat: int) -> int:
    """The dice that show nothing: in the air, or not thrown yet in this round."""
    dice = 0
    for die in range(6):
        if state.round.dice[seat][die] == 0:
            dice |= 1 << die
    return dice


def landing(state: SixemState, seat: int, now: int) -> int:
    """The dice of a seat that land now: those whose throw time is over; after STOP all that are in hand."""
    dice = 0
    if not has(playing(state), seat):
        return dice
    if state.phase == LAST_THROWS:
        return in_hand(state, seat)
    if state.phase == ROLLING:
        for die in range(6):
            if 0 < state.round.lands[seat][die] <= now:
                dice |= 1 << die
    return dice


def next_landing(state: SixemState) -> int:
    """When the next dice land, or 0 while none are in the air; the last throws, after STOP, land at once."""
    if state.phase == LAST_THROWS:
        return state.now
    soonest = 0
    for seat in range(state.options.seats):
        for die in range(6):
            time = state.round.lands[seat][die]
            if time and (soonest == 0 or time < soonest):
                soonest = time
    return soonest


def lands_first(state: SixemState, now: int) -> bool:
    """While all roll, some dice are due: they land before anybody throws or calls."""
    due = False
    for seat in range(state.options.seats):
        for die in range(6):
            due |= 0 < state.round.lands[seat][die] <= now
    return due


def all_rolled(seats: int, starts: Six) -> bool:
    """Every seat has made its starting roll."""
    for seat in range(seats):
        if starts[seat] == 0:
            return False
    return True


def highest(seats: int, starts: Six) -> int:
    """The seats with the highest starting roll."""
    found = everybody(seats)
    for seat in range(seats):
        for other in range(seats):
            if starts[other] > starts[seat]:
                found &= ~(1 << seat)
    return found


def is_stop(state: SixemState, seat: int) -> bool:
    """All six dice of a seat lie on the table and show 1 to 6: a call of STOP counts."""
    return shows_one_to_six(state.round.dice[seat])
