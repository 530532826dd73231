"""Sixem as a client sees it that comes to the table; and back, the match that such a view shows."""

from sixes.play.sixem.match import PHASES, TIMED, SixemMatch, line_counts, marking, pattern_of
from sixes.play.snapshots import SixemSnapshot
from sixes.rules import sixem
from sixes.rules.boards import Pattern, cell_of
from sixes.rules.printing import board_rows
from sixes.rules.rounds import LAST_THROWS, MARKING, NOTHING, SPINNING, STARTING, Round, SixemState
from sixes.rules.six import NOBODY, NONE, members


def to_snapshot(match: SixemMatch) -> SixemSnapshot:
    state, seats = match.state, range(match.state.options.seats)
    marker, choices = marking(state)
    spins = members(match.seats_to_act())[0] if state.phase == SPINNING else None
    stopped = state.phase in (LAST_THROWS, MARKING)
    return SixemSnapshot(
        round=match.number,
        phase=PHASES[state.phase],  # type: ignore[arg-type]
        now=state.now,
        starts=state.starts[: len(seats)],
        pattern=pattern_of(state.pattern),
        boards=tuple(tuple(board_rows(state.boards[seat])) for seat in seats),
        lines=line_counts(state),
        dice=tuple(state.round.dice[seat] for seat in seats),
        lands=tuple(state.round.lands[seat] for seat in seats),
        again=match.again - (state.phase != STARTING),
        spins=spins,
        pauses=state.round.pauses[: len(seats)],
        go=match.go,
        stop=state.round.caller if stopped else None,
        marker=marker,
        choices=choices,
        to_mark=tuple(members(state.round.to_mark)),
        tied=tuple(members(state.tied)),
        winner=state.winner if match.is_over else None,
        due=match.due if state.phase in TIMED else 0,
    )


def from_snapshot(
    snapshot: SixemSnapshot, limit: int, sweet: bool, throw_time: int, auto_stop: bool
) -> SixemMatch:
    """The match that a view shows, for a client that comes to it; what happened before is not in it."""
    seats = len(snapshot.boards)
    room, nothing = NONE[seats:], NOTHING[seats:]
    caller = NOBODY if snapshot.stop is None else snapshot.stop
    marker = NOBODY if snapshot.marker is None else snapshot.marker
    to_mark = sum(1 << number for number in snapshot.to_mark)
    this = Round(
        snapshot.dice + nothing,
        snapshot.lands + nothing,
        snapshot.pauses + room,
        caller,
        marker,
        to_mark,
    )
    boards = tuple(map(board_of, snapshot.boards)) + room
    pattern = Pattern(*(snapshot.pattern.get(kind, 0) for kind in Pattern._fields))
    state = SixemState(
        sixem.setup(seats, sweet, throw_time).options,
        PHASES.index(snapshot.phase),
        snapshot.now,
        snapshot.starts + room,
        pattern,
        boards,
        sum(1 << seat for seat in snapshot.tied),
        NOBODY if snapshot.winner is None else snapshot.winner,
        snapshot.round - 1,
        this,
    )
    starts = (NONE,) * (snapshot.again + (snapshot.phase != "starting"))
    return SixemMatch(state, limit, auto_stop, snapshot.due, snapshot.go, starts)


def board_of(rows: tuple[str, ...]) -> int:
    cells = ((c, n) for c in range(6) for n in range(1, 7) if rows[c][n - 1] == "X")
    return sum(cell_of(colour, number) for colour, number in cells)
