"""The cells of Sixem's boards on a score pad: their names, and which of them may be marked."""

from sixes.play.snapshots import PadCells
from sixes.rules import sixem
from sixes.rules.boards import ERASE, GIVE, HORIZONTAL, VERTICAL, SixemRefusal, cell_name, cell_of
from sixes.rules.rounds import MARK, MARKING, SixemMove, SixemState, playing
from sixes.rules.six import NONE, NONE_EACH, Six, has, put

CELLS = {cell_name(colour, number): (colour, number) for colour in range(6) for number in range(1, 7)}
BITS = {name: cell_of(colour, number) for name, (colour, number) in CELLS.items()}
ALL_CELLS = sum(HORIZONTAL)
DIE_USED = len(SixemRefusal)
"""The rule that each die is used once in a round: with thrown dice nothing else is possible."""


def cell_names(cells: int) -> tuple[str, ...]:
    """The names of a set of cells, in order."""
    return tuple(name for name, bit in BITS.items() if cells & bit)


def cell_set(names: tuple[str, ...]) -> int:
    return sum(BITS[name] for name in names)


def broken_rule(game: SixemState, used: int, move: SixemMove, number: int) -> int:
    """The rule that forbids a mark, as if its die had been thrown; FINE if none does."""
    if not has(playing(game), move.seat):
        return SixemRefusal.OUT
    broken = sixem.mark_refusal(_thrown(game, used, move.seat, number), move)
    if broken:
        return broken
    return DIE_USED if used & HORIZONTAL[move.die] else SixemRefusal.FINE


def open_cells(game: SixemState, used: Six) -> tuple[PadCells, ...]:
    """For each seat the cells that it may mark; `used` are the cells of dice used in this round."""
    here = playing(game)
    return tuple(
        _cells_of(game, seat, free_cells(used[seat])) if has(here, seat) else PadCells(NONE)
        for seat in range(game.options.seats)
    )


def free_cells(used: int) -> int:
    """The cells of dice and numbers that a seat has not used in this round."""
    taken = 0
    for line in (*HORIZONTAL, *VERTICAL):
        taken |= line if used & line else 0
    return ALL_CELLS & ~taken


def _cells_of(game: SixemState, seat: int, free: int) -> PadCells:
    legal = tuple((free >> 6 * colour & HORIZONTAL[0]) << 1 for colour in range(6))
    return PadCells(legal, _others(game, seat, free, ERASE), _others(game, seat, free, GIVE))


def _others(game: SixemState, seat: int, free: int, deed: int) -> dict[str, tuple[int, ...]]:
    """For each free cell in which a deed is possible, to whom."""
    everyone, found = range(game.options.seats), 0
    cells = [_deed_cells(game, free, SixemMove(MARK, seat, 0, deed=deed, other=other)) for other in everyone]
    for one in cells:
        found |= one
    return {name: tuple([at for at in everyone if cells[at] & BITS[name]]) for name in cell_names(found)}


def _deed_cells(game: SixemState, free: int, move: SixemMove) -> int:
    """The free cells in which a deed is possible: the rules are asked once about all that look the same."""
    mine, theirs, found = game.boards[move.seat], game.boards[move.other], 0
    for alike in (mine & theirs, mine & ~theirs, theirs & ~mine, ~mine & ~theirs):
        cells = free & alike
        if cells and not sixem.deed_refusal(game, move, cells & -cells):
            found |= cells
    return found


def _thrown(game: SixemState, used: int, seat: int, number: int) -> SixemState:
    """The game as if a seat marked now, and all its dice showed one number."""
    free = (other for other in range(1, 7) if not used & VERTICAL[other - 1])
    dice = put(NONE_EACH, seat, (number,) * 6)
    now = game.round._replace(marker=seat, to_mark=sum(1 << other for other in free), dice=dice)
    return game._replace(phase=MARKING, round=now)
