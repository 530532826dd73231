"""Search for the best crossing of a turn alone, by learnt values.

Each row has at most three options: cross nothing, or one of the two leftmost legal boxes. So there are at
most 729 crossings, whatever the sheet. Rows are valued one by one; what they add to the columns is summed up
for each crossing.
"""

from typing import Any, NamedTuple

from sixes.bots.sixto import features
from sixes.bots.sixto.features import LookupTables
from sixes.rules.rows import DICE_THAT_END, SOLO_NEEDS, closes, legal_boxes, target_is_open
from sixes.rules.six import NONE, Six, count, has, put

MOST_BOXES = 2
"""Boxes of a row that are tried."""
OPTIONS = MOST_BOXES + 1
CROSSINGS = OPTIONS**6
BOX, LOW, HIGH, TIME, ROW, CLOSES, MADE = range(7)
"""The facts kept for each option of a row; ROW is -1 if the row does not go on."""
FACTS = 7
OVER, STAGE, BEST_FACTS = 6, 7, 8
KEPT = 6
"""Crossings that are kept, the best first."""
WORTHLESS = -1_000_000


class Position(NamedTuple):
    """What the player sees before crossing."""

    sheet: Any
    ahead: Any
    """The outlook of the sheet."""
    crosses: Any
    dice: Any
    closed: int


class SearchBuffers(NamedTuple):
    """Memory of a search, reused from one to the next; compiled code has arrays here."""

    options: Any
    """For each row and option its FACTS."""
    option_counts: Any
    """For each row its number of options."""
    low: Any
    high: Any
    time: Any
    worth: Any
    picks: Any
    """For each crossing the sums over its rows, and packed in `picks` its option in each row."""
    best_value: Any
    kept: Any
    """For each of the best crossings its value; packed, its options, whether it ends the game, its stage."""
    best: Any
    """For the one chosen, its option in each row, whether it ends the game, and its stage."""
    entries: Any
    """Indexes of the entries that make up the value of a crossing, besides those of its rows."""


class SearchContext(NamedTuple):
    """What a search reads, and its buffers."""

    step: int
    """How much of the game is left, from 0 to STEPS - 1."""
    values: Any
    lookup: LookupTables
    buffers: SearchBuffers


class Case(NamedTuple):
    """The colours that a crossing closes, whether that ends the game, and the stage after it."""

    closing: int
    ends: bool
    stage: int


def new_buffers() -> SearchBuffers:
    sizes = (6 * OPTIONS * FACTS, 6, *[CROSSINGS] * 5, KEPT, KEPT, BEST_FACTS, features.SHARED_TERMS)
    return SearchBuffers(*([0] * size for size in sizes))


def find_options(position: Position, context: SearchContext) -> int:
    """Fill in the options of each row. Returns the rows in which an option closes the colour."""
    closable = 0
    for colour in range(6):
        crosses, dice = position.crosses[colour], position.dice[colour]
        at, options, boxes = colour * OPTIONS * FACTS, 1, 0
        find_option(position, colour, 0, at, context)
        if not has(position.closed, colour) and dice:
            boxes = legal_boxes(position.sheet[colour], crosses, dice)
        while boxes and options < OPTIONS:
            box = boxes & -boxes
            find_option(position, colour, box, at + options * FACTS, context)
            if closes(crosses | box):
                closable |= 1 << colour
            boxes &= boxes - 1
            options += 1
        context.buffers.option_counts[colour] = options
    return closable


def find_option(position: Position, colour: int, box: int, at: int, context: SearchContext) -> None:
    """Fill in the facts of one option, from index `at` on."""
    lookup, options = context.lookup, context.buffers.options
    crosses, gone = position.crosses[colour] | box, has(position.closed, colour)
    low, high = lookup.low[crosses >> 1 & 31], lookup.high[crosses >> 6 & 15]
    time, row = (1 << features.USED if box else 0), -1
    if not gone and features.row_goes_on(crosses):
        place = features.place_of(crosses)
        facts = position.ahead[features.ahead_at(colour, place, target_is_open(crosses))]
        low += lookup.low_reach[place]
        high += lookup.high_reach[place]
        time += features.time_facts(crosses, facts >> 3, lookup.usable[facts >> 3])
        row = features.row_kind(crosses) * features.AHEAD + facts
    options[at + BOX] = box
    options[at + LOW] = low
    options[at + HIGH] = high
    options[at + TIME] = time
    options[at + ROW] = row
    options[at + CLOSES] = not gone and closes(crosses)
    options[at + MADE] = count(crosses)


def best_crossing(closed: int, closable: int, context: SearchContext) -> Any:
    """The value of the best crossing, in 64ths of a point. The crossing itself is left in `buffers.best`."""
    buffers, closing = context.buffers, closable
    for place in range(KEPT):
        buffers.best_value[place] = WORTHLESS
    while True:
        case = case_of(closed | closing, closing, context.step)
        crossings = list_crossings(case, context)
        for crossing in range(crossings):
            value, over = value_of(crossing, case, context)
            if value > buffers.best_value[KEPT - 1]:
                keep(value, (buffers.picks[crossing] * 2 + over) * features.STAGES + case.stage, buffers)
        if closing == 0:
            choose(0, buffers)
            return buffers.best_value[0]
        closing = closing - 1 & closable


