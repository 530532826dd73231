"""Friends: both must mark, only after a game together; and invitations to tables."""

from pathlib import Path

import pytest

from sixes.play.results import SeatResult
from sixes.server.storage import friends as storage
from sixes.server.storage.database import Database
from sixes.server.storage.friends import MOST_FRIENDS, MOST_INVITED, MOST_PEOPLE, friends_of
from sixes.server.storage.schema import friends as marks
from sixes.server.storage.schema import players
from sixes.server.storage.store import DAY, Change, InvitationRow, PersonRow, PlayerRow
from tests.event_loop import asynchronous
from tests.server.database import append, change, entry, insert_rows, open_database, read_rows, table

NOW = 1_800_000_000_000


async def with_people(database: Database, *names: str) -> None:
    for name in names:
        await database.new_player(PlayerRow(name, name.title(), 0, device=name.encode() * 9), NOW)


async def play_together(database: Database, number: int, *people: str) -> None:
    """A finished game."""
    row = table(number, phase="over")
    await database.create_table(row, entry(row.id, 1))
    found = tuple(
        SeatResult(player, seat, "sixto", len(people), "A", 50, 0, 1, True, "", True, "")
        for seat, player in enumerate(people)
    )
    ended = Change(row.id, "over", len(people), "", NOW + number, people, b"{}", results=found)
    assert await append(database, entry(row.id, 2), change=ended) is None


async def befriend(database: Database, one: str, other: str) -> None:
    assert await database.mark_friend(one, other, NOW) == ""
    assert await database.mark_friend(other, one, NOW) == ""


async def state(database: Database, player: str, other: str) -> str:
    return next(person.state for person in await database.people(player) if person.player == other)


def read_friends(database: Database, player: str) -> set[str]:
    return {friend for (friend,) in read_rows(database, friends_of(player))}


@asynchronous
async def test_people_with_whom_one_has_played_come_in_the_order_of_the_last_game(data: Path | str) -> None:
    async with open_database(data) as database:
        await with_people(database, "ada", "bob", "cleo", "dan")
        await play_together(database, 1, "ada", "bob")
        await play_together(database, 2, "ada", "bob", "cleo")
        await play_together(database, 3, "ada", "bob")
        await play_together(database, 4, "dan", "bob")
        assert await database.people("ada") == [
            PersonRow("bob", "Bob", 3, NOW + 3),
            PersonRow("cleo", "Cleo", 1, NOW + 2),
        ]
        assert [person.player for person in await database.people("dan")] == ["bob"]


@asynchronous
async def test_both_must_mark_to_be_friends(data: Path | str) -> None:
    async with open_database(data) as database:
        await with_people(database, "ada", "bob")
        await play_together(database, 1, "ada", "bob")
        for _ in range(2):  # a second tap changes nothing
            assert await database.mark_friend("ada", "bob", NOW) == ""
        assert await state(database, "ada", "bob") == "asked"
        assert await state(database, "bob", "ada") == "asks"
        assert read_friends(database, "ada") == set()
        assert await database.mark_friend("bob", "ada", NOW) == ""
        assert await state(database, "ada", "bob") == await state(database, "bob", "ada") == "friends"
        assert read_friends(database, "ada") == {"bob"}
        assert read_friends(database, "bob") == {"ada"}


@asynchronous
async def test_nobody_can_ask_without_a_game_together(data: Path | str) -> None:
    async with open_database(data) as database:
        await with_people(database, "ada", "bob", "cleo")
        await play_together(database, 1, "ada", "cleo")
        await play_together(database, 2, "bob", "cleo")
        for other in ("bob", "ada", "nobody"):
            assert await database.mark_friend("ada", other, NOW) == "friends.never_played"
        assert await database.people("bob") == [PersonRow("cleo", "Cleo", 1, NOW + 2)]


@asynchronous
async def test_who_was_declined_is_not_heard_again_until_one_asks_oneself(data: Path | str) -> None:
    async with open_database(data) as database:
        await with_people(database, "ada", "bob")
        await play_together(database, 1, "ada", "bob")
        await database.mark_friend("bob", "ada", NOW)
        for _ in range(2):
            await database.unmark_friend("ada", "bob")
        assert await state(database, "ada", "bob") == ""
        assert await state(database, "bob", "ada") == "asked"  # how it was answered is not told
        await database.unmark_friend("bob", "ada")  # who takes it back and asks again
        await database.mark_friend("bob", "ada", NOW)
        assert await state(database, "ada", "bob") == ""
        await database.mark_friend("ada", "bob", NOW)
        assert await state(database, "ada", "bob") == "friends"


@asynchronous
async def test_one_who_ends_a_friendship_ends_it_for_both_and_can_undo_it(data: Path | str) -> None:
    async with open_database(data) as database:
        await with_people(database, "ada", "bob")
        await play_together(database, 1, "ada", "bob")
        await befriend(database, "ada", "bob")
        await database.unmark_friend("ada", "bob")
        assert read_friends(database, "ada") == read_friends(database, "bob") == set()
        assert await state(database, "ada", "bob") == ""
        await database.mark_friend("ada", "bob", NOW)
        assert read_friends(database, "bob") == {"ada"}


