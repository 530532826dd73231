"""Finished games of players, stored as if they had been played."""

import itertools
from collections.abc import Mapping, Sequence
from contextlib import suppress

from sixes.play.results import SeatResult
from sixes.server.storage.database import Database
from sixes.server.storage.store import Conflict, PlayerRow
from tests.server.database import append, change, entry, table

WITH_OTHERS = SeatResult("", 0, "sixto", 2, "A", 0, 0, 1, True, "", True, "0,0,0,0,0,0")
"""A game of two at a table, without help."""
_numbers = itertools.count(1000)


async def store_past_games(database: Database, points: Mapping[str, Sequence[int]]) -> None:
    """Games of players, oldest first, with these points."""
    for player, made in points.items():
        for total in made:
            await store_game(database, WITH_OTHERS._replace(player=player, points=total))


async def store_game(database: Database, result: SeatResult) -> None:
    """A game after all others, of which this came for its player."""
    number = next(_numbers)
    with suppress(Conflict):  # they are known
        await database.new_player(PlayerRow(result.player, result.player, device=result.player.encode()), 1)
    row = table(number)
    await database.create_table(row, entry(row.id, 1))
    over = change(row, record=b"{}")._replace(phase="over", touched=number, results=(result,))
    assert await append(database, entry(row.id, 2), change=over) is None
