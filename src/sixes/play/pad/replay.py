"""Replays the document of a score pad, which a device brings that had no network."""

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from sixes.play import commands, events
from sixes.play.match import Refused
from sixes.play.options import Options
from sixes.play.pad.match import PadMatch
from sixes.play.pad.sixem import SixemPadMatch
from sixes.play.pad.sixto import ENDS, SixtoPadMatch, end_names
from sixes.play.seats import Seat
from sixes.records import sixem as records
from sixes.rules import sixem, sixto
from sixes.text import UserError

Pad = TypeVar("Pad", bound=PadMatch)
NO_NONCE = ""
NO_WRITER = events.Writer("", "")
"""Documents do not tell who wrote what."""
Seats = Annotated[int, msgspec.Meta(ge=sixem.FEWEST_SEATS, le=sixem.MOST_SEATS)]
Sheets = Annotated[tuple[commands.SheetRows, ...], msgspec.Meta(min_length=1, max_length=sixto.MOST_SEATS)]

MOST_STEPS = 200
"""Turns or rounds: more than anybody plays, so that a long document takes no time."""
MOST_MARKS = 36 * sixem.MOST_SEATS
"""In a round: each cell of every board."""
Crosses = Annotated[tuple[str, ...], msgspec.Meta(max_length=6)]
"""Of a seat in a turn, one in each row."""


class WrittenTurn(msgspec.Struct):
    """A turn of Sixto; the rules that it breaks are found anew."""

    dice: Annotated[tuple[commands.TypedFace, ...], msgspec.Meta(min_length=6, max_length=6)]
    crosses: Annotated[tuple[Crosses, ...], msgspec.Meta(max_length=sixto.MOST_SEATS)]


class WrittenMark(msgspec.Struct):
    seat: commands.SeatNumber
    cell: str
    erase: commands.SeatNumber | None = None
    give: commands.SeatNumber | None = None


class WrittenRound(msgspec.Struct):
    """A round of Sixem, with the pattern at its end."""

    pattern: commands.PatternLines
    marks: Annotated[tuple[WrittenMark, ...], msgspec.Meta(max_length=MOST_MARKS)]


class PadDocument(msgspec.Struct, tag_field="game"):
    pad: Literal[1]
    match: dict[str, Any]

    @property
    def options(self) -> Options:
        """Those of the table on which it was written."""
        raise NotImplementedError

    def written(self) -> PadMatch:
        """The pad after all that the document tells; Refused if that could not be written."""
        raise NotImplementedError


class SixtoPadDocument(PadDocument, tag="sixto"):
    sheets: Sheets
    turns: Annotated[tuple[WrittenTurn, ...], msgspec.Meta(max_length=MOST_STEPS)]
    declined: Annotated[tuple[str, ...], msgspec.Meta(max_length=len(ENDS))] = ()

    @property
    def options(self) -> Options:
        return Options("sixto_pad", seats=len(self.sheets))

    def written(self) -> PadMatch:
        pad = SixtoPadMatch.begin(events.Started((), sheets=self.sheets, at=0), self.options, 0)
        for turn in self.turns:
            pad = played_on(pad)
            if any(turn.dice):
                pad = write(pad, commands.PadDice, turn.dice)
            for seat, boxes in enumerate(turn.crosses):
                for box in boxes:
                    pad = write(pad, commands.PadCross, seat, box, True)
            pad = write(pad, commands.PadNext)
        return played_on(pad) if set(end_names(pad.state.ends)) <= set(self.declined) else pad


class SixemPadDocument(PadDocument, tag="sixem"):
    seats: Seats
    pattern: commands.PatternLines
    rounds: Annotated[tuple[WrittenRound, ...], msgspec.Meta(max_length=MOST_STEPS)]
    variant: Literal["", "sweet"] = ""
    declined: bool = False

    @property
    def options(self) -> Options:
        return Options("sixem_pad", seats=self.seats, sweet=self.variant == "sweet")

    def written(self) -> PadMatch:
        started = events.Started((Seat(""),) * self.seats, at=0)
        pad = SixemPadMatch.begin(started, self.options, 0)
        for one in self.rounds:
            pad = patterned(played_on(pad), one.pattern)
            for mark in one.marks:
                pad = write(pad, commands.PadMark, mark.seat, mark.cell, mark.erase, mark.give, True)
            pad = write(pad, commands.PadNext)
        return patterned(played_on(pad) if self.declined else pad, self.pattern)


AnyPadDocument: TypeAlias = SixtoPadDocument | SixemPadDocument


class PadRead(NamedTuple):
    """A pad that was written again."""

    options: Options
    document: dict[str, Any]
    """What it tells now; nothing of what was sent is kept."""


def read_pad(document: Any) -> PadRead:
    """The pad of a document, written again entry by entry; UserError if that tells another one, or none."""
    try:
        told: AnyPadDocument = msgspec.convert(document, AnyPadDocument)
        pad = write(told.written(), commands.PadEnd)
    except (msgspec.ValidationError, Refused):
        raise UserError("pad.document") from None
    again = pad.document(told.match)
    if sorted_json(again) != sorted_json(document):
        raise UserError("pad.document")
    return PadRead(told.options, msgspec.json.decode(msgspec.json.encode(again)))


def sorted_json(document: Any) -> bytes:
    """To compare documents strictly: in Python 1, 1.0 and True are equal."""
    return msgspec.json.encode(document, order="sorted")


def write(pad: Pad, kind: Callable[..., commands.Command], *values: object) -> Pad:
    """The pad after one more entry, which may break rules; nobody sees it yet."""
    return pad.after(pad.checked(kind(NO_NONCE, pad.number, *values), NO_WRITER, 0))


def played_on(pad: Pad) -> Pad:
    return write(pad, commands.PadPlayOn) if pad.is_proposed else pad


def patterned(pad: SixemPadMatch, pattern: commands.PatternLines) -> SixemPadMatch:
    """The pad with this pattern, if it has another one."""
    if records.pattern_document(pad.state.pattern) == pattern:
        return pad
    return write(pad, commands.PadPattern, pattern)