@asynchronous
async def test_the_number_of_marks_is_limited_and_friends_are_listed_however_long_ago(
    data: Path | str,
) -> None:
    async with open_database(data) as database:
        crowd = [f"p{number:03}" for number in range(MOST_FRIENDS + 1)]
        await with_people(database, "ada", "bob")
        people = [{"id": one, "name": one, "created": 1, "seen": 1} for one in crowd]
        insert_rows(database, players, people)
        await play_together(database, 1, "ada", "bob")
        await befriend(database, "ada", "bob")
        for number, one in enumerate(crowd, 2):
            await play_together(database, number, "ada", one)
        listed = await database.people("ada")
        assert len(listed) == MOST_PEOPLE + 1
        assert listed[-1] == PersonRow("bob", "Bob", 1, NOW + 1, "friends")
        rows = [{"player": "ada", "friend": one, "since": 1} for one in crowd[: MOST_FRIENDS - 1]]
        insert_rows(database, marks, rows)
        assert await database.mark_friend("ada", crowd[-1], NOW) == "friends.too_many"
        assert await database.mark_friend("ada", crowd[0], NOW) == ""  # marked already


@asynchronous
async def test_people_are_looked_for_in_the_latest_games_and_friends_in_all(
    data: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the page costs the same after any number of games."""
    monkeypatch.setattr(storage, "MOST_GAMES", 2)
    async with open_database(data) as database:
        await with_people(database, "ada", "bob", "cleo", "dan")
        for number, other in enumerate(("bob", "dan", "bob", "cleo", "cleo"), 1):
            await play_together(database, number, "ada", other)
        await befriend(database, "ada", "bob")
        assert await database.people("ada") == [
            PersonRow("cleo", "Cleo", 2, NOW + 5),
            PersonRow("bob", "Bob", 2, NOW + 3, "friends"),
        ]


# Invitations --------------------------------------------------------------------------------------------


async def gathering(database: Database, number: int = 5, **other: object) -> None:
    """A table at which Ada waits."""
    row = table(number, host="ada", seats=2, **other)
    await database.create_table(row, entry(row.id, 1), ("ada",))


async def invited(database: Database, player: str = "bob", now: int = NOW) -> list[str]:
    """The codes of the tables to which somebody is invited."""
    return [row.code for _, row in await database.invitations(player, now)]


def to(number: int = 5, player: str = "bob", at: int = NOW) -> InvitationRow:
    return InvitationRow(f"t{number}", player, "ada", at)


async def two_friends(database: Database) -> None:
    await with_people(database, "ada", "bob", "cleo")
    await play_together(database, 1, "ada", "bob", "cleo")
    await befriend(database, "ada", "bob")


@asynchronous
async def test_a_friend_sees_the_invitation_until_it_is_declined(data: Path | str) -> None:
    async with open_database(data) as database:
        await two_friends(database)
        await gathering(database)
        assert await database.invite(to()) == ""
        ((who, row),) = await database.invitations("bob", NOW)
        assert (who.by, who.name, who.at, row.code) == ("ada", "Ada", NOW, "CODE5")
        assert await invited(database, "cleo") == []
        assert await database.invited("ada", "t5") == [PersonRow("bob", "Bob", state="invited")]
        await database.decline_invitation("bob", "t5")
        assert await database.invite(to(at=NOW + 1)) == ""  # they are not asked again
        assert await invited(database) == []
        assert await database.invited("ada", "t5") == [PersonRow("bob", "Bob", state="declined")]


@asynchronous
async def test_only_friends_are_invited_and_not_without_end(data: Path | str) -> None:
    async with open_database(data) as database:
        await two_friends(database)
        await gathering(database)
        for other in ("cleo", "nobody", "ada"):
            assert await database.invite(to(player=other)) == "friends.not_friends"
        await database.invite(to())
        await database.unmark_friend("bob", "ada")
        assert await invited(database) == []
        await database.mark_friend("bob", "ada", NOW)
        crowd = [f"p{number:03}" for number in range(MOST_INVITED)]
        await with_people(database, *crowd)
        rows = [{"player": one, "friend": other, "since": 1} for one in crowd for other in ("ada",)]
        rows += [{"player": row["friend"], "friend": row["player"], "since": 1} for row in rows]
        insert_rows(database, marks, rows)
        codes = [await database.invite(to(player=one)) for one in crowd]
        assert codes == [""] * (MOST_INVITED - 1) + ["friends.too_many_invited"]
        assert await database.invite(to()) == ""  # renewed


@pytest.mark.parametrize("why", ["started", "closed", "full", "deserted", "seated", "a day later", "future"])
@asynchronous
async def test_an_invitation_is_gone_when_there_is_nothing_to_come_to(why: str, data: Path | str) -> None:
    async with open_database(data) as database:
        await two_friends(database)
        await gathering(database)
        row, now = await database.table("CODE5"), NOW
        assert row
        await database.invite(to())
        assert await invited(database) == ["CODE5"]
        changes = {
            "started": change(row._replace(phase="playing"), "ada"),
            "closed": change(row._replace(phase="closed"), "ada"),
            "full": change(row._replace(taken=2), "ada", "cleo"),
            "deserted": change(row._replace(host="cleo"), "cleo"),
            "seated": change(row, "ada", "bob"),
        }
        if why in changes:
            assert await append(database, change=changes[why]) is None
        else:
            now += DAY + 1 if why == "a day later" else -DAY
        assert await invited(database, now=now) == []
        await database.prune(0, now)
        kept = {row.player for row in await database.invited("ada", "t5") if row.state}
        assert kept == ({"bob"} if why in changes else set())
