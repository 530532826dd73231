"""What is agreed when a table is made."""

from typing import Annotated

import msgspec

GameName = str  # of a game in `play.games`; no alias of msgspec, since programs may register more


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is agreed when a table is made."""

    game: GameName
    """Which game."""
    seats: Annotated[int, msgspec.Meta(ge=1, le=6)] = 2
    """How many; Sixem needs two."""
    open: bool = False
    """In the lobby for everybody; otherwise only who has the link finds it."""
    spectators: bool = True
    """Others may watch."""
    timer: Annotated[int, msgspec.Meta(ge=0, le=600)] | None = None
    """Seconds for each step; 0: no timer. Unless it is set, Sixto has none and marking in Sixem has 30."""
    days: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    """Sixto, over days: how many for each step; 0: no timer. Nobody need be present meanwhile."""
    duel: bool = False
    """Sixto for two: the same dice twice, then with exchanged seats and sheets; the sum decides."""
    throw_time: Annotated[int, msgspec.Meta(ge=200, le=5000)] = 450
    """Sixem: milliseconds from a throw until its dice land; more is calmer."""
    auto_stop: bool = False
    """Sixem: the table calls STOP for whoever has 1 to 6."""
    fair_stop: bool = False
    """Sixem: make up for slow connections when two call STOP at about the same time."""
    lesson: bool = False
    """Sixto alone, or Sixem against a bot that waits, with the dice of the lesson: the same for everybody."""
    hints: bool | None = None
    """Sixto: players may ask the coach. Unless it is set, only who plays alone or against bots may."""
    sweet: bool = False
    """Sixem: the variant in which Xs can be given."""
    daily: Annotated[int, msgspec.Meta(ge=1, le=9_999_999)] | None = None
    """The challenge of this day; such a table is made by `POST /api/daily`."""
    practice: bool = False
    """A daily challenge that does not count."""
    rated: bool = False
    """The result changes ratings: no hints, only bots whose rating is known, and who leaves stays away."""
