"""Games played to the end by random people and bots, and stored as a live table stores them."""

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from sixes.play.table import OVER, Table
from sixes.server.storage.database import Database
from sixes.server.storage.store import HOUR, Change, PlayerRow, TableRow
from sixes.server.tables.journal import with_outcome
from sixes.server.tables.summary import encode_summary
from tests.play.random_tables import PEOPLE, begin, play
from tests.play.stories import Story
from tests.server.database import append, entry

UNREST = 0.02
"""How often people come and go instead of playing."""


def played_game(seed: int, game: str = "sixto", seats: int = 2, people: int = 0, **options: Any) -> Table:
    """A finished game; some of its people left, came back, or asked for hints."""
    chance = random.Random(seed)
    story = begin(chance, game, seats, people, **options)
    ask_hints(chance, story)
    for _ in play(chance, story, unrest=UNREST if seats > 1 else 0):
        pass
    assert story.table.phase == OVER
    name = f"{seed:06x}"
    return replace(story.table, id=f"t{name}", code=name.upper(), at=1_000_000 + seed * HOUR)


def ask_hints(chance: random.Random, story: Story) -> None:
    for who in story.people:
        if chance.random() < 0.2:
            story.refusal(who, "hint")


async def add_people(database: Database, people: Sequence[str] = PEOPLE) -> None:
    for name in people:
        await database.new_player(PlayerRow(name, name.title(), 0, device=name.encode() * 4), 1)


async def store_game(database: Database, table: Table) -> None:
    about = encode_summary(table)
    row = TableRow(
        *(table.id, table.code, "playing", False, len(table.seats), len(table.seats), table.host, about),
        *(table.at, table.at, bytes(32)),
    )
    await database.create_table(row, entry(table.id, 1))
    change = Change(table.id, table.phase, row.taken, table.host, table.at, table.people, about)
    assert await append(database, entry(table.id, 2), change=with_outcome(change, table)) is None
