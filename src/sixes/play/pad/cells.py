"""The cells of Sixem's boards on a score pad: their names, and which of them may be marked."""

from collections.abc import Iterable

from sixes.play.sixem.boards import marking
from sixes.play.snapshots import Choice, PadCells
from sixes.rules import sixem
from sixes.rules.boards import HORIZONTAL, VERTICAL, SixemRefusal, cell_name, cell_of
from sixes.rules.rounds import MARKING, SixemMove, SixemState, playing
from sixes.rules.six import COLOURS, NONE_EACH, Six, has, put

CELLS = {cell_name(colour, number): (colour, number) for colour in range(6) for number in range(1, 7)}
DIE_USED = len(SixemRefusal)
"""The rule that each die is used once in a round: with thrown dice nothing else is possible."""


def cell_names(cells: int) -> tuple[str, ...]:
    """The names of a set of cells, in order."""
    return tuple(name for name, (colour, number) in CELLS.items() if cells & cell_of(colour, number))


def cell_set(names: tuple[str, ...]) -> int:
    return sum(cell_of(*CELLS[name]) for name in names)


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
        _as_cells(_choices(game, used[seat], seat) if has(here, seat) else ())
        for seat in range(game.options.seats)
    )


def _choices(game: SixemState, used: int, seat: int) -> Iterable[Choice]:
    for number in range(1, 7):
        _, choices = marking(_thrown(game, used, seat, number))
        yield from (one for one in choices if not used & HORIZONTAL[COLOURS.index(one.die)])


def _as_cells(choices: Iterable[Choice]) -> PadCells:
    legal, erase, give = [0] * 6, {}, {}
    for choice in choices:
        colour, number = CELLS[choice.cell]
        legal[colour] |= 1 << number
        if choice.erase:
            erase[choice.cell] = choice.erase
        if choice.give:
            give[choice.cell] = choice.give
    return PadCells(tuple(legal), erase, give)


def _thrown(game: SixemState, used: int, seat: int, number: int) -> SixemState:
    """The game as if a seat marked now, and all its dice showed one number."""
    free = (other for other in range(1, 7) if not used & VERTICAL[other - 1])
    dice = put(NONE_EACH, seat, (number,) * 6)
    now = game.round._replace(marker=seat, to_mark=sum(1 << other for other in free), dice=dice)
    return game._replace(phase=MARKING, round=now)
