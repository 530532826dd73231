"""The devices of a player: listed, added, and revoked for every server."""

from pathlib import Path

from sixes.server.storage.devices import KEEP_REVOKED, MOST_DEVICES
from sixes.server.storage.store import DeviceRow, PlayerRow
from tests.event_loop import asynchronous
from tests.server.database import open_database

NOW = 1_000_000
HASH, OTHER = b"h" * 32, b"o" * 32


def device(number: int) -> bytes:
    return b"device %03d" % number


@asynchronous
async def test_devices_are_listed_and_each_knows_when_it_was_last_seen(data: Path | str) -> None:
    async with open_database(data) as database:
        await database.new_player(PlayerRow("ada", "Ada", 0, device=HASH), NOW, "phone")
        await database.add_secret("ada", OTHER, NOW + 1, "tablet")
        await database.record_visit("ada", NOW + 9, 0, HASH)
        listed = [DeviceRow(OTHER, "tablet", NOW + 1, NOW + 1), DeviceRow(HASH, "phone", NOW, NOW + 9)]
        assert await database.devices("ada") == listed
        assert await database.player_of(OTHER) == PlayerRow("ada", "Ada", 0, None, NOW + 1, OTHER)


@asynchronous
async def test_a_revoked_device_is_unknown_and_every_server_learns_which_it_was(data: Path | str) -> None:
    async with open_database(data) as database:
        await database.new_player(PlayerRow("bob", "Bob", 0, device=device(9)), NOW)
        await database.new_player(PlayerRow("ada", "Ada", 0, device=HASH), NOW)
        await database.put_code("ABCD", HASH, "ada", NOW + 10)
        for number in range(3):
            await database.add_secret("ada", device(number), NOW)
        ada = await database.player_of(HASH)
        assert ada
        assert await database.revoke(ada, device(1), NOW)
        assert await database.revoked() == {device(1)}
        assert await database.player_of(device(1)) is None
        assert await database.use_code("ABCD", HASH, NOW) is None, "a thief may have asked for it"
        # Neither one's own, nor that of another player, nor one that is gone.
        for other in (HASH, device(9), device(1)):
            assert not await database.revoke(ada, other, NOW)
        assert await database.revoke(ada, None, NOW + 1)
        assert {row.hash for row in await database.devices("ada")} == {HASH}
        assert await database.revoked() == {device(0), device(1), device(2)}
        assert not await database.revoke(ada, None, NOW + 1)
        # What all servers have noticed long ago is forgotten.
        await database.add_secret("ada", OTHER, NOW + 2)
        assert await database.revoke(ada, None, NOW + 2 + KEEP_REVOKED)
        assert await database.revoked() == {OTHER}


@asynchronous
async def test_of_too_many_devices_the_least_used_one_goes(data: Path | str) -> None:
    async with open_database(data) as database:
        await database.new_player(PlayerRow("ada", "Ada", 0, device=HASH), NOW)
        for number in range(MOST_DEVICES - 1):
            await database.add_secret("ada", device(number), NOW + number)
        await database.record_visit("ada", NOW + 99, 0, HASH)
        assert await database.revoked() == set()
        await database.add_secret("ada", OTHER, NOW + 100)
        assert await database.revoked() == {device(0)}
        assert len(await database.devices("ada")) == MOST_DEVICES
