"""Games of few positions, solved exactly: every position, every roll and every crossing, by the rules.

A position is the crosses that were added since the beginning, as the bits of an int, row by row. Whatever is
crossed, that number becomes greater; so positions are solved from the greatest down.
"""

from typing import Any, NamedTuple

from sixes.bots.sixto import search
from sixes.bots.sixto.features import POINT
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import dice_from, random_word
from sixes.lab.sixto.bound.expectations import context_of, find_options, state_of
from sixes.lab.sixto.luck.worth import SoloMemory
from sixes.rules.rows import closed_colours, ends_that_hold, legal_boxes, sheet_score
from sixes.rules.sheets import PLACES
from sixes.rules.six import has

NOTHING = -1e9
FACES = 7
"""What a die can show, with 0 for one that has left the game."""


class SolvedGame(NamedTuple):
    """A game of few positions, and the arrays to solve it with."""

    rows: int
    """Rows that are still played, from the top."""
    places: int
    """Places that are left in each of them."""
    sheet: Any
    start: Any
    points: Any
    """For each position the points on its sheet."""
    over: Any
    """For each position the set of numbers of dice with which the game is over, if a turn used so many."""
    crosses: Any
    """The crosses of the position in hand, for one seat."""
    boxes: Any
    """For each row and number the boxes that may be crossed there."""
    faces: Any
    chances: Any
    outcomes: Any
    """For each row its different outcomes of a die: a number for each, their chances, and how many there are.
    All numbers that cross nothing are one outcome."""
    after: Any
    used: Any
    """For each crossing of a roll the position after it, and the dice that it uses."""
    kept: Any
    """For each roll what it is worth."""
    chance: Any
    """For each roll its chance."""


class Charges(NamedTuple):
    """For each position what it is worth, and what a first and a second roll are worth there on average."""

    values: Any
    first: Any
    second: Any


class Layers(NamedTuple):
    """The positions of a turn on a path, and those of the next."""

    charged: Any
    """For both layers and each position what the dice on the way were charged with, or NOTHING."""
    listed: Any
    many: Any
    """For both layers the positions in it, and their number."""
    dice: Any


@compiled
def find_positions(game: SolvedGame) -> None:
    """Fill in the points of each position, and when the game is over there."""
    for position in range(len(game.points)):
        _set_crosses(position, game)
        closed = closed_colours(1, game.crosses)
        game.points[position] = sheet_score(game.crosses[0]).total
        game.over[position] = 0
        for used in range(game.rows + 1):
            if ends_that_hold(1, game.crosses, closed, used):
                game.over[position] |= 1 << used


@jitable
def _set_crosses(position: int, game: SolvedGame) -> None:
    for row in range(6):
        game.crosses[0, row] = game.start[row]
        if row < game.rows:
            bits = position >> row * game.places & (1 << game.places) - 1
            game.crosses[0, row] |= bits << PLACES + 1 - game.places


@compiled
def find_learnt(values: Any, game: SolvedGame, memory: SoloMemory) -> None:
    """Fill in the expert's value of each position."""
    for colour in range(6):
        memory.arrays.dice[colour] = 0
    for position in range(len(values)):
        _set_crosses(position, game)
        state = state_of(game.crosses[0], memory.arrays)
        context = context_of(state, memory)
        find_options(state, context, memory)
        values[position] = search.worth_now(state.closed, context) / POINT


@compiled
def look_ahead(charges: Charges, game: SolvedGame) -> None:
    """Fill in what rolls are worth on average at each position, if positions after them have these values.

    If `values` and `first` are the same array, values become exact: those after a position are found before.
    """
    for position in range(len(game.points) - 1, -1, -1):
        if has(game.over[position], game.rows):
            charges.first[position] = charges.second[position] = game.points[position]
            continue
        _find_boxes(position, game)
        rolls = _find_rolls(position, charges.values, game)
        second = 0.0
        for roll in range(rolls):
            second += game.chance[roll] * game.kept[roll]
        first = 0.0
        for roll in range(rolls):
            first += game.chance[roll] * max(game.kept[roll], second)
        charges.first[position], charges.second[position] = first, second