def keep(value: Any, packed: int, buffers: SearchBuffers) -> None:
    """Keep a crossing among the best, in order."""
    place = KEPT - 1
    while place and buffers.best_value[place - 1] < value:
        buffers.best_value[place] = buffers.best_value[place - 1]
        buffers.kept[place] = buffers.kept[place - 1]
        place -= 1
    buffers.best_value[place] = value
    buffers.kept[place] = packed


def choose(place: int, buffers: SearchBuffers) -> None:
    """Choose one of the best crossings."""
    packed = buffers.kept[place]
    buffers.best[STAGE] = packed % features.STAGES
    packed //= features.STAGES
    buffers.best[OVER] = packed % 2
    packed //= 2
    for colour in range(6):
        buffers.best[colour] = packed % OPTIONS
        packed //= OPTIONS


def case_of(closed_after: int, closing: int, step: int) -> Case:
    gone = count(closed_after)
    return Case(closing, gone >= DICE_THAT_END, min(gone, 2) * features.STEPS + step)


def boxes_of(buffers: SearchBuffers) -> Six:
    wanted = NONE
    for colour in range(6):
        wanted = put(wanted, colour, buffers.options[(colour * OPTIONS + buffers.best[colour]) * FACTS + BOX])
    return wanted


def list_crossings(case: Case, context: SearchContext) -> int:
    """Fill in all crossings that close exactly these colours, row by row. Returns their number."""
    buffers = context.buffers
    buffers.low[0] = buffers.high[0] = buffers.time[0] = buffers.picks[0] = 0
    buffers.worth[0] = 0
    crossings = 1
    for colour in range(6):
        first, so_far = -1, crossings
        for option in range(buffers.option_counts[colour]):
            if buffers.options[(colour * OPTIONS + option) * FACTS + CLOSES] == has(case.closing, colour):
                if first < 0:
                    first = option  # added last and in place: the others extend the crossings as they are
                else:
                    join(colour, option, (so_far, crossings), case, context)
                    crossings += so_far
        if first < 0:
            return 0
        join(colour, first, (so_far, 0), case, context)
    return crossings


def join(colour: int, option: int, span: tuple[int, int], case: Case, context: SearchContext) -> None:
    """Extend the first `many` crossings by an option of a row, and store them from index `to` on."""
    buffers, at, (many, to) = context.buffers, (colour * OPTIONS + option) * FACTS, span
    worth, pick = row_worth(at, case, context), option * OPTIONS**colour
    low, high, time = buffers.options[at + LOW], buffers.options[at + HIGH], buffers.options[at + TIME]
    for crossing in range(many):
        buffers.low[to + crossing] = buffers.low[crossing] + low
        buffers.high[to + crossing] = buffers.high[crossing] + high
        buffers.time[to + crossing] = buffers.time[crossing] + time
        buffers.worth[to + crossing] = buffers.worth[crossing] + worth
        buffers.picks[to + crossing] = buffers.picks[crossing] + pick


def value_of(crossing: int, case: Case, context: SearchContext) -> tuple[Any, bool]:
    """The value of a crossing, and whether it ends the game."""
    buffers, lookup = context.buffers, context.lookup
    low, high, time = buffers.low[crossing], buffers.high[crossing], buffers.time[crossing]
    over = case.ends or time >> features.OPEN & 7 == 0 or time >> features.USED & 7 < SOLO_NEEDS
    if not over:
        features.find_entries((low, high), time, case.stage, lookup.kinds, buffers.entries)
        return buffers.worth[crossing] + entries_worth(context), over
    points = made_points(buffers.picks[crossing], lookup, buffers) + features.column_points(low, high, lookup)
    return context.values[0] * 0 + points, over


def row_worth(at: int, case: Case, context: SearchContext) -> Any:
    """The points of a row that does not go on; otherwise its learnt value at this stage."""
    options, values = context.buffers.options, context.values
    row = options[at + ROW]
    if row < 0 or case.ends:
        return values[0] * 0 + context.lookup.points[options[at + MADE]]
    return values[case.stage * features.ROW_KINDS * features.AHEAD + row]


def entries_worth(context: SearchContext) -> Any:
    values, entries = context.values, context.buffers.entries
    worth = values[0] * 0
    for entry in range(features.SHARED_TERMS):
        worth += values[entries[entry]]
    return worth


def made_points(picks: int, lookup: LookupTables, buffers: SearchBuffers) -> int:
    """The points of all rows after a crossing."""
    points = 0
    for colour in range(6):
        points += lookup.points[buffers.options[(colour * OPTIONS + picks % OPTIONS) * FACTS + MADE]]
        picks //= OPTIONS
    return points


def worth_now(closed: int, context: SearchContext) -> Any:
    """What the sheet is worth as it stands: option 0 of each row crosses nothing."""
    case, options = case_of(closed, 0, context.step), context.buffers.options
    low = high = time = 0
    worth = context.values[0] * 0
    for colour in range(6):
        at = colour * OPTIONS * FACTS
        low += options[at + LOW]
        high += options[at + HIGH]
        time += options[at + TIME]
        worth += row_worth(at, case, context)
    features.find_entries((low, high), time, case.stage, context.lookup.kinds, context.buffers.entries)
    return worth + entries_worth(context)
