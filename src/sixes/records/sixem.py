"""Records of Sixem: replayed round by round against the rules, the result, and how they are written."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sixes.records.checks import check_dice, check_keys, is_int, is_seat
from sixes.records.errors import RecordError, quoted, rule_error
from sixes.rules import sixem
from sixes.rules.boards import Pattern, SixemRefusal, shows_one_to_six
from sixes.rules.printing import board_rows
from sixes.rules.rounds import DEEDS, DICE, MARK, SixemMove, SixemState, playing
from sixes.rules.six import COLOURS, NONE, Six, has, is_number, members

KEYS = ("game", "seats", "pattern", "rounds")
OPTIONAL = ("variant", "match")
PLAIN = [[SixemMove(MARK, seat, die=die) for die in range(6)] for seat in range(6)]
"""The marks without a deed, by seat and die: most marks are one of these."""
MOST_LINES = 14
DEED_NAMES = {deed: name for name, deed in DEEDS.items()}


def replay(record: dict[str, Any]) -> Iterator[SixemState]:
    """The game at the start and after each round of a record, whose keys are checked."""
    seats, rounds = record["seats"], record["rounds"]
    if not is_int(seats) or not sixem.FEWEST_SEATS <= seats <= sixem.MOST_SEATS:
        raise RecordError("record.seat_count")
    pattern = read_pattern(record["pattern"])
    if record.get("variant", "sweet") != "sweet":
        raise RecordError("record.variant")
    if not isinstance(rounds, list):
        raise RecordError("record.round_list")
    state = sixem.setup_with(pattern, seats, sweet="variant" in record)
    yield state
    for number, played in enumerate(rounds, 1):
        if sixem.is_over(state):
            raise RecordError("record.after_end", round=number)
        state = play_round(state, number, played)
        yield state


def read_pattern(pattern: object) -> Pattern:
    if not isinstance(pattern, dict):
        raise RecordError("record.pattern_object")
    check_keys(pattern, (), Pattern._fields)
    for kind, lines in pattern.items():
        if not is_int(lines) or not 0 <= lines <= MOST_LINES:
            raise RecordError("record.pattern_lines", kind=kind)
    read = Pattern(*(pattern.get(kind, 0) for kind in Pattern._fields))
    if not any(read):
        raise RecordError("record.pattern_empty")
    return read


def play_round(state: SixemState, number: int, played: object) -> SixemState:
    if not isinstance(played, dict):
        raise RecordError("record.round_object", round=number)
    check_keys(played, ("stop", "dice", "marks"), (), round=number)
    stop = played["stop"]
    if not is_seat(stop, state.options.seats):
        raise RecordError("record.stop_form", round=number)
    here = playing(state)
    dice = read_dice(played["dice"], state.options.seats, here, number)
    moves = read_marks(played["marks"], state.options.seats, here, number)
    if not has(here, stop):
        raise RecordError("sixem.out", round=number, seat=stop)
    if not shows_one_to_six(dice[stop]):
        raise RecordError("record.stop_numbers", round=number, seat=stop)
    state = sixem.begin_marking(state, stop, dice)
    for _ in members(here):
        seat = state.round.marker
        state = mark_all(state, number, seat, moves[seat])
    return state


def read_dice(dice: object, seats: int, here: int, number: int) -> tuple[Six, ...]:
    """Everybody's dice as they stood; those who are out, and not among those here, have null."""
    if not isinstance(dice, list) or len(dice) != seats:
        raise RecordError("record.dice_count", round=number, seats=seats)
    for seat, faces in enumerate(dice):
        if is_out(here, seat, faces, number):
            continue
        if not isinstance(faces, list) or len(faces) != len(COLOURS):
            raise RecordError("record.dice_form", round=number, seat=seat)
        check_dice(faces, round=number, seat=seat)
        for die, face in enumerate(faces):
            if not is_number(face):
                raise RecordError("sixem.die_number", round=number, seat=seat, die=COLOURS[die])
    return tuple(tuple(faces) if faces else NONE for faces in dice) + (NONE,) * (6 - len(dice))


def is_out(here: int, seat: int, value: object, number: int) -> bool:
    """This seat does not play on after a tie: null stands for what it would have."""
    if has(here, seat):
        return False
    if value is not None:
        raise RecordError("record.out_is_null", round=number, seat=seat)
    return True