@not_inlined
def _find_boxes(position: int, game: SolvedGame) -> None:
    """Fill in the legal boxes at a position, and the outcomes of each die."""
    _set_crosses(position, game)
    closed = closed_colours(1, game.crosses)
    for row in range(game.rows):
        game.chances[row, 0] = game.faces[row, 0] = game.boxes[row, 0] = 0
        outcomes = 1
        for number in range(1, FACES):
            shown = 0 if has(closed, row) else number
            boxes = legal_boxes(game.sheet[row], game.crosses[0, row], shown)
            game.boxes[row, number] = boxes
            if boxes:
                game.faces[row, outcomes], game.chances[row, outcomes] = number, 1 / 6
                outcomes += 1
            else:
                game.chances[row, 0] += 1 / 6
        game.outcomes[row] = outcomes


@not_inlined
def _find_rolls(position: int, values: Any, game: SolvedGame) -> int:
    """Fill in each different roll's chance and what it is worth if kept. Returns their number."""
    rolls = 1
    for row in range(game.rows):
        rolls *= game.outcomes[row]
    for roll in range(rolls):
        rest, chance = roll, 1.0
        for row in range(game.rows):
            outcome = rest % game.outcomes[row]
            rest //= game.outcomes[row]
            chance *= game.chances[row, outcome]
            game.faces[6, row] = game.faces[row, outcome]
        game.chance[roll] = chance
        game.kept[roll] = _best_after(_find_after(position, game.faces[6], game), values, game)
    return rolls


@jitable
def _find_after(position: int, dice: Any, game: SolvedGame) -> int:
    """Fill in the positions after each crossing with these dice. Returns their number."""
    after, used, many = game.after, game.used, 1
    after[0], used[0] = position, 0
    for row in range(game.rows):
        boxes, so_far = game.boxes[row, dice[row]], many
        while boxes:
            added = (boxes & -boxes) >> PLACES + 1 - game.places << row * game.places
            for at in range(so_far):
                after[many], used[many] = after[at] | added, used[at] + 1
                many += 1
            boxes &= boxes - 1
    return many


@jitable
def _best_after(many: int, values: Any, game: SolvedGame) -> float:
    best = NOTHING
    for at in range(many):
        position = game.after[at]
        over = has(game.over[position], game.used[at])
        best = max(best, game.points[position] if over else values[position])
    return best


@compiled
def solve_path(key: int, charging: bool, charges: Charges, layers: Layers, game: SolvedGame) -> float:
    """The most that one who knows all dice can make, less the charges: all positions are gone through."""
    best, turn = NOTHING, 0
    layers.listed[0, 0], layers.charged[0, 0], layers.many[0] = 0, 0.0, 1
    while layers.many[turn % 2]:
        this, later = turn % 2, 1 - turn % 2
        layers.many[later] = 0
        for at in range(layers.many[this]):
            position = layers.listed[this, at]
            charged, layers.charged[this, position] = layers.charged[this, position], NOTHING
            _find_boxes(position, game)
            for again in range(2):
                _set_dice(random_word(key, turn, again), layers.dice)
                crossings = _find_after(position, layers.dice, game)
                if charging:
                    kept, second = _best_after(crossings, charges.values, game), charges.second[position]
                    charged += second - kept if again else charges.first[position] - max(kept, second)
                best = max(best, _list_after(crossings, charged, later, layers, game))
        turn += 1
    return best


@jitable
def _set_dice(word: int, dice: Any) -> None:
    faces = dice_from(word, 0)
    for colour in range(6):
        dice[colour] = faces[colour]


@not_inlined
def _list_after(crossings: int, charged: float, later: int, layers: Layers, game: SolvedGame) -> float:
    """List the positions after these crossings. Returns the most that a game makes that ends now."""
    best = NOTHING
    for at in range(crossings):
        position = game.after[at]
        if has(game.over[position], game.used[at]):
            best = max(best, charged + game.points[position])
            continue
        if layers.charged[later, position] == NOTHING:
            layers.listed[later, layers.many[later]] = position
            layers.many[later] += 1
        layers.charged[later, position] = max(layers.charged[later, position], charged)
    return best
