"""The best crossing of a turn alone, by learnt values.

In each row there are at most three things to do: cross nothing, or one of the two nearest legal boxes. So
there are at most 729 crossings, whatever the sheet. Rows are valued one by one; what they make of the columns
is added up for each crossing.
"""

from typing import Any, NamedTuple

from sixes.bots.sixto.features import (
    AHEAD,
    CHANCES,
    CLOSABLE,
    COLUMN_BITS,
    COLUMN_KINDS,
    COLUMNS,
    LOW_COLUMNS,
    NUMBERS_LEFT,
    OPEN,
    PAIR_KINDS,
    PAIRS,
    QUARTERS,
    ROW_KINDS,
    SHARED_TERMS,
    SPREAD,
    STEPS,
    TEMPO,
    TRIPLE_KINDS,
    TRIPLES,
    USABLE,
    USED,
    Maps,
    ahead_at,
    place_of,
    row_goes_on,
    row_kind,
    time_facts,
)
from sixes.rules.rows import (
    DICE_THAT_END,
    FIELD_COLUMNS,
    SOLO_NEEDS,
    closes,
    legal_boxes,
    target_is_open,
)
from sixes.rules.six import count, has

MOST_BOXES = 2
"""Of a row that are looked at."""
WAYS = MOST_BOXES + 1
CROSSINGS = WAYS**6
BOX, LOW, HIGH, TIME, ROW, CLOSES, MADE = range(7)
"""What is known of each thing to do in a row; ROW is -1 if the row does not go on."""
FACTS = 7
OVER, STAGE, BEST_FACTS = 6, 7, 8
WORTHLESS = -1_000_000


class Position(NamedTuple):
    """What lies before a player."""

    sheet: Any
    ahead: Any
    """The outlook of the sheet."""
    crosses: Any
    dice: Any
    closed: int


class Pad(NamedTuple):
    """What a search writes on; compiled code has arrays here."""

    ways: Any
    """For each row and thing to do its FACTS."""
    many: Any
    """For each row how many things there are to do."""
    low: Any
    high: Any
    time: Any
    worth: Any
    picks: Any
    """For each crossing the sums of facts of its rows, and what it does in each."""
    top: Any
    """The value of the best crossing,"""
    best: Any
    """what it does in each row, whether it ends the game, and its stage."""
    found: Any
    """Where the entries are that make up the value of a crossing, besides those of its rows."""


class Thinking(NamedTuple):
    """What a search works with."""

    step: int
    """How far the game is."""
    values: Any
    maps: Maps
    pad: Pad


class Case(NamedTuple):
    """The colours that a crossing closes, and what follows from that."""

    closing: int
    ends: bool
    stage: int


def pad() -> Pad:
    rows, lists = [0] * (6 * WAYS * FACTS), [[0] * CROSSINGS for _ in range(5)]
    low, high, time, worth, picks = lists
    return Pad(rows, [0] * 6, low, high, time, worth, picks, [0], [0] * BEST_FACTS, [0] * SHARED_TERMS)


# What can be done ---------------------------------------------------------------------------------------


def find_ways(position: Position, thinking: Thinking) -> int:
    """Writes down what can be done in each row; gives the rows in which something closes the colour."""
    closable = 0
    for colour in range(6):
        crosses, dice = position.crosses[colour], position.dice[colour]
        find_way(position, colour, 0, 0, thinking)
        ways, boxes = 1, 0
        if not has(position.closed, colour) and dice:
            boxes = legal_boxes(position.sheet[colour], crosses, dice)
        while boxes and ways < WAYS:
            box = boxes & -boxes
            find_way(position, colour, box, ways, thinking)
            if closes(crosses | box):
                closable |= 1 << colour
            boxes &= boxes - 1
            ways += 1
        thinking.pad.many[colour] = ways
    return closable


def find_way(position: Position, colour: int, box: int, way: int, thinking: Thinking) -> None:
    maps, ways = thinking.maps, thinking.pad.ways
    crosses, at = position.crosses[colour] | box, (colour * WAYS + way) * FACTS
    gone = has(position.closed, colour)
    low, high = maps.low[crosses >> 1 & 31], maps.high[crosses >> 6 & 15]
    time, row = (1 << USED if box else 0), -1
    if not gone and row_goes_on(crosses):
        place = place_of(crosses)
        facts = position.ahead[ahead_at(colour, place, target_is_open(crosses))]
        low += maps.low_reach[place]
        high += maps.high_reach[place]
        time += time_facts(crosses, facts >> 3, maps.usable[facts >> 3])
        row = row_kind(crosses) * AHEAD + facts
    ways[at + BOX] = box
    ways[at + LOW] = low
    ways[at + HIGH] = high
    ways[at + TIME] = time
    ways[at + ROW] = row
    ways[at + CLOSES] = not gone and closes(crosses)
    ways[at + MADE] = count(crosses)


# What is best -------------------------------------------------------------------------------------------


def best_crossing(closed: int, closable: int, thinking: Thinking) -> Any:
    """The value of the best crossing, in parts; it is left on the pad."""
    on, closing = thinking.pad, closable
    on.top[0] = WORTHLESS
    while True:
        case = case_of(closed | closing, closing, thinking.step)
        crossings = list_crossings(case, thinking)
        for crossing in range(crossings):
            value, over = value_of(crossing, case, thinking)
            if value > on.top[0]:
                on.top[0] = value
                remember(on.picks[crossing], over, case.stage, on)
        if closing == 0:
            return on.top[0]
        closing = closing - 1 & closable


