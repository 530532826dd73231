"""Whoever guesses codes is stopped, and nobody else at the same address notices."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sixes.client import Client, Refused, ServerProblem
from sixes.play.options import Options
from sixes.server.limits import Limits
from sixes.server.tables.guesses import GuessLimit
from sixes.text import LANGUAGES, catalogue
from tests.event_loop import asynchronous
from tests.server.clients import guests, visit
from tests.server.database import entry, open_database, table
from tests.server.stopped_clock import ServerHere, server_here

SIXTO = Options("sixto", seats=3)
WRONG = "BCDFGH"


@asynccontextmanager
async def guessed_at(data: Path) -> AsyncIterator[tuple[ServerHere, str, Client, Client, Client]]:
    """A table that is not in memory, at an address without guesses: its host, a player of it, and a guest."""
    async with server_here(data) as server, guests(server.url, 2) as (ada, bob):
        code = await ada.make_table(SIXTO)
        async with bob.at(code) as his:
            await his.sit()
    async with (
        server_here(data) as server,
        Client(server.url, ada.cookie) as ada,
        Client(server.url, bob.cookie) as bob,
        Client(server.url) as guest,
    ):
        guesses = [await visit(server.url, f"/api/tables/{WRONG}") for _ in range(61)]
        assert [guess.status for guess in guesses] == [404] * 60 + [429]
        yield server, code, ada, bob, guest


@asynchronous
async def test_host_and_players_come_in_whatever_others_at_their_address_guess(tmp_path: Path) -> None:
    async with guessed_at(tmp_path) as (server, code, ada, bob, guest):
        for member in (ada, bob):
            found = await visit(server.url, f"/api/tables/{code}", secret=member.cookie)
            assert found.body["code"] == code
            record = await visit(server.url, f"/api/tables/{code}/record", secret=member.cookie)
            assert record.code == "table.record_none"
        async with ada.at(code) as hers, bob.at(code) as his:
            assert (hers.seat, his.seat) == (None, 0)
        # A fresh identity gets nothing, not even with the right code.
        for language in LANGUAGES:
            answer = await visit(
                server.url, f"/api/tables/{code}", secret=guest.cookie, Accept_Language=language
            )
            assert (answer.status, answer.code) == (429, "table.too_many_guesses")
            assert answer.body["message"] == catalogue(language)["table.too_many_guesses"]
        with pytest.raises(Refused, match="too_many_guesses"):
            await guest.at(code).__aenter__()
        server.wait(60)
        async with guest.at(code) as theirs:
            assert theirs.seat is None


@asynchronous
async def test_who_plays_elsewhere_has_a_few_guesses_of_their_own(tmp_path: Path) -> None:
    async with guessed_at(tmp_path) as (server, code, ada, bob, _):
        other = await ada.make_table(SIXTO)
        for _ in range(30):  # right codes cost nothing
            assert (await visit(server.url, f"/api/tables/{other}", secret=bob.cookie)).status == 200
        async with bob.at(other) as table:
            assert table.table.code == other
        answers = [await visit(server.url, f"/api/tables/{WRONG}", secret=bob.cookie) for _ in range(11)]
        assert [answer.status for answer in answers] == [404] * 10 + [429]
        # Now a table of others is closed to them for a while, but not their own, nor anything to others.
        assert (await visit(server.url, f"/api/tables/{code}", secret=bob.cookie)).status == 200
        assert (await visit(server.url, f"/api/tables/{WRONG}", secret=ada.cookie)).status == 404


@asynchronous
async def test_codes_for_another_device_are_not_locked_by_guesses_at_tables(tmp_path: Path) -> None:
    async with guessed_at(tmp_path) as (server, _, ada, bob, guest):
        await guest.carry(await ada.carry_code())
        assert guest.player == ada.player
        for _ in range(60):
            wrong = await visit(server.url, "/api/me/carry", "POST", data=b'{"code":"x"}')
            assert wrong.status == 403
        async with Client(server.url) as stranger:
            with pytest.raises(ServerProblem, match="many wrong codes"):
                await stranger.carry(await ada.carry_code())
        await bob.carry(await ada.carry_code())
        assert bob.player == ada.player


@asynchronous
async def test_an_address_with_thousands_of_players_is_bounded(tmp_path: Path) -> None:
    """With a clock that stands still; every one of these identities hosts a table."""
    async with open_database(tmp_path) as database:
        guesses, tried = GuessLimit(database, Limits(), lambda: 0.0), 0
        for number in range(200):
            await database.create_table(table(number, host=f"p{number}"), entry(f"t{number}", 1))
            for _ in range(10):
                try:
                    await guesses.take_as_player(f"p{number}", WRONG, "192.0.2.1")
                except Refused:
                    break
                tried += 1
        assert tried == 120
        # Those who belong to a table still come to it, and other addresses are not concerned.
        (await guesses.take_as_player("p199", "CODE199", "192.0.2.1"))()
        (await guesses.take_as_player("p199", WRONG, "192.0.2.2"))()
        with pytest.raises(Refused):
            await guesses.take_as_player("p199", WRONG, "192.0.2.1")
