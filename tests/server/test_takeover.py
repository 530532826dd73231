"""Going on with a finished game, and playing with its dice, through a running server."""

import pytest

from sixes.client import Client, ServerProblem
from sixes.play import commands, events
from sixes.play.beginning import Source
from sixes.play.options import Options
from tests.event_loop import asynchronous
from tests.server.clients import play_out, seated
from tests.server.serving import Server

ALONE = Options("sixto", seats=1)


async def refusal(client: Client, source: Source, options: Options = ALONE) -> str:
    with pytest.raises(ServerProblem) as problem:
        await client.make_table(options, (), source)
    return problem.value.code


@asynchronous
async def test_a_finished_game_goes_on_or_begins_again_with_the_same_dice(server: Server) -> None:
    async with seated(server.url, 1, ALONE) as ((ada,), tables):
        code = tables[0].table.code
        assert await refusal(ada, Source(code)) == "table.record_none", "it is not over"
        await tables[0].ask(commands.Start)
        await play_out(*tables)
        record = await ada.record(code)
        again = await ada.make_table(ALONE, (), Source(code, same_dice=True))
        later = await ada.make_table(ALONE, (), Source(code.lower(), turns=1))
        for made, turns in ((again, 0), (later, 1)):
            async with ada.at(made) as table:
                await table.sit()
                await table.ask(commands.Start)
                rolled = await table.ask(commands.Roll, turn=turns + 1)
                assert table.table.snapshot().source == Source(code, turns=turns, same_dice=made == again)
                assert isinstance(rolled, events.Rolled)
                assert made == later or list(rolled.dice) == record["turns"][0]["rolls"][0]
        assert await refusal(ada, Source("BCDFGH")) == "table.unknown"
        assert await refusal(ada, Source(code, turns=len(record["turns"]))) == "table.options"
        assert await refusal(ada, Source(code), Options("sixto")) == "table.options"
