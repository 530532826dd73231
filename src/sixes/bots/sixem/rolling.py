"""Which dice to keep, which to throw again, and when to call STOP.

A die is kept while that is worth more than throwing it until it shows something better or somebody stops. So
a die may be thrown again though its number is needed, for the sake of a better cell; and a player who could
stop throws on if another throw is worth more than being the last to mark.
"""

from typing import NamedTuple

from sixes.bots.bot import NOTHING
from sixes.bots.sixem.evaluation import ByCount, Scale, SixemWeights, worth
from sixes.bots.sixem.nearest import ALL_DICE, dice_by_number, dice_showing, simple_move
from sixes.rules.boards import cell_of, numbers_on
from sixes.rules.rounds import STOP, THROW, SixemMove, SixemState, in_the_air, playing
from sixes.rules.six import Six, count, has, put

NO_VALUES: ByCount = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
LEAST_LEFT = 0.001
"""The share of their worth that the others keep at least, however much is erased."""


class RollContext(NamedTuple):
    """What a player needs to compare keeping and throwing."""

    dice: Six
    board: int
    mine: float
    """What the player's board is worth."""
    others: float
    """What the boards of all others are worth together."""
    luck: float
    losses: list[float]
    """For each cell in which the player has an X, the most that erasing it can cost another player."""
    scale: Scale


def roll(state: SixemState, seat: int, weights: SixemWeights) -> SixemMove:
    """Throw what is not worth keeping. If all six dice are, they show 1 to 6: call STOP."""
    scale = Scale(state.pattern, state.tied, weights.rows, weights.columns, weights.diagonals)
    context = roll_context(state, seat, scale, weights.luck)
    keep = one_of_each(context)
    if weights.grabs > 0:
        keep = worth_keeping(context, keep, weights.numbers, stopped_by_others(state, seat, weights.hurry))
    if keep == ALL_DICE:
        return simple_move(state, STOP, seat)
    dice = ALL_DICE & ~keep & ~in_the_air(state, seat)
    return simple_move(state, THROW if dice else NOTHING, seat, dice)


def roll_context(state: SixemState, seat: int, scale: Scale, luck: float) -> RollContext:
    board, others, losses = state.boards[seat], 0.0, [0.0] * 36
    for other in range(state.options.seats):
        if other != seat and has(playing(state), other):
            theirs = state.boards[other]
            stands = worth(theirs, scale)
            others += stands
            for place in range(36):
                if has(board & theirs, place):
                    losses[place] = max(losses[place], stands - worth(theirs & ~(1 << place), scale))
    return RollContext(state.round.dice[seat], board, worth(board, scale), others, luck, losses, scale)


def stopped_by_others(state: SixemState, seat: int, hurry: ByCount) -> float:
    """How likely it is that somebody else calls STOP before the next throw lands."""
    nobody = 1.0
    for other in range(state.options.seats):
        if other != seat and has(playing(state), other):
            nobody *= 1 - hurry[count(numbers_on(state.round.dice[other]))]
    return 1 - nobody


def one_of_each(context: RollContext) -> int:
    """One die of each number on the table: the one with the best cell."""
    by_number, keep = dice_by_number(context.dice), 0
    for number in range(1, 7):
        shown = dice_showing(by_number, number)
        keep |= 1 << best_die(context, shown, number) if count(shown) > 1 else shown
    return keep


def best_die(context: RollContext, shown: int, number: int) -> int:
    best, most = -1, -1.0
    for die in range(6):
        if has(shown, die):
            brings = gain(context, die, number)
            if brings > most:
                best, most = die, brings
    return best


def gain(context: RollContext, die: int, number: int) -> float:
    """By how much a new X, or an erased one, raises the player's chance; up to a constant factor."""
    cell = cell_of(die, number)
    if context.board & cell:
        return context.mine * context.losses[6 * die + number - 1]
    return context.others * (worth(context.board | cell, context.scale) - context.mine)


def worth_keeping(context: RollContext, keep: int, numbers: ByCount, stopped: float) -> int:
    """The dice of `keep` that are better kept than thrown again."""
    while keep:
        worst, least = -1, 0.0
        for die in range(6):
            if has(keep, die):
                better = advantage(context, keep & ~(1 << die), die, numbers, stopped)
                if better < least:
                    worst, least = die, better
        if worst < 0:
            break
        keep &= ~(1 << worst)  # the others count more without it
    return keep


def advantage(context: RollContext, rest: int, die: int, numbers: ByCount, stopped: float) -> float:
    """How much more it is worth to keep a die than to throw it again, beside the other dice kept."""
    values, by_number = NO_VALUES, dice_by_number(context.dice, rest)
    without = value(context, rest, -1, 0) + numbers[count(rest)]
    for number in range(1, 7):
        same = dice_showing(by_number, number)
        with_it = value(context, rest & ~same, die, number) + numbers[count(rest & ~same) + 1]
        values = put(values, number - 1, max(with_it, without) if same else with_it)
    return values[context.dice[die] - 1] - thrown_again(values, stopped)


def value(context: RollContext, kept: int, die: int, number: int) -> float:
    """The chance to win if only the kept dice counted, and one more die with this number (-1: no more)."""
    board, others = context.board, context.others
    for each in range(6):
        if each == die or has(kept, each):
            face = number if each == die else context.dice[each]
            cell = cell_of(each, face)
            board |= cell
            if context.board & cell:
                others -= context.losses[6 * each + face - 1]
    mine = context.mine if board == context.board else worth(board, context.scale)
    return mine / (mine + max(others, context.others * LEAST_LEFT) + context.luck * min(mine, 1.0))


def thrown_again(values: ByCount, stopped: float) -> float:
    """What a die is worth that is thrown until its number is good enough or somebody stops.

    Of all limits for "good enough", the best one.
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
