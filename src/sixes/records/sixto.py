"""Records of Sixto: replayed turn by turn against the rules, the result, and how they are written."""

from collections.abc import Iterable, Iterator
from typing import Any

from sixes.records.checks import check_dice, check_keys, is_int
from sixes.records.errors import RecordError, quoted, rule_error
from sixes.rules import sixto
from sixes.rules.rows import DICE_END, PLAYER_END, SOLO_END, box_refusal, die_refusal, die_used_refusal
from sixes.rules.sheets import (
    BOXES,
    LETTER_OF,
    PLACES,
    SHEETS,
    Sheet,
    box_names,
    rows_of,
    same_letter,
    sheet_of,
)
from sixes.rules.six import COLOURS, NONE, Six, colour_names, is_number, members
from sixes.rules.turns import FRESH_TURN, SixtoState

KEYS = ("game", "sheets", "turns")
OPTIONAL = ("match",)
ENDS = {DICE_END: "dice", PLAYER_END: "player", SOLO_END: "solo"}


def replay(record: dict[str, Any]) -> Iterator[SixtoState]:
    """The game at the start and after each turn of a record, whose keys are checked."""
    state = sixto.setup(read_sheets(record["sheets"]))
    turns = record["turns"]
    if not isinstance(turns, list):
        raise RecordError("record.turn_list")
    yield state
    for number, turn in enumerate(turns, 1):
        if sixto.is_over(state):
            raise RecordError("record.after_end", turn=number)
        dice = check_form(state, number, turn)
        half = [crossed(state, number, seat, dice, boxes) for seat, boxes in enumerate(turn["crosses"])]
        state = sixto.end_turn(state, (*half, *FRESH_TURN.half[state.seats :]))
        yield state


def read_sheets(sheets: object) -> tuple[Sheet, ...]:
    if not isinstance(sheets, list) or not 1 <= len(sheets) <= sixto.MOST_SEATS:
        raise RecordError("record.sheet_count")
    read = tuple(read_sheet(sheet, seat) for seat, sheet in enumerate(sheets))
    taken = same_letter([sheet if isinstance(sheet, str) else None for sheet in sheets])
    if taken >= 0:
        raise RecordError("record.same_sheet", seat=taken, letter=sheets[taken])
    return read


def read_sheet(sheet: object, seat: int) -> Sheet:
    if isinstance(sheet, str) and sheet in SHEETS:
        return SHEETS[sheet]
    if not isinstance(sheet, list) or [len(row) if type(row) is list else 0 for row in sheet] != [PLACES] * 6:
        raise RecordError("record.sheet_form", seat=seat)
    for box, (colour, place) in BOXES.items():
        number = sheet[colour][place - 1]
        if not is_int(number) or not is_number(number):
            raise RecordError("record.sheet_number", seat=seat, box=box)
    return sheet_of(sheet)


def check_form(state: SixtoState, number: int, turn: object) -> Six:
    """The form of a turn; gives the dice as they were fixed."""
    if not isinstance(turn, dict):
        raise RecordError("record.turn_object", turn=number)
    check_keys(turn, ("rolls", "crosses"), (), turn=number)
    rolls, crosses = turn["rolls"], turn["crosses"]
    if not isinstance(rolls, list) or not 1 <= len(rolls) <= 2:
        raise RecordError("record.roll_count", turn=number, seat=state.active)
    for roll in rolls:
        check_roll(state, number, roll)
    if not isinstance(crosses, list) or len(crosses) != state.seats:
        raise RecordError("record.cross_count", turn=number, seats=state.seats)
    for seat, boxes in enumerate(crosses):
        if not isinstance(boxes, list):
            raise RecordError("record.cross_list", turn=number, seat=seat)
        for box in boxes:
            if not isinstance(box, str) or box not in BOXES:
                raise RecordError("record.box_form", turn=number, seat=seat, box=quoted(box))
    return tuple(rolls[-1])


def check_roll(state: SixtoState, number: int, roll: object) -> None:
    if not isinstance(roll, list) or len(roll) != len(COLOURS):
        raise RecordError("record.roll_form", turn=number, seat=state.active)
    check_dice(roll, turn=number, seat=state.active)
    for colour, face in enumerate(roll):
        broken = die_refusal(state.closed, colour, face)
        if broken:
            raise rule_error("sixto", broken, turn=number, seat=state.active, die=COLOURS[colour])


def crossed(state: SixtoState, number: int, seat: int, dice: Six, boxes: list[str]) -> Six:
    """The boxes one seat crossed in a turn, by row."""
    rows, crosses, half = state.sheets[seat], state.crosses[seat], list(NONE)
    for box in boxes:
        colour, place = BOXES[box]
        broken = die_used_refusal(half[colour]) or box_refusal(
            rows[colour], crosses[colour], dice[colour], place
        )
        if broken:
            raise rule_error("sixto", broken, turn=number, seat=seat, box=box)
        half[colour] = 1 << place
    return tuple(half)


def seats_of(record: dict[str, Any]) -> int:
    return len(record["sheets"])


def result(state: SixtoState) -> dict[str, Any]:
    """What came of a game, as a document."""
    over = sixto.is_over(state)
    return {
        "game": "sixto",
        "finished": over,
        "ends": sorted(name for end, name in ENDS.items() if state.ends & end),
        "closed": colour_names(state.closed),
        "active": None if over else state.active,
        "winners": members(sixto.winners(state)),
        "scores": [score_of(state, seat) for seat in range(state.seats)],
    }


def score_of(state: SixtoState, seat: int) -> dict[str, Any]:
    score = sixto.score(state, seat)
    return score._asdict() | {"rows": list(score.rows), "columns": list(score.columns)}


def document(state: SixtoState, turns: Iterable[dict[str, Any]], letters: bool = False) -> dict[str, Any]:
    """A whole game so far: its sheets, in numbers or where possible as letters, and its finished turns."""
    sheets = state.sheets[: state.seats]
    names = lettered(sheets) if letters else [rows_of(sheet) for sheet in sheets]
    return {"game": "sixto", "sheets": names, "turns": list(turns)}


def lettered(sheets: tuple[Sheet, ...]) -> list[str | list[list[int]]]:
    """Sheets by their letters; in numbers what has none, or comes again, since no letter stands twice."""
    names: list[str | list[list[int]]] = []
    for sheet in sheets:
        letter = LETTER_OF.get(sheet)
        names.append(rows_of(sheet) if letter is None or letter in names else letter)
    return names


def turn_document(state: SixtoState, rolls: Iterable[Six]) -> dict[str, Any]:
    """A finished turn: its rolls, and the half crosses at the last moment before it ended."""
    crosses = [box_names(rows) for rows in state.turn.half[: state.seats]]
    return {"rolls": [list(roll) for roll in rolls], "crosses": crosses}
