"""With what a new score pad begins."""

from typing import Annotated

import msgspec

from sixes.play.commands import SheetLetter, SheetRows

TypedName = Annotated[str, msgspec.Meta(max_length=200)]


class PadSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Names and sheets of a new score pad, by seat; the first seat is that of whoever makes it."""

    names: Annotated[tuple[TypedName, ...], msgspec.Meta(max_length=6)] = ()
    """As names of players are; empty: not written yet."""
    sheets: Annotated[tuple[SheetLetter | SheetRows | None, ...], msgspec.Meta(max_length=6)] = ()
    """Sixto: a letter, one's own numbers, or null for one that nobody has."""
