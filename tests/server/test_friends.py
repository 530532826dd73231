"""Friends and invitations over HTTP, for people who have finished a game together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from sixes.client import Client, ServerProblem
from sixes.play import commands
from sixes.play.options import Options
from sixes.text import LANGUAGES, catalogue
from tests.event_loop import asynchronous
from tests.server.clients import guests, play_out, seated, visit
from tests.server.serving import Server

SIXTO = Options("sixto", seats=2)


@asynccontextmanager
async def two_who_played(url: str) -> AsyncIterator[list[Client]]:
    """Ada and Bob have just finished a game."""
    async with seated(url, 2, SIXTO) as (people, tables):
        await tables[0].ask(commands.Start)
        await play_out(*tables)
        yield people


async def befriend(one: Client, other: Client) -> None:
    await one.request("PUT", f"/api/me/friends/{other.player}")
    await other.request("PUT", f"/api/me/friends/{one.player}")


async def states(client: Client) -> dict[str, str]:
    people = (await client.request("GET", "/api/me/people"))["people"]
    return {person["player"]: person["state"] for person in people}


async def refusal(client: Client, method: str, path: str) -> str:
    with pytest.raises(ServerProblem) as problem:
        await client.request(method, path)
    return problem.value.code


@asynchronous
async def test_people_who_played_become_friends_and_one_ends_it(server: Server) -> None:
    async with two_who_played(server.url) as (ada, bob), guests(server.url, 1) as (mallory,):
        (person,) = (await ada.request("GET", "/api/me/people"))["people"]
        assert (person["player"], person["games"], person["state"]) == (bob.player, 1, "")
        assert person["name"] == (await bob.me())["name"]
        await befriend(ada, bob)
        assert await states(ada) == {bob.player: "friends"}
        await bob.request("DELETE", f"/api/me/friends/{ada.player}")
        assert await states(bob) == {ada.player: ""}
        assert await states(ada) == {bob.player: "asked"}
        assert await refusal(mallory, "PUT", f"/api/me/friends/{ada.player}") == "friends.never_played"
        for language in LANGUAGES:
            path = f"/api/me/friends/{mallory.player}"
            answer = await visit(server.url, path, "PUT", ada.cookie, Accept_Language=language)
            assert answer.status == 400
            assert answer.body["message"] == catalogue(language)["friends.never_played"]


@asynchronous
async def test_a_friend_is_invited_to_a_table_and_joins_or_declines(server: Server) -> None:
    async with two_who_played(server.url) as (ada, bob):
        await befriend(ada, bob)
        first, second = [await ada.make_table(SIXTO) for _ in range(2)]
        for code in (first, second):
            await ada.request("PUT", f"/api/tables/{code}/invitations/{bob.player}")
        found = (await bob.request("GET", "/api/me/invitations"))["invitations"]
        assert {one["table"]["code"] for one in found} == {first, second}
        assert {one["player"] for one in found} == {ada.player}
        await bob.request("DELETE", f"/api/me/invitations/{second}")
        listed = (await ada.request("GET", f"/api/tables/{second}/invitations"))["friends"]
        assert [(one["player"], one["state"]) for one in listed] == [(bob.player, "declined")]
        async with bob.at(first) as table:
            await table.sit()
            assert (await bob.request("GET", "/api/me/invitations"))["invitations"] == []


@asynchronous
async def test_only_who_is_at_a_table_that_gathers_invites_only_friends(server: Server) -> None:
    async with two_who_played(server.url) as (ada, bob), guests(server.url, 1) as (mallory,):
        (code,) = [await ada.make_table(SIXTO)]
        path = f"/api/tables/{code}/invitations"
        assert await refusal(ada, "PUT", f"{path}/{bob.player}") == "friends.not_friends"
        await befriend(ada, bob)
        assert await refusal(bob, "PUT", f"{path}/{ada.player}") == "table.not_seated"
        assert await refusal(ada, "PUT", f"{path}/{mallory.player}") == "friends.not_friends"
        assert (
            await refusal(mallory, "PUT", f"/api/tables/BCDFGH/invitations/{ada.player}") == "table.unknown"
        )
        async with ada.at(code) as table:
            await table.sit()
            await table.ask(commands.Start)
            assert await refusal(ada, "PUT", f"{path}/{bob.player}") == "table.not_now"
        assert (await bob.request("GET", "/api/me/invitations"))["invitations"] == []


@asynchronous
async def test_whoever_invites_again_and_again_has_to_wait(server: Server) -> None:
    async with two_who_played(server.url) as (ada, bob):
        await befriend(ada, bob)
        code = await ada.make_table(SIXTO)
        path = f"/api/tables/{code}/invitations/{bob.player}"
        answers = [await visit(server.url, path, "PUT", ada.cookie) for _ in range(40)]
        assert answers[0].status == 204
        assert (answers[-1].status, answers[-1].code) == (429, "friends.too_often")
        assert len((await bob.request("GET", "/api/me/invitations"))["invitations"]) == 1
