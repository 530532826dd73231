"""Sixto as a client sees it that comes to the table; and back, the match that such a view shows."""

from sixes.play.sixto import PHASES, SixtoMatch, boxes, legal_with_gains, scores, sheet_rows
from sixes.play.views import SixtoView
from sixes.records import sixto as records
from sixes.rules import sixto
from sixes.rules.sheets import BOXES, sheet_of
from sixes.rules.six import COLOURS, NONE, Six, letters, listed
from sixes.rules.turns import ROLLING, State, Turn


def view(match: SixtoMatch) -> SixtoView:
    state, seats = match.state, range(match.state.seats)
    turn = state.turn
    return SixtoView(
        turn=match.number,
        active=state.active,
        phase="over" if match.is_over else PHASES[turn.phase],  # type: ignore[arg-type]
        sheets=tuple(sheet_rows(state.sheets[seat]) for seat in seats),
        crosses=tuple(tuple(boxes(state.crosses[seat])) for seat in seats),
        half=tuple(tuple(boxes(turn.half[seat])) for seat in seats),
        closed=tuple(letters(state.closed)),
        scores=scores(state),
        dice=turn.dice,
        legal=legal_with_gains(state),
        done=tuple(listed(turn.done)),
        asked=tuple(tuple(letters(turn.asked[seat])) for seat in seats),
        covered=tuple(listed(match.covered)),
        ends=tuple(match.result()["ends"]),
        winners=tuple(match.winners) if match.is_over else (),
        due=match.wakes(),
    )


def seen(view: SixtoView, limit: int) -> SixtoMatch:
    """The match that a view shows, for a client that comes to it; what happened before is not in it."""
    state = sixto.setup(tuple(map(sheet_of, view.sheets)))
    crosses = tuple(map(bits, view.crosses)) + state.crosses[state.seats :]
    half = tuple(map(bits, view.half)) + state.crosses[state.seats :]
    phase = PHASES.index(view.phase) if view.phase in PHASES else ROLLING
    again = tuple(colour_set(colours) for colours in view.asked) + NONE[state.seats :]
    turn = Turn(phase, view.dice, half, sum(1 << seat for seat in view.done), again)
    ends = sum(end for end, name in records.ENDS.items() if name in view.ends)
    closed, turns = colour_set(view.closed), view.turn - 1
    state = State(state.seats, state.sheets, crosses, closed, ends, turns, view.active, turn)
    return SixtoMatch(state, limit, view.due, covered=sum(1 << seat for seat in view.covered))


def bits(names: tuple[str, ...]) -> Six:
    rows = list(NONE)
    for name in names:
        colour, place = BOXES[name]
        rows[colour] |= 1 << place
    return tuple(rows)


def colour_set(names: tuple[str, ...]) -> int:
    return sum(1 << COLOURS.index(name) for name in names)
