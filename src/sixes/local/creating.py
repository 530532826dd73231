"""The first event of a table on this device."""

import hashlib
import secrets
from typing import NamedTuple

from sixes.local.bots import plain_levels
from sixes.play import events
from sixes.play.context import Context
from sixes.play.creating import NewGame, first_events, id_and_seed
from sixes.play.dice import SEED_BYTES
from sixes.play.games import GAMES
from sixes.play.match import Dealer, Refused
from sixes.play.options import Options

PREFIX = "local-"
"""With this the code of every such table begins, and of no other."""
CODE_LENGTH = 12
"""Digits after that."""


class Person(NamedTuple):
    """Who plays on this device."""

    player: str
    name: str


def first_entries(
    game: NewGame, person: Person, now: int, seed: bytes | None
) -> tuple[tuple[events.Event, ...], bytes]:
    """The first events of a new table and the seed of its dice; Refused if that cannot be played here."""
    if not is_playable(game.options):
        raise Refused("table.options")
    fresh = seed or secrets.token_bytes(SEED_BYTES)
    code = PREFIX + hashlib.sha256(b"code" + fresh).hexdigest()[:CODE_LENGTH]  # the same for the same seed
    table, seed = id_and_seed(game, code, fresh)
    levels, deal = plain_levels(game.options.game), Dealer("", seed, ())
    context = Context(now, person.player, person.name, deal, levels, lambda *_: 0)
    return first_events(table, code, game, context), seed


def is_playable(options: Options) -> bool:
    """Whether a table needs nobody else: no lobby, no rating, no days, no dice that others have too."""
    shared = options.open or options.rated or options.daily is not None or options.days is not None
    return options.game in GAMES and not shared
