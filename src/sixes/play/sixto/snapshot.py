"""Sixto as a client sees it that comes to the table; and back, the match that such a view shows."""

from sixes.play.sixto.match import PHASES, SixtoMatch, boxes, legal_with_gains, scores, sheet_rows
from sixes.play.snapshots import SixtoSnapshot
from sixes.records import sixto as records
from sixes.rules import sixto
from sixes.rules.sheets import BOXES, sheet_of
from sixes.rules.six import COLOURS, NONE, Six, colour_names, members
from sixes.rules.turns import ROLLING, SixtoState, Turn


def to_snapshot(match: SixtoMatch) -> SixtoSnapshot:
    state, seats = match.state, range(match.state.seats)
    turn = state.turn
    return SixtoSnapshot(
        turn=match.number,
        active=state.active,
        phase="over" if match.is_over else PHASES[turn.phase],  # type: ignore[arg-type]
        sheets=tuple(sheet_rows(state.sheets[seat]) for seat in seats),
        crosses=tuple(tuple(boxes(state.crosses[seat])) for seat in seats),
        half=tuple(tuple(boxes(turn.half[seat])) for seat in seats),
        closed=tuple(colour_names(state.closed)),
        scores=scores(state),
        dice=turn.dice,
        legal=legal_with_gains(state),
        done=tuple(members(turn.done)),
        asked=tuple(tuple(colour_names(turn.asked[seat])) for seat in seats),
        covered=tuple(members(match.covered)),
        ends=tuple(match.result()["ends"]),
        winners=tuple(match.winners) if match.is_over else (),
        due=match.next_deadline(),
    )


def from_snapshot(snapshot: SixtoSnapshot, limit: int) -> SixtoMatch:
    """The match that a view shows, for a client that comes to it; what happened before is not in it."""
    state = sixto.setup(tuple(map(sheet_of, snapshot.sheets)))
    crosses = tuple(map(bits, snapshot.crosses)) + state.crosses[state.seats :]
    half = tuple(map(bits, snapshot.half)) + state.crosses[state.seats :]
    phase = PHASES.index(snapshot.phase) if snapshot.phase in PHASES else ROLLING
    again = tuple(colour_set(colours) for colours in snapshot.asked) + NONE[state.seats :]
    turn = Turn(phase, snapshot.dice, half, sum(1 << seat for seat in snapshot.done), again)
    ends = sum(end for end, name in records.ENDS.items() if name in snapshot.ends)
    closed, turns = colour_set(snapshot.closed), snapshot.turn - 1
    state = SixtoState(state.seats, state.sheets, crosses, closed, ends, turns, snapshot.active, turn)
    return SixtoMatch(state, limit, snapshot.due, covered=sum(1 << seat for seat in snapshot.covered))


def bits(names: tuple[str, ...]) -> Six:
    rows = list(NONE)
    for name in names:
        colour, place = BOXES[name]
        rows[colour] |= 1 << place
    return tuple(rows)


def colour_set(names: tuple[str, ...]) -> int:
    return sum(1 << COLOURS.index(name) for name in names)
