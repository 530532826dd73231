"""Sixem's boards as messages have them: lines, and how the marker can mark."""

from sixes.play.snapshots import Choice
from sixes.rules import sixem
from sixes.rules.boards import ERASE, GIVE, cell_name, line_count
from sixes.rules.rounds import MARK, MARKING, SixemMove, SixemState
from sixes.rules.six import COLOURS, everybody, has, members


def line_counts(state: SixemState) -> tuple[int, ...]:
    """For each seat, how many lines it has."""
    return tuple(line_count(state.boards[seat]) for seat in range(state.options.seats))


def marking(state: SixemState) -> tuple[int | None, tuple[Choice, ...]]:
    """Who marks now, and how they can."""
    if state.phase != MARKING:
        return None, ()
    seat, dice = state.round.marker, state.round.dice[state.round.marker]
    usable = [die for die in range(6) if has(state.round.to_mark, dice[die])]
    return seat, tuple(_choice(state, seat, die, dice[die]) for die in usable)


def _choice(state: SixemState, seat: int, die: int, number: int) -> Choice:
    def others(deed: int) -> tuple[int, ...]:
        moves = (SixemMove(MARK, seat, state.now, die=die, deed=deed, other=other) for other in everyone)
        return tuple(move.other for move in moves if not sixem.mark_refusal(state, move))

    everyone = members(everybody(state.options.seats))
    return Choice(COLOURS[die], cell_name(die, number), others(ERASE), others(GIVE))