def case_of(closed_after: int, closing: int, step: int) -> Case:
    gone = count(closed_after)
    return Case(closing, gone >= DICE_THAT_END, min(gone, 2) * STEPS + step)


def remember(picks: int, over: bool, stage: int, on: Pad) -> None:
    for colour in range(6):
        on.best[colour] = picks % WAYS
        picks //= WAYS
    on.best[OVER] = over
    on.best[STAGE] = stage


def list_crossings(case: Case, thinking: Thinking) -> int:
    """All crossings that close just these colours: their number. Row by row, each is joined to all so far."""
    on = thinking.pad
    on.low[0] = on.high[0] = on.time[0] = on.picks[0] = 0
    on.worth[0] = 0
    crossings = 1
    for colour in range(6):
        first, so_far = -1, crossings
        for way in range(on.many[colour]):
            if on.ways[(colour * WAYS + way) * FACTS + CLOSES] == has(case.closing, colour):
                if first < 0:
                    first = way  # it is added last, since the others start from what there is now
                else:
                    join(colour, way, (so_far, crossings), case, thinking)
                    crossings += so_far
        if first < 0:
            return 0
        join(colour, first, (so_far, 0), case, thinking)
    return crossings


def join(colour: int, way: int, span: tuple[int, int], case: Case, thinking: Thinking) -> None:
    """Adds what is done in a row to so many crossings, and writes them down from there on."""
    on, at, (many, to) = thinking.pad, (colour * WAYS + way) * FACTS, span
    worth, pick = row_worth(at, case, thinking), way * WAYS**colour
    low, high, time = on.ways[at + LOW], on.ways[at + HIGH], on.ways[at + TIME]
    for crossing in range(many):
        on.low[to + crossing] = on.low[crossing] + low
        on.high[to + crossing] = on.high[crossing] + high
        on.time[to + crossing] = on.time[crossing] + time
        on.worth[to + crossing] = on.worth[crossing] + worth
        on.picks[to + crossing] = on.picks[crossing] + pick


# What it is worth ---------------------------------------------------------------------------------------


def value_of(crossing: int, case: Case, thinking: Thinking) -> tuple[Any, bool]:
    """The value of a crossing, and whether it ends the game."""
    on, maps = thinking.pad, thinking.maps
    low, high, time, worth = on.low[crossing], on.high[crossing], on.time[crossing], on.worth[crossing]
    over = case.ends or time >> OPEN & 7 == 0 or time >> USED & 7 < SOLO_NEEDS
    if not over:
        find_entries(low, high, time, case.stage, thinking)
        return worth + entries_worth(thinking), over
    points = made_points(on.picks[crossing], maps, on) + column_points(low, high, maps)
    return thinking.values[0] * 0 + points, over


def row_worth(at: int, case: Case, thinking: Thinking) -> Any:
    """The points of a row that does not go on; else what it is worth at this stage."""
    ways, values = thinking.pad.ways, thinking.values
    row = ways[at + ROW]
    if row < 0 or case.ends:
        return values[0] * 0 + thinking.maps.points[ways[at + MADE]]
    return values[case.stage * ROW_KINDS * AHEAD + row]


def entries_worth(thinking: Thinking) -> Any:
    values, found = thinking.values, thinking.pad.found
    worth = values[0] * 0
    for entry in range(SHARED_TERMS):
        worth += values[found[entry]]
    return worth


def find_entries(low: int, high: int, time: int, stage: int, thinking: Thinking) -> None:
    """Writes down where the entries are that six rows share."""
    found, kinds_of = thinking.pad.found, thinking.maps.kinds
    at, pair, triple = COLUMNS + stage * FIELD_COLUMNS * COLUMN_KINDS, 0, 0
    for column in range(FIELD_COLUMNS):
        packed = (
            low >> COLUMN_BITS * column
            if column < LOW_COLUMNS
            else high >> COLUMN_BITS * (column - LOW_COLUMNS)
        )
        kinds = kinds_of[packed & (1 << COLUMN_BITS) - 1]
        found[column] = at + column * COLUMN_KINDS + (kinds & 255)
        pair = pair % PAIR_KINDS * PAIR_KINDS + (kinds >> 8 & 31)
        triple = triple % TRIPLE_KINDS**2 * TRIPLE_KINDS + (kinds >> 13)
        found[FIELD_COLUMNS + column] = PAIRS + column * PAIR_KINDS**2 + pair
        found[2 * FIELD_COLUMNS + column] = TRIPLES + column * TRIPLE_KINDS**3 + triple
    at, places_left = 3 * FIELD_COLUMNS, time & 255
    tempo = (stage // STEPS) * 64 + (time >> NUMBERS_LEFT & 63)
    found[at] = SPREAD + (time >> QUARTERS & 4095) * 8 + (time >> CLOSABLE & 7)
    found[at + 1] = CHANCES + (time >> USABLE & 4095) * 16 + places_left // 6
    found[at + 2] = TEMPO + tempo * 128 + places_left


def made_points(picks: int, maps: Maps, on: Pad) -> int:
    """The points of all rows after a crossing."""
    points = 0
    for colour in range(6):
        points += maps.points[on.ways[(colour * WAYS + picks % WAYS) * FACTS + MADE]]
        picks //= WAYS
    return points


def column_points(low: int, high: int, maps: Maps) -> int:
    points = 0
    for column in range(LOW_COLUMNS):
        points += maps.points[low >> COLUMN_BITS * column & 7]
    for column in range(FIELD_COLUMNS - LOW_COLUMNS):
        points += maps.points[high >> COLUMN_BITS * column & 7]
    return points
