"""Which dice to keep, which to throw again, and when to stop everybody.

A die is kept as long as that is worth more than throwing it again and again until it shows something better
or somebody else stops. So a die is "grabbed" from a number for the sake of a better cell; and who could stop
does not, if what another throw may bring is worth more than to be the last to mark.
"""

from typing import NamedTuple

from sixes.bots.bot import NOTHING
from sixes.bots.sixem.evaluation import Scale, Sense, Table, worth
from sixes.bots.sixem.nearest import laid, move, showing
from sixes.rules.boards import cell_of, numbers_on
from sixes.rules.rounds import STOP, THROW, SixemMove, SixemState, in_the_air, lands_first, playing
from sixes.rules.six import Six, count, has, put

ALL_DICE = 0b111111
NO_VALUES: Table = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
LEAST_LEFT = 0.001
"""What others keep of their worth at least, however much is erased."""


class Hand(NamedTuple):
    """A player's dice, and what can come of them."""

    dice: Six
    board: int
    mine: float
    """What the player's board is worth."""
    others: float
    """What the boards of all others are worth together."""
    luck: float
    losses: list[float]
    """For each cell in which the player has an X, what another can be made to lose with its die."""
    scale: Scale


def roll(state: SixemState, seat: int, sense: Sense) -> SixemMove:
    """Throw what is not worth keeping; if all six dice are, they show 1 to 6, and that is STOP."""
    if lands_first(state, state.now) or state.now < state.round.pauses[seat]:
        return move(state, NOTHING, seat)
    scale = Scale(state.pattern, state.tied, sense.rows, sense.columns, sense.diagonals)
    hand = hand_of(state, seat, scale, sense.luck)
    keep = one_of_each(hand)
    if sense.grabs > 0:
        keep = worth_keeping(hand, keep, sense.numbers, stopped_by_others(state, seat, sense.hurry))
    if keep == ALL_DICE:
        return move(state, STOP, seat)
    dice = ALL_DICE & ~keep & ~in_the_air(state, seat)
    return move(state, THROW if dice else NOTHING, seat, dice)


def hand_of(state: SixemState, seat: int, scale: Scale, luck: float) -> Hand:
    board, others, losses = state.boards[seat], 0.0, [0.0] * 36
    for other in range(state.options.seats):
        if other != seat and has(playing(state), other):
            theirs = state.boards[other]
            stands = worth(theirs, scale)
            others += stands
            for place in range(36):
                if has(board & theirs, place):
                    losses[place] = max(losses[place], stands - worth(theirs & ~(1 << place), scale))
    return Hand(state.round.dice[seat], board, worth(board, scale), others, luck, losses, scale)


def stopped_by_others(state: SixemState, seat: int, hurry: Table) -> float:
    """How likely it is that somebody else stops before the next throw lies."""
    nobody = 1.0
    for other in range(state.options.seats):
        if other != seat and has(playing(state), other):
            nobody *= 1 - hurry[count(numbers_on(state.round.dice[other]))]
    return 1 - nobody


# One die of each number ---------------------------------------------------------------------------------


def one_of_each(hand: Hand) -> int:
    """One die of each number on the table: the one with the best cell."""
    lie, keep = laid(hand.dice), 0
    for number in range(1, 7):
        shown = showing(lie, number)
        keep |= 1 << best_die(hand, shown, number) if count(shown) > 1 else shown
    return keep


def best_die(hand: Hand, shown: int, number: int) -> int:
    best, most = -1, -1.0
    for die in range(6):
        if has(shown, die):
            brings = brought(hand, die, number)
            if brings > most:
                best, most = die, brings
    return best


def brought(hand: Hand, die: int, number: int) -> float:
    """By how much a cell raises the player's chance, but for a factor: by a new X, or by an erased one."""
    cell = cell_of(die, number)
    if hand.board & cell:
        return hand.mine * hand.losses[6 * die + number - 1]
    return hand.others * (worth(hand.board | cell, hand.scale) - hand.mine)


# Kept dice thrown again ---------------------------------------------------------------------------------


def worth_keeping(hand: Hand, keep: int, numbers: Table, stopped: float) -> int:
    """Of the dice kept, those not better thrown again; the worst goes first, as the rest then counts more."""
    while keep:
        worst, least = -1, 0.0
        for die in range(6):
            if has(keep, die):
                better = advantage(hand, keep & ~(1 << die), die, numbers, stopped)
                if better < least:
                    worst, least = die, better
        if worst < 0:
            break
        keep &= ~(1 << worst)
    return keep


def advantage(hand: Hand, rest: int, die: int, numbers: Table, stopped: float) -> float:
    """What keeping a die as it lies is worth above throwing it again, beside the rest of those kept."""
    values, lie = NO_VALUES, laid_of(hand.dice, rest)
    without = value(hand, rest, -1, 0) + numbers[count(rest)]
    for number in range(1, 7):
        same = showing(lie, number)
        with_it = value(hand, rest & ~same, die, number) + numbers[count(rest & ~same) + 1]
        values = put(values, number - 1, max(with_it, without) if same else with_it)
    return values[hand.dice[die] - 1] - thrown_again(values, stopped)


def laid_of(dice: Six, some: int) -> int:
    """For each number the set of those of some dice that show it, as `laid` has it for all."""
    lie = 0
    for die in range(6):
        if has(some, die):
            lie |= 1 << 6 * dice[die] + die
    return lie


def value(hand: Hand, kept: int, die: int, number: int) -> float:
    """The player's chance, if only the dice kept counted, and one more with this number (none: -1)."""
    board, others = hand.board, hand.others
    for each in range(6):
        if each == die or has(kept, each):
            face = number if each == die else hand.dice[each]
            cell = cell_of(each, face)
            board |= cell
            if hand.board & cell:
                others -= hand.losses[6 * each + face - 1]
    mine = hand.mine if board == hand.board else worth(board, hand.scale)
    return mine / (mine + max(others, hand.others * LEAST_LEFT) + hand.luck * min(mine, 1.0))


def thrown_again(values: Table, stopped: float) -> float:
    """What a die is worth that is thrown until its number is good enough, or somebody stops.

    Which numbers are good enough is chosen so that it is worth most.
    """
    best, every = -1.0, 0.0
    for each in values:
        every += each
    for least in values:
        good, many = 0.0, 0
        for each in values:
            if each >= least:
                good += each
                many += 1
        best = max(best, (stopped * every + (1 - stopped) * good) / (6 * stopped + (1 - stopped) * many))
    return best