def read_marks(marks: object, seats: int, here: int, number: int) -> list[list[SixemMove]]:
    """Everybody's marks as moves; none for those who are out."""
    if not isinstance(marks, list) or len(marks) != seats:
        raise RecordError("record.mark_count", round=number, seats=seats)
    moves: list[list[SixemMove]] = []
    for seat, theirs in enumerate(marks):
        moves.append([])
        if is_out(here, seat, theirs, number):
            continue
        if not isinstance(theirs, list):
            raise RecordError("record.mark_list", round=number, seat=seat)
        for mark in theirs:
            try:
                moves[seat].append(read_mark(mark, seats, seat))
            except RecordError as error:
                error.values.update(round=number, seat=seat)
                if isinstance(mark, dict) and "die" in mark:
                    error.values["die"] = quoted(mark["die"])
                raise
    return moves


def read_mark(mark: object, seats: int, seat: int) -> SixemMove:
    if not isinstance(mark, dict):
        raise RecordError("record.mark_object")
    check_keys(mark, ("die",), DEEDS)
    if not isinstance(mark["die"], str) or mark["die"] not in DICE:
        raise RecordError("record.die_form")
    if len(mark) > 2:
        raise RecordError("record.mark_object")
    for deed, kind in DEEDS.items():
        if deed in mark:
            if not is_seat(mark[deed], seats):
                raise RecordError("record.other_form", deed=deed)
            return SixemMove(MARK, seat, die=DICE[mark["die"]], deed=kind, other=mark[deed])
    return PLAIN[seat][DICE[mark["die"]]]


def mark_all(state: SixemState, number: int, seat: int, moves: list[SixemMove]) -> SixemState:
    """One seat marks: each different number on its dice exactly once."""
    rounds = state.rounds
    for move in moves:
        # Once all numbers are marked it is somebody else's turn.
        mine = is_marking(state, seat, rounds)
        broken = sixem.mark_refusal(state, move) if mine else SixemRefusal.NUMBER_MARKED
        if broken:
            raise rule_error("sixem", broken, round=number, seat=seat, die=COLOURS[move.die])
        state = sixem.mark(state, move)
    if is_marking(state, seat, rounds):
        missing = members(state.round.to_mark)[0]
        raise RecordError("record.number_unmarked", round=number, seat=seat, number=missing)
    return state


def is_marking(state: SixemState, seat: int, rounds: int) -> bool:
    """A seat still has numbers to mark in the round after so many rounds."""
    return state.rounds == rounds and state.round.marker == seat


def seats_of(record: dict[str, Any]) -> int:
    return int(record["seats"])


def result(state: SixemState) -> dict[str, Any]:
    """What came of a game, as a document."""
    seats = range(state.options.seats)
    return {
        "game": "sixem",
        "finished": sixem.is_over(state),
        "rounds": state.rounds,
        "winners": members(sixem.winners(state)),
        "tied": members(state.tied),
        "boards": [board_rows(state.boards[seat]) for seat in seats],
        "lines": [sixem.score(state, seat)._asdict() for seat in seats],
    }


def document(state: SixemState, rounds: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """A whole game so far: what was agreed and spun, and its finished rounds."""
    record = {
        "game": "sixem",
        "seats": state.options.seats,
        "pattern": pattern_document(state.pattern),
        "rounds": list(rounds),
    }
    return record | ({"variant": "sweet"} if state.options.sweet else {})


def pattern_document(pattern: Pattern) -> dict[str, int]:
    return {kind: lines for kind, lines in pattern._asdict().items() if lines}


def round_document(state: SixemState, marks: Sequence[SixemMove]) -> dict[str, Any]:
    """A finished round from any moment of its marking, and all marks in their order; null for who is out."""
    seats, here = range(state.options.seats), members(playing(state))
    return {
        "stop": state.round.caller,
        "dice": [list(state.round.dice[seat]) if seat in here else None for seat in seats],
        "marks": [
            [mark_document(mark) for mark in marks if mark.seat == seat] if seat in here else None
            for seat in seats
        ],
    }


def mark_document(move: SixemMove) -> dict[str, Any]:
    mark: dict[str, Any] = {"die": COLOURS[move.die]}
    return mark | {DEED_NAMES[move.deed]: move.other} if move.deed else mark
