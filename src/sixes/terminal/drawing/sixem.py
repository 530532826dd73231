"""A game of Sixem as lines: one board large with its dice, the others small."""

from sixes.play.pad.cells import cell_names
from sixes.play.pad.sixem import SixemPadMatch
from sixes.play.sixem.boards import marking
from sixes.rules import rounds
from sixes.rules.boards import cell_name
from sixes.rules.printing import board_rows
from sixes.rules.rounds import SixemState
from sixes.rules.six import COLOURS, has
from sixes.terminal.drawing.pieces import WIDTH, Line, Piece, Scene, beside, fitted, wrapped
from sixes.terminal.matches import AnySixem
from sixes.terminal.pad_actions import open_cells
from sixes.terminal.wording import names_of, pattern_words

LARGE = 52
SMALL = 15


def sixem_lines(scene: Scene) -> list[Line]:
    match = scene.table.match
    assert isinstance(match, AnySixem)
    seats = match.state.options.seats
    others = [seat for seat in range(seats) if seat != scene.large]
    lines = beside(board_lines(scene, match, scene.large), player_lines(scene, match), LARGE)
    return [*lines, [], *small_boards(scene, match, others)]


def board_lines(scene: Scene, match: AnySixem, seat: int) -> list[Line]:
    """The large board: before each row its die, `*` behind one that is kept, `~` in the air."""
    head: Line = [Piece(" " * 11), *(Piece(f"   {number}  ", "dim") for number in range(1, 7))]
    if isinstance(match, SixemPadMatch):
        return [head, *pad_rows(scene, match, seat)]
    cells = (
        to_mark(match.state)
        if match.state.phase == rounds.MARKING and match.state.round.marker == seat
        else ()
    )
    return [head, *(row_line(scene, match.state, seat, colour, cells) for colour in range(6))]


def pad_rows(scene: Scene, match: SixemPadMatch, seat: int) -> list[Line]:
    """The rows of a score pad: `<·>` may be marked, `(X)` was marked in this round."""
    cells, used = open_cells(match, seat), cell_names(match.used[seat])
    lines: list[Line] = []
    for colour, row in enumerate(board_rows(match.state.boards[seat])):
        letter = COLOURS[colour]
        line: Line = [Piece(fitted(f" {letter} {scene.look.shape(colour)}", 11), letter)]
        for number, sign in enumerate(row, 1):
            name = cell_name(colour, number)
            cell = Piece(sign if sign == "X" else scene.look.dot, letter, f"box {name}")
            piece = cell_piece(cell, name in cells)._replace(target=cell.target)
            if name in used:
                piece = Piece(f"  ({cell.text}) ", f"{letter} bold", cell.target)
            cursor = " cursor" if name == scene.cursor else ""
            line.append(piece._replace(style=piece.style + cursor))
        lines.append(line)
    return lines


def to_mark(state: SixemState) -> tuple[str, ...]:
    """The cells that the marker can mark now."""
    return tuple(choice.cell for choice in marking(state)[1])


def row_line(scene: Scene, state: SixemState, seat: int, colour: int, cells: tuple[str, ...]) -> Line:
    letter, mine = COLOURS[colour], seat == scene.seat
    face, flies = state.round.dice[seat][colour], bool(state.round.lands[seat][colour])
    kept = mine and has(scene.kept, colour) and face and state.phase == rounds.ROLLING
    sign = "~" if flies else "*" if kept else " "
    die = f"[{face or ' '}]{sign}"
    target = letter if mine else ""
    line: Line = [
        Piece(f" {letter} {scene.look.shape(colour)} ", letter, target),
        Piece(die, f"{letter} bold{' kept' if kept else ''}", target),
        Piece("  "),
    ]
    for number, sign in enumerate(board_rows(state.boards[seat])[colour], 1):
        cell = Piece(sign if sign == "X" else scene.look.dot, letter, target)
        line.append(cell_piece(cell, cell_name(colour, number) in cells))
    return line


def cell_piece(cell: Piece, is_open: bool) -> Piece:
    """A cell, from its sign, its colour and its key."""
    if is_open:
        return Piece(f"  <{cell.text}> ", f"{cell.style} legal", cell.target)
    return Piece(f"   {cell.text}  ", f"{cell.style} bold" if cell.text == "X" else "dim")


def player_lines(scene: Scene, match: AnySixem) -> list[Line]:
    """Everybody with their lines, and what must be made."""
    state, names = match.state, names_of(scene.table, scene.language)
    pattern = scene.look.text(pattern_words(state.pattern, scene.language))
    lines: list[Line] = [[Piece(line, "bold")] for line in wrapped(pattern, WIDTH - LARGE)]
    for seat in range(state.options.seats):
        out = state.tied and not has(state.tied, seat)
        count = scene.say("round.out") if out else scene.say("round.lines", count=match.scores[seat])
        name = fitted(scene.look.text(names[seat]), 12)
        style = "bold" if seat == scene.written else "dim" if out else ""
        sign = "<" if scene.table.is_pad and seat == scene.large else " "
        lines.append([Piece(f"{name}{sign}{count}", style, f"show {seat}")])
    return lines


def small_boards(scene: Scene, match: AnySixem, seats: list[int]) -> list[Line]:
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
            row = board_rows(state.boards[seat])[colour].replace(".", scene.look.dot)
            face, flies = state.round.dice[seat][colour], state.round.lands[seat][colour]
            die = "" if scene.table.is_pad else "[~]" if flies else f"[{face or ' '}]"
            line += [
                Piece(f" {row} ", COLOURS[colour]),
                Piece(fitted(die, SMALL - 8), "dim"),
            ]
        lines.append(line)
    return lines
