"""Mistakes of one's own games come back as cards, through a running server."""

import pytest

from sixes.client import Client, ServerProblem
from sixes.play import commands
from sixes.play.options import Options
from tests.event_loop import asynchronous
from tests.server.clients import guests, seated
from tests.server.serving import Server


async def refusal(client: Client, method: str, path: str, body: object = None) -> str:
    with pytest.raises(ServerProblem) as problem:
        await client.request(method, path, body)
    return problem.value.code


@asynchronous
async def test_mistakes_become_cards_that_are_answered_and_deleted(server: Server) -> None:
    async with (
        seated(server.url, 1, Options("sixto", seats=1)) as ((ada,), (table,)),
        guests(server.url, 1) as (bob,),
    ):
        code = table.table.code
        await table.ask(commands.Start)
        assert await refusal(ada, "PUT", f"/api/me/cards/{code}") == "table.record_none"
        await table.ask(commands.Roll, turn=1)
        await table.ask(commands.Keep, turn=1)
        await table.ask(commands.SayDone, turn=1)  # the game ends at once, which costs a lot
        assert await refusal(bob, "PUT", f"/api/me/cards/{code}") == "table.not_seated"
        for _ in range(2):
            await ada.request("PUT", f"/api/me/cards/{code}")
        cards = (await ada.request("GET", "/api/me/cards"))["cards"]
        mistakes = [one for one in (await ada.review(code))["decisions"] if one["mistake"]]
        assert [card["body"]["choice"] for card in cards] == mistakes
        assert all(card["body"]["roll"]["turn"] == card["body"]["choice"]["turn"] for card in cards)
        assert mistakes[-1]["chosen"] == []
        path = f"/api/me/cards/{code}/{cards[-1]['decision']}"
        await ada.request("POST", path, {"solved": True})
        for wrong in (f"/api/me/cards/{code}/99", f"/api/me/cards/{code}/-1", f"/api/me/cards/{code}/x"):
            assert await refusal(ada, "POST", wrong, {"solved": True}) == "cards.unknown"
        assert await refusal(bob, "POST", path, {"solved": True}) == "cards.unknown"
        await ada.request("DELETE", "/api/me/cards")
        assert await ada.request("GET", "/api/me/cards") == {"cards": []}
