"""A state of Sixto as a snapshot for clients, and back."""

from sixes.play.sixto.sheets import legal_with_gains, scores, sheet_numbers
from sixes.play.snapshots import SixtoSnapshot
from sixes.records import sixto as records
from sixes.rules import sixto
from sixes.rules.sheets import BOXES, box_names, sheet_of
from sixes.rules.six import COLOURS, NONE, Six, colour_names, members
from sixes.rules.turns import PHASES, ROLLING, SixtoState, Turn


def snapshot_of(state: SixtoState, covered: int, due: int) -> SixtoSnapshot:
    """`covered` are the seats that cover their sheets, `due` is the deadline, or 0."""
    seats, turn, over = range(state.seats), state.turn, sixto.is_over(state)
    return SixtoSnapshot(
        turn=state.turns + 1,
        active=state.active,
        phase="over" if over else PHASES[turn.phase],  # type: ignore[arg-type]
        sheets=tuple(sheet_numbers(state.sheets[seat]) for seat in seats),
        crosses=tuple(tuple(box_names(state.crosses[seat])) for seat in seats),
        half=tuple(tuple(box_names(turn.half[seat])) for seat in seats),
        closed=tuple(colour_names(state.closed)),
        scores=scores(state),
        dice=turn.dice,
        legal=legal_with_gains(state),
        done=tuple(members(turn.done)),
        asked=tuple(tuple(colour_names(turn.asked[seat])) for seat in seats),
        covered=tuple(members(covered)),
        ends=tuple(records.result(state)["ends"]),
        winners=tuple(members(sixto.winners(state))) if over else (),
        due=due,
    )


def state_of(snapshot: SixtoSnapshot) -> SixtoState:
    fresh = sixto.setup(tuple(map(sheet_of, snapshot.sheets)))
    free = fresh.crosses[fresh.seats :]
    turn = Turn(
        phase=PHASES.index(snapshot.phase) if snapshot.phase in PHASES else ROLLING,
        dice=snapshot.dice,
        half=tuple(map(rows_with, snapshot.half)) + free,
        done=sum(1 << seat for seat in snapshot.done),
        asked=tuple(colour_set(colours) for colours in snapshot.asked) + NONE[fresh.seats :],
    )
    return fresh._replace(
        crosses=tuple(map(rows_with, snapshot.crosses)) + free,
        closed=colour_set(snapshot.closed),
        ends=sum(end for end, name in records.ENDS.items() if name in snapshot.ends),
        turns=snapshot.turn - 1,
        active=snapshot.active,
        turn=turn,
    )


def rows_with(names: tuple[str, ...]) -> Six:
    """For each row the set of its boxes among these."""
    rows = list(NONE)
    for name in names:
        colour, place = BOXES[name]
        rows[colour] |= 1 << place
    return tuple(rows)


def colour_set(names: tuple[str, ...]) -> int:
    return sum(1 << COLOURS.index(name) for name in names)
