"""A game of Sixto as lines: one sheet large, the others small."""

from collections.abc import Iterator

from sixes.play.pad.sixto import SixtoPadMatch
from sixes.rules.rows import FIELD_COLUMNS, passed, row_points, sheet_score
from sixes.rules.sheets import BOX_NAMES, LETTER_OF, PLACES, rows_of
from sixes.rules.six import COLOURS, has
from sixes.rules.turns import CROSSING, SixtoState, announced, open_boxes
from sixes.terminal.drawing.pieces import Line, Piece, Scene, beside, fitted
from sixes.terminal.matches import AnySixto
from sixes.terminal.pad_actions import legal_rows
from sixes.terminal.wording import names_of

LARGE = 64
"""Columns that the large sheet takes."""
LEAD = 10
"""Columns before the first box of the large sheet."""
SMALL = 15
"""Columns that a small sheet takes."""


def sixto_lines(scene: Scene) -> list[Line]:
    match = scene.table.match
    assert isinstance(match, AnySixto)
    large = sheet_lines(scene, match, scene.large)
    others = [seat for seat in range(match.state.seats) if seat != scene.large]
    lines = beside(large, player_lines(scene, match), LARGE)
    return lines + ([[], *small_sheets(scene, match, others)] if others else [])


def sheet_lines(scene: Scene, match: AnySixto, seat: int) -> list[Line]:
    """The large sheet: before each row its die, behind it its points."""
    state, invites = match.state, inviting(match, seat)
    letter = LETTER_OF.get(state.sheets[seat])
    title = scene.say("games.on_sheet", sheet=letter) if letter else scene.say("games.own_sheet")
    head: Line = [Piece(fitted(f" {title}", LEAD), "dim")]
    head += [Piece(f"{place:>3} ", "dim") for place in range(1, FIELD_COLUMNS + 1)]
    head += [Piece(" "), *(Piece(f"{place:>3} ", "dim") for place in range(FIELD_COLUMNS + 1, PLACES + 1))]
    return [
        head,
        *(row_line(scene, state, seat, colour, invites[colour]) for colour in range(6)),
        points_line(scene, state, seat),
    ]


def inviting(match: AnySixto, seat: int) -> tuple[int, ...]:
    """For each row, the places that a seat may cross now."""
    if isinstance(match, SixtoPadMatch):
        return legal_rows(match, seat)
    state = match.state
    crosses_now = state.turn.phase == CROSSING and not has(state.turn.done, seat)
    return tuple(open_boxes(state, seat, colour) if crosses_now else 0 for colour in range(6))


def row_line(scene: Scene, state: SixtoState, seat: int, colour: int, invites: int) -> Line:
    line: Line = [Piece(f" {COLOURS[colour]} {scene.look.shape(colour)} ", COLOURS[colour])]
    line += [die_piece(scene, state, colour), Piece("! " if has(announced(state), colour) else "  ", "bold")]
    for place, box in enumerate(boxes_of(scene, state, seat, colour, invites), 1):
        name = BOX_NAMES[colour][place]
        if place == FIELD_COLUMNS + 1:
            line.append(Piece(scene.look.bar, "dim"))
        target = f"box {name}" if seat == scene.written else ""
        style = f"{box.style} cursor" if target and name == scene.cursor else box.style
        line.append(Piece(box.text, style, target))
    points = row_points(state.crosses[seat][colour])
    return [*line, Piece(f" {points:>3}", "" if points else "dim")]


def die_piece(scene: Scene, state: SixtoState, colour: int) -> Piece:
    """The die of a row; a dash where it has left the game."""
    if has(state.closed, colour):
        return Piece(" - ", "dim")
    face = state.turn.dice[colour] if scene.typed is None else (*scene.typed, *[0] * 6)[colour]
    return Piece(f"[{face}]", f"{COLOURS[colour]} bold") if face else Piece("   ")


def boxes_of(scene: Scene, state: SixtoState, seat: int, colour: int, invites: int) -> Iterator[Piece]:
    """The boxes of a row: X crossed, /3/ crossed by half, <3> to be crossed, a dot where it is too late."""
    letter, crosses, half = COLOURS[colour], state.crosses[seat][colour], state.turn.half[seat][colour]
    lost = ~0 if has(state.closed, colour) else passed(crosses)
    for place, number in enumerate(rows_of(state.sheets[seat])[colour], 1):
        if has(crosses, place):
            yield Piece("  X ", f"{letter} bold")
        elif has(half, place):
            yield Piece(f" /{number}/", f"{letter} bold")
        elif has(invites, place):
            yield Piece(f" <{number}>", f"{letter} legal")
        elif has(lost, place):
            yield Piece(f"  {scene.look.dot} ", "dim")
        else:
            yield Piece(f"  {number} ")


def points_line(scene: Scene, state: SixtoState, seat: int) -> Line:
    columns = sheet_score(state.crosses[seat]).columns
    line: Line = [Piece(" " * LEAD)]
    line += [Piece(f"{points:>3} " if points else f"  {scene.look.dot} ", "dim") for points in columns]
    line += [Piece(" " * 13), Piece(f" {sum(columns):>3}", "dim")]
    return line


def player_lines(scene: Scene, match: AnySixto) -> list[Line]:
    """Everybody with their points, who has the dice (>), who is done (*), and whose sheet this is (<)."""
    state, names = match.state, names_of(scene.table, scene.language)
    lines: list[Line] = [[]]
    for seat in range(state.seats):
        sign = ">" if seat == state.active and not match.is_over else " "
        done = "*" if has(state.turn.done, seat) else " "
        done = "<" if scene.table.is_pad and seat == scene.large else done
        style = "bold" if seat == scene.written else ""
        name = fitted(scene.look.text(names[seat]), 10)
        lines.append([Piece(f"{sign}{name}{done}{match.scores[seat]:>4}", style, f"show {seat}")])
    return lines


def small_sheets(scene: Scene, match: AnySixto, seats: list[int]) -> list[Line]:
    """The sheets of the others side by side: X crossed, / by half, a dot where it is too late."""
    state, names = match.state, names_of(scene.table, scene.language)
    lines: list[Line] = [
        [
            Piece(f" {fitted(scene.look.text(names[seat]), SMALL - 2)} ", "bold", f"show {seat}")
            for seat in seats
        ]
    ]
    for colour in range(6):
        line: Line = []
        for seat in seats:
            line += [Piece(" "), *small_row(scene, state, seat, colour)]
            line.append(Piece(" " * (SMALL - 14)))
        lines.append(line)
    return lines


def small_row(scene: Scene, state: SixtoState, seat: int, colour: int) -> Line:
    crosses, half = state.crosses[seat][colour], state.turn.half[seat][colour]
    lost = passed(crosses) if not has(state.closed, colour) else ~0
    numbers = rows_of(state.sheets[seat])[colour]
    line: Line = []
    for place, number in enumerate(numbers, 1):
        if place == FIELD_COLUMNS + 1:
            line.append(Piece(scene.look.bar, "dim"))
        if has(crosses, place):
            line.append(Piece("X", f"{COLOURS[colour]} bold"))
        elif has(half, place):
            line.append(Piece("/", f"{COLOURS[colour]} bold"))
        else:
            line.append(Piece(scene.look.dot if has(lost, place) else str(number), "dim"))
    return line
