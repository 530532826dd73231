"""What counts of a game of Sixto besides one's own sheet: how far it is, and what others are about to do."""

from sixes.bots.sixto_features import POINT, STEPS, place_of, row_goes_on, threat
from sixes.bots.sixto_search import Standing
from sixes.bots.sixto_steady import total
from sixes.rules.rows import DICE_THAT_END
from sixes.rules.sheets import PLACES
from sixes.rules.six import Six, count, has
from sixes.rules.turns import State, announced

PLACES_A_STEP, ALONE_STEPS = 9, 8


def standing_of(state: State, seat: int) -> Standing:
    if state.seats == 1:
        step = max(ALONE_STEPS - 1 - places_passed(state, seat) // PLACES_A_STEP, 0)
        return Standing(True, step, 0, 0, 0, 0)
    threats = 0
    for other in range(state.seats):
        if other != seat:
            threats = most_threats(threats, state.crosses[other], state.closed)
    step, near = min(state.turns, STEPS - 1), nearness(threats, state.closed)
    return Standing(False, step, near, threats, announced(state), best_other(state, seat))


def best_other(state: State, seat: int) -> int:
    """The points of the best of the others, in parts."""
    best = -1_000_000
    for other in range(state.seats):
        if other != seat:
            best = max(best, total(state.crosses[other]) * POINT)
    return best


def places_passed(state: State, seat: int) -> int:
    """In all rows of a player; a row that is closed, or does not go on, is passed."""
    places = 0
    for colour in range(6):
        crosses = state.crosses[seat][colour]
        goes_on = not has(state.closed, colour) and row_goes_on(crosses)
        places += place_of(crosses) if goes_on else PLACES
    return places


def most_threats(threats: int, crosses: Six, closed: int) -> int:
    """For each colour that is open the greatest threat so far: three bits each."""
    for colour in range(6):
        nears = 0 if has(closed, colour) else threat(crosses[colour])
        if nears > threats >> 3 * colour & 7:
            threats = threats & ~(7 << 3 * colour) | nears << 3 * colour
    return threats


def nearness(threats: int, closed: int) -> int:
    """The mean threat to as many colours as must still be closed to end the game."""
    missing, total = DICE_THAT_END - count(closed), 0
    for _ in range(missing):
        greatest, of = -1, 0
        for colour in range(6):
            if threats >> 3 * colour & 7 > greatest:
                greatest, of = threats >> 3 * colour & 7, colour
        total += greatest
        threats &= ~(7 << 3 * of)
    return total // missing
