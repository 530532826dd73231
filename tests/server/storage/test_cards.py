"""The cards of a player: they come back after days, and go when they are solved or too many."""

from pathlib import Path

from sixes.server.storage.cards import DAYS, MOST_CARDS
from sixes.server.storage.database import Database
from sixes.server.storage.store import DAY, CardKey, CardRow, PlayerRow
from tests.event_loop import asynchronous
from tests.server.database import entry, open_database, table

NOW = 1_000_000


async def with_games(database: Database, games: int = 1) -> None:
    for name in ("ada", "bob"):
        await database.new_player(PlayerRow(name, name.title(), 0, device=name.encode() * 9), NOW)
    for number in range(1, games + 1):
        row = table(number)
        await database.create_table(row, entry(row.id, 1))


@asynchronous
async def test_a_card_comes_back_later_each_time_it_is_solved_and_then_is_done(data: Path | str) -> None:
    async with open_database(data) as database:
        await with_games(database)
        await database.add_cards("ada", "t1", [(3, b"{3}"), (8, b"{8}")], NOW)
        await database.add_cards("ada", "t1", [(5, b"{5}")], NOW)  # a game is taken once
        first = NOW + DAY
        assert await database.cards("ada") == [
            CardRow("CODE1", 3, first, 0, b"{3}"),
            CardRow("CODE1", 8, first, 0, b"{8}"),
        ]
        card, now = CardKey("ada", "t1", 3), first
        for times, days in enumerate(DAYS[1:], 1):
            assert await database.answer_card(card, True, now)
            assert CardRow("CODE1", 3, now + days * DAY, times, b"{3}") in await database.cards("ada")
            now += days * DAY
        assert await database.answer_card(card, True, now)
        assert [row.decision for row in await database.cards("ada")] == [8]
        assert not await database.answer_card(card, True, now)


@asynchronous
async def test_what_was_not_solved_begins_again(data: Path | str) -> None:
    async with open_database(data) as database:
        await with_games(database)
        await database.add_cards("ada", "t1", [(3, b"{}")], NOW)
        card = CardKey("ada", "t1", 3)
        await database.answer_card(card, True, NOW)
        await database.answer_card(card, False, NOW)
        assert await database.cards("ada") == [CardRow("CODE1", 3, NOW + DAY, 0, b"{}")]
        assert not await database.answer_card(card._replace(player="bob"), True, NOW)


@asynchronous
async def test_of_too_many_cards_those_that_come_back_last_go(data: Path | str) -> None:
    async with open_database(data) as database:
        await with_games(database, 2)
        await database.add_cards("ada", "t1", [(place, b"") for place in range(MOST_CARDS)], NOW)
        await database.answer_card(CardKey("ada", "t1", 7), True, NOW)
        await database.add_cards("ada", "t2", [(0, b"")], NOW)
        kept = await database.cards("ada")
        assert len(kept) == MOST_CARDS
        assert {(row.code, row.decision) for row in kept} >= {("CODE2", 0), ("CODE1", 6)}
        assert ("CODE1", 7) not in {(row.code, row.decision) for row in kept}


@asynchronous
async def test_who_deletes_their_cards_deletes_no_others(data: Path | str) -> None:
    async with open_database(data) as database:
        await with_games(database)
        for name in ("ada", "bob"):
            await database.add_cards(name, "t1", [(0, b"")], NOW)
        await database.delete_cards("ada")
        assert await database.cards("ada") == []
        assert len(await database.cards("bob")) == 1
