"""Checkpoints: a table as it was at some version, so that opening it need not read its whole log.

The log stays authoritative: a checkpoint is only a shortcut for the very release that made it. Any other
release ignores it, reads the log from its first event, and replaces it.
"""

import msgspec
from msgspec.structs import replace

from sixes import __version__
from sixes.play.bounds import MOST_EVENTS
from sixes.play.games import GAMES
from sixes.play.table import Table
from sixes.server.storage.store import StoredCheckpoint

EVERY = 2000
"""Events after which there is a new one: reading so many takes about 30 ms."""
FORMAT = f"{__version__}/5"
"""Of the release, and of what follows: change the number with `Table` or a match between two releases."""

Answered = dict[str, dict[str, int]]
"""For each player and nonce, the version that answered."""


class Checkpoint(msgspec.Struct, array_like=True):
    """What is stored: the table without its match, whose type depends on the game."""

    table: Table
    match: msgspec.Raw
    answered: Answered


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Checkpoint).decode


def encode_checkpoint(table: Table, answered: Answered) -> StoredCheckpoint:
    """`answered` may be ahead of the table, or reach back further than any log does today."""
    oldest = table.version - MOST_EVENTS
    kept = {
        player: {nonce: version for nonce, version in nonces.items() if oldest < version <= table.version}
        for player, nonces in answered.items()
    }
    match = msgspec.Raw(_encode(table.match))
    body = _encode(Checkpoint(replace(table, match=None), match, kept))
    return StoredCheckpoint(table.id, table.version, FORMAT, body)


def decode_checkpoint(stored: StoredCheckpoint) -> tuple[Table, Answered] | None:
    """The table, and who was answered until then; None if another release made it."""
    if stored.format != FORMAT:
        return None
    try:
        read = _decode(stored.body)
        kind = GAMES[read.table.options.game].match
        match = msgspec.msgpack.decode(read.match, type=kind | None)
    except (msgspec.MsgspecError, KeyError):  # a development version made it
        return None
    return replace(read.table, match=match), read.answered
