"""My games, what they add up to, and ratings, over HTTP, after games that were really played."""

from typing import Any

import pytest

from sixes.client import Client
from sixes.play import commands, duel
from sixes.play.options import Options
from sixes.server.codes import new_id
from tests.event_loop import asynchronous
from tests.server.clients import Answer, play_out, seated, visit
from tests.server.serving import Server


async def get(client: Client, url: str, path: str) -> Any:
    async with client.session.get(url + path) as response:
        assert response.status == 200, await response.text()
        return await response.json()


@asynchronous
async def test_finished_games_are_listed_with_who_played(server: Server) -> None:
    async with seated(server.url, 2, Options("sixto", seats=3), ["nearest"]) as ((ann, bob), tables):
        code = tables[0].table.code
        assert await get(ann, server.url, "/api/me/games") == {"games": []}
        await tables[0].ask(commands.Start)
        await play_out(*tables)
        (mine,) = (await get(ann, server.url, "/api/me/games"))["games"]
        (theirs,) = (await get(bob, server.url, "/api/me/games"))["games"]
        record = await ann.record(code)
    names = [player["name"] for player in record["match"]["players"]]
    assert mine["code"] == theirs["code"] == code
    assert (mine["game"], mine["seats"], mine["unaided"]) == ("sixto", 3, True)
    assert {other["name"] for other in mine["others"]} | {other["name"] for other in theirs["others"]} == set(
        names
    )
    assert [other["bot"] for other in mine["others"] if "bot" in other] == ["nearest"]


@asynchronous
async def test_a_rated_game_changes_the_ratings_of_both(server: Server) -> None:
    async with seated(server.url, 2, Options("sixto", seats=2, rated=True)) as (people, tables):
        code = tables[0].table.code
        await tables[0].ask(commands.Start)
        await play_out(*tables)
        games = [(await get(person, server.url, "/api/me/games?rated=1"))["games"][0] for person in people]
        told = await get(people[0], server.url, f"/api/tables/{code}/ratings")
        numbers = await get(people[0], server.url, "/api/me/numbers")
    assert {game["code"] for game in games} == {code}
    assert not any("rating" in game or "change" in game for game in games), "below ten games"
    assert told == {"seats": [{"rating": None, "games": 1, "change": None}] * 2}
    assert numbers["ratings"] == [{"game": "sixto", "seats": 2, "rating": None, "games": 1}]


@asynchronous
async def test_pages_go_on_after_any_table(server: Server) -> None:
    me = await visit(server.url, "/api/me")
    for table in (new_id(), duel.second_id(new_id()), "Brought-From-Elsewhere"):
        answer = await visit(server.url, f"/api/me/games?after=1790000000000-{table}", secret=me.secret)
        assert answer.body == {"games": []}


BAD = (
    "seats=0",
    "seats=7",
    "seats=two",
    "won=maybe",
    "since=-1",
    "least=99999",
    "after=x",
    "after=1-",
    "what=1",
    f"player={'x' * 61}",
    "seats=1&seats=1",
    "player=%00",
    "player=%ff",
    "until=9e99",
)


@pytest.mark.parametrize("query", BAD)
@asynchronous
async def test_a_list_that_nobody_could_mean_gets_one_sentence(server: Server, query: str) -> None:
    me = await visit(server.url, "/api/me")
    answer: Answer = await visit(server.url, f"/api/me/games?{query}", secret=me.secret)
    assert (answer.status, answer.code) == (400, "games.filter")
