"""A table in sentences: sheets and boards as one would read them aloud."""

from collections.abc import Iterator

from sixes.play.table import Table
from sixes.rules.printing import board_rows
from sixes.rules.rows import passed, row_points
from sixes.rules.sheets import BOX_NAMES, LETTER_OF, rows_of
from sixes.rules.six import COLOURS, has, members
from sixes.rules.turns import SixtoState
from sixes.terminal.matches import AnySixem, AnySixto
from sixes.terminal.waiting import waiting
from sixes.terminal.wording import (
    as_sentence,
    colour_word,
    dice_words,
    game_title,
    listed,
    names_of,
    pattern_words,
    who_sits,
)
from sixes.text import say


def describe(table: Table, player: str, now: int, language: str, shown: int | None = None) -> Iterator[str]:
    """The whole table, one's own sheet or board first, or the one of the seat `shown`."""
    seat = table.seat_of(player) if shown is None else shown
    yield f"{game_title(table.options.game, language)}. {as_sentence(waiting(table, player, now, language))}"
    if isinstance(table.match, AnySixto):
        yield from sixto(table, table.match, 0 if seat is None else seat, language)
    elif isinstance(table.match, AnySixem):
        yield from sixem(table, table.match, 0 if seat is None else seat, language)
    else:
        for at in range(len(table.seats)):
            yield f"{at + 1}: {who_sits(table, at, language)}"


def sixto(table: Table, match: AnySixto, mine: int, language: str) -> Iterator[str]:
    state = match.state
    if not table.is_pad:
        yield say("game.turn", language, turn=match.number)
    if any(state.turn.dice):
        yield say("heard.rolled", language, dice=dice_words(state.turn.dice, language))
    yield from sheet(table, match, mine, language)
    others = [seat for seat in range(state.seats) if seat != mine]
    if others:
        yield listed(
            f"{name}: {say('game.points', language, count=points)}"
            for name, points in points_of(table, match, language)
        )


def points_of(table: Table, match: AnySixto, language: str) -> list[tuple[str, int]]:
    return list(zip(names_of(table, language), match.scores, strict=True))


def sheet(table: Table, match: AnySixto, seat: int, language: str) -> Iterator[str]:
    """A sheet row by row: what is crossed, and the boxes that are still ahead, with their numbers."""
    state, name = match.state, names_of(table, language)[seat]
    points = say("game.points", language, count=match.scores[seat])
    letter = LETTER_OF.get(state.sheets[seat])
    which = say("games.on_sheet", language, sheet=letter) if letter else say("games.own_sheet", language)
    yield f"{name}, {which}: {points}"
    for colour in range(6):
        yield row(state, seat, colour, language)


def row(state: SixtoState, seat: int, colour: int, language: str) -> str:
    letter, crosses = COLOURS[colour], state.crosses[seat][colour]
    crossed = listed(BOX_NAMES[colour][place] for place in members(crosses))
    numbers = enumerate(rows_of(state.sheets[seat])[colour], 1)
    lost = passed(crosses)
    ahead = listed(
        f"{BOX_NAMES[colour][place]} {number}" for place, number in numbers if not has(lost, place)
    )
    if has(state.closed, colour):
        ahead = say("game.box_closed", language)
    points = say("game.points", language, count=row_points(crosses))
    values = {"letter": letter, "colour": colour_word(letter, language), "ahead": ahead}
    if not crosses:
        return say("terminal.row_empty", language, **values)
    return say("terminal.row", language, crossed=crossed, points=points, **values)


def sixem(table: Table, match: AnySixem, mine: int, language: str) -> Iterator[str]:
    state = match.state
    if not table.is_pad:
        yield say("game.round", language, round=match.number)
    if any(state.pattern):
        yield say("pattern.wanted", language, pattern=pattern_words(state.pattern, language))
    dice = dice_words(state.round.dice[mine], language)
    if dice:
        yield say("terminal.your_dice", language, dice=dice)
    for seat in [mine, *(seat for seat in range(state.options.seats) if seat != mine)]:
        yield from board(table, match, seat, language)


def board(table: Table, match: AnySixem, seat: int, language: str) -> Iterator[str]:
    """A board: whose, how many lines, and the cells with an X."""
    name, lines = names_of(table, language)[seat], say("round.lines", language, count=match.scores[seat])
    rows = board_rows(match.state.boards[seat])
    cells = [
        f"{COLOURS[at]}{number}"
        for at, row in enumerate(rows)
        for number in range(1, 7)
        if row[number - 1] == "X"
    ]
    yield f"{name}, {lines}. X: {listed(cells) or '-'}"
