"""Tables at a running server: made, found, joined, left, watched, come back to, played again."""

import asyncio
from typing import Any

import msgspec
import pytest

from sixes.client import Client, Refused, ServerProblem
from sixes.play import commands, events
from sixes.play.options import Options
from sixes.play.seats import Seat
from sixes.rules.sheets import SHEETS, rows_of
from tests.event_loop import asynchronous
from tests.server.clients import Wire, guests, play_out, seated, until, visit, wire
from tests.server.serving import Server

SIXTO = Options("sixto", seats=2)


async def refused_at(client: Client, url: str, code: str) -> tuple[int | None, str]:
    """How somebody is turned away at a table: the code of closing, and why."""
    async with wire(client, url, code) as turned_away:
        return await turned_away.close_code(), turned_away.last["code"]


# Making one ---------------------------------------------------------------------------------------------


@asynchronous
async def test_a_table_is_as_it_was_wished_for(server: Server) -> None:
    options = Options(
        "sixem",
        seats=3,
        open=True,
        spectators=False,
        timer=45,
        throw_time=1000,
        auto_stop=True,
        fair_stop=True,
        sweet=True,
    )
    async with Client(server.url) as ada:
        wish = {"options": options, "bots": ["random"]}
        made = await ada.request("POST", "/api/tables", wish)
        assert made["link"] == f"{server.url}/table/{made['code']}"
        about = await ada.request("GET", f"/api/tables/{made['code']}")
        assert about["options"] == msgspec.to_builtins(options)
        assert about["seats"] == [None, None, {"name": "random", "bot": "random"}]
        assert (about["phase"], about["host"]) == ("gathering", ada.player)
        async with ada.at(made["code"]) as table:
            assert table.table.options == options
            assert len(table.table.promise) == 64


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"options": {"game": "sixem", "seats": 1}}, "table.options"),
        ({"options": {"game": "sixto", "seats": 1}, "bots": ["random"] * 2}, "table.options"),
        ({"options": {"game": "sixto"}, "bots": ["genius"]}, "table.no_such_level"),
        ({"options": {"game": "chess"}}, "http.body"),
        ({"options": {"game": "sixto", "seats": 7}}, "http.body"),
        ({"options": {"game": "sixto", "seats": True}}, "http.body"),
        ({"options": {"game": "sixto", "price": 5}}, "http.body"),
        ({"options": {"game": "sixem", "throw_time": 1}}, "http.body"),
        ({"options": {"game": "sixto", "timer": -1}}, "http.body"),
        ({}, "http.body"),
    ],
)
@asynchronous
async def test_a_wish_that_makes_no_sense_makes_no_table(
    wish: dict[str, Any], code: str, server: Server
) -> None:
    async with Client(server.url) as ada:
        with pytest.raises(ServerProblem) as refused:
            await ada.request("POST", "/api/tables", wish)
        assert refused.value.code == code


# Finding one --------------------------------------------------------------------------------------------


@asynchronous
async def test_the_lobby_shows_open_tables_with_a_free_seat_until_they_start(server: Server) -> None:
    async def shown(*codes: str) -> None:
        """Wait until the lobby shows these: it may be a second old."""
        while [about["code"] for about in await ada.lobby() if about["code"] in (code, hidden)] != [*codes]:
            await asyncio.sleep(0.05)

    async with guests(server.url, 2) as (ada, bob):
        code = await ada.make_table(Options("sixto", seats=2, open=True))
        hidden = await ada.make_table(SIXTO)
        await shown(code)
        async with ada.at(code) as hers, bob.at(code) as his:
            await hers.sit()
            await his.sit()
            await shown()
            await his.ask(commands.Leave)
            await shown(code)
            await hers.ask(commands.Start)
            await shown()


@asynchronous
async def test_a_code_is_understood_as_people_type_it(server: Server) -> None:
    async with guests(server.url, 2) as (ada, bob):
        code = await ada.make_table(SIXTO)
        for typed in (code.lower(), f"%20{code[:3]}%20{code[3:].lower()}%20", f"{code[:3]}-{code[3:]}"):
            assert (await visit(server.url, f"/api/tables/{typed}")).body["code"] == code
            async with bob.at(typed) as table:
                assert table.table.code == code


@asynchronous
async def test_whoever_has_the_link_comes_to_the_table_and_sits_down(server: Server) -> None:
    async with guests(server.url, 2) as (ada, bob):
        made = await ada.request("POST", "/api/tables", {"options": SIXTO})
        async with bob.at(made["link"].rpartition("/")[2]) as table:
            await table.sit()
            assert table.seat == 0
        mine = (await bob.me())["tables"]
        assert [about["code"] for about in mine] == [made["code"]]
        assert [seat and seat["player"] for seat in mine[0]["seats"]] == [bob.player, None]


# Before the game ----------------------------------------------------------------------------------------


@asynchronous
async def test_people_sit_down_move_and_get_up(server: Server) -> None:
    async with seated(server.url, 2, Options("sixto", seats=3)) as (_, (ada_at, bob_at)):
        assert (ada_at.seat, bob_at.seat) == (0, 1)
        await bob_at.sit(2)
        assert bob_at.seat == 2
        with pytest.raises(Refused, match=r"table\.seat_taken"):
            await bob_at.sit(0)
        with pytest.raises(Refused, match=r"table\.no_such_seat"):
            await bob_at.sit(3)
        left = await bob_at.ask(commands.Leave)
        assert isinstance(left, events.Left)
        assert bob_at.table.seats[1:] == (None, None)
        with pytest.raises(Refused, match=r"table\.not_seated"):
            await bob_at.ask(commands.Leave)


@asynchronous
async def test_a_full_table_takes_nobody_more(server: Server) -> None:
    async with (
        seated(server.url, 2, SIXTO) as (_, (table, _)),
        Client(server.url) as eve,
        eve.at(table.table.code) as hers,
    ):
        with pytest.raises(Refused, match=r"table\.full"):
            await hers.sit()


@asynchronous
async def test_the_role_of_host_passes_on_with_leaving(server: Server) -> None:
    async with seated(server.url, 2, SIXTO) as ((ada, bob), (ada_at, bob_at)):
        with pytest.raises(Refused, match=r"table\.not_host"):
            await bob_at.ask(commands.Start)
        await ada_at.ask(commands.Leave)
        assert (await until(bob_at, events.Hosts)).player == bob.player
        await ada_at.sit()
        with pytest.raises(Refused, match=r"table\.not_host"):
            await ada_at.ask(commands.Remove, seat=bob_at.seat)
        assert ada_at.table.host == bob.player != ada.player
        await bob_at.ask(commands.Start)


@asynchronous
async def test_whom_the_host_sends_away_cannot_sit_down_again(server: Server) -> None:
    async with seated(server.url, 2, SIXTO) as (_, (ada_at, bob_at)):
        await ada_at.ask(commands.Remove, seat=1)
        assert (await until(bob_at, events.Left)).gone
        with pytest.raises(Refused, match=r"table\.removed"):
            await bob_at.sit()
        await ada_at.ask(commands.AddBot, seat=1, level="random")
        assert ada_at.table.seats[1] == Seat("random", bot="random")


@asynchronous
async def test_a_game_starts_without_its_free_seats_and_with_sheets_as_chosen(server: Server) -> None:
    own = tuple(map(tuple, rows_of(SHEETS["B"])))[::-1]
    async with seated(server.url, 2, Options("sixto", seats=4)) as ((ada, _), (ada_at, bob_at)):
        await ada_at.ask(commands.ChooseSheet, sheet="C")
        with pytest.raises(Refused, match=r"table\.sheet_taken"):
            await bob_at.ask(commands.ChooseSheet, sheet="C")
        await bob_at.ask(commands.ChooseSheet, sheet=own)
        started = await ada_at.ask(commands.Start)
        assert isinstance(started, events.Started)
        sheets = {seat.player == ada.player: started.sheets[at] for at, seat in enumerate(started.seats)}
        assert sheets == {True: tuple(map(tuple, rows_of(SHEETS["C"]))), False: own}
        with pytest.raises(Refused, match=r"table\.not_now"):
            await bob_at.ask(commands.ChooseSheet, sheet="A")
        with pytest.raises(Refused, match=r"table\.not_now"):
            await bob_at.sit()


@asynchronous
async def test_nobody_starts_a_game_of_sixem_alone_or_one_without_people(server: Server) -> None:
    async with seated(server.url, 1, Options("sixem", seats=2)) as (_, (table,)):
        with pytest.raises(Refused, match=r"table\.too_few"):
            await table.ask(commands.Start)
        await table.ask(commands.Leave)
        for seat in (0, 1):
            await table.ask(commands.AddBot, seat=seat, level="random")
        with pytest.raises(Refused, match=r"table\.too_few"):
            await table.ask(commands.Start)


# In the game --------------------------------------------------------------------------------------------


@asynchronous
async def test_a_bot_plays_for_whoever_leaves_until_they_are_back(server: Server) -> None:
    async with seated(server.url, 2, SIXTO) as (_, (ada_at, bob_at)):
        await ada_at.ask(commands.Start)
        await until(bob_at, events.Started)
        handed = await bob_at.ask(commands.Leave)
        assert isinstance(handed, events.Handed)
        assert (handed.level, handed.seat) == ("nearest", bob_at.seat)
        with pytest.raises(Refused, match=r"table\.bot_plays"):
            await bob_at.ask(commands.Roll, turn=1)
        await bob_at.ask(commands.Back)
        assert bob_at.seat is not None
        seat = bob_at.table.seats[bob_at.seat]
        assert seat
        assert seat.bot == ""
        await play_out(ada_at, bob_at)


@asynchronous
async def test_reactions_are_heard_by_all_and_come_from_a_fixed_set(server: Server) -> None:
    async with seated(server.url, 2, SIXTO) as ((ada, bob), (table, _)):
        code = table.table.code
        async with wire(ada, server.url, code) as hers, wire(bob, server.url, code) as his:
            for number, reaction in enumerate(
                ("hello", "bravo", "wow", "lucky", "oops", "hurry", "thanks", "again")
            ):
                assert (await hers.ask("react", f"r-{number}", reaction=reaction))["reaction"] == reaction
                assert (await his.receive(t="reacted"))["reaction"] == reaction
            await hers.say({"t": "react", "n": "r-9", "reaction": "meet me at the station"})
            assert (await hers.receive(t="refused"))["code"] == "wire.unknown"


# Watching -----------------------------------------------------------------------------------------------


@asynchronous
async def test_whoever_watches_hears_the_same_and_changes_nothing(server: Server) -> None:
    async with (
        seated(server.url, 1, Options("sixto", seats=1)) as ((ada,), (table,)),
        Client(server.url) as eve,
    ):
        code = table.table.code
        async with wire(ada, server.url, code) as hers, wire(eve, server.url, code) as watching:
            await hers.receive(t="here", seats=[0], watching=1)
            await table.ask(commands.Start)
            await table.ask(commands.Roll, turn=1)
            for kind, values in (("leave", {}), ("start", {}), ("keep", {"turn": 1}), ("back", {})):
                refused = await watching.ask(kind, f"w-{kind}", **values)
                assert refused["code"] in ("table.not_seated", "table.not_now", "table.not_host")
            await table.ask(commands.Keep, turn=1)
            kept = await hers.receive(t="kept")
            assert await watching.receive(t="kept") == kept
            assert watching.versions == hers.versions == [3, 4, 5]


@asynchronous
async def test_where_nobody_may_watch_only_players_come_in(server: Server) -> None:
    options = Options("sixto", seats=2, spectators=False)
    async with seated(server.url, 1, options) as ((ada,), (table,)), guests(server.url, 2) as (bob, eve):
        code = table.table.code
        async with bob.at(code) as his:  # there is a free seat: perhaps somebody wants it
            await his.sit()
            assert await refused_at(eve, server.url, code) == (4000, "table.no_spectators")
            await his.ask(commands.Leave)
        await table.ask(commands.Start)
        assert await refused_at(bob, server.url, code) == (4000, "table.no_spectators")
        with pytest.raises(Refused, match=r"table\.no_spectators"):
            await eve.at(code).__aenter__()
        async with ada.at(code) as again:
            assert again.seat == 0


@asynchronous
async def test_where_nobody_may_watch_who_got_no_seat_is_sent_away(server: Server) -> None:
    options = Options("sixto", seats=2, spectators=False)
    async with seated(server.url, 1, options) as (_, (table,)), guests(server.url, 2) as (bob, eve):
        code = table.table.code
        async with wire(eve, server.url, code) as hers, bob.at(code) as his:
            await his.sit()
            assert await hers.close_code() == 4000, "all seats are taken"
            assert hers.last["code"] == "table.no_spectators"
            await table.ask(commands.Remove, seat=1)
            async with wire(eve, server.url, code) as waiting:
                await table.ask(commands.Start)
                assert await waiting.close_code() == 4000, "it has begun"
            with pytest.raises(Refused, match=r"table\.no_spectators"):
                await until(his, events.Rolled)


# Coming back --------------------------------------------------------------------------------------------


async def change_sheets(hers: Wire, times: int, nonce: str) -> None:
    for number in range(times):
        await hers.say({"t": "sheet", "n": f"{nonce}-{number}", "sheet": "ABCDEF"[number % 6]})
    await hers.receive(n=f"{nonce}-{times - 1}")


@asynchronous
async def test_who_comes_back_hears_exactly_what_they_missed(server: Server) -> None:
    async with seated(server.url, 2, SIXTO) as ((ada, bob), (table, _)):
        code = table.table.code
        async with wire(bob, server.url, code) as before:
            await table.ask(commands.React, reaction="hello")
            seen = (await before.receive(t="reacted"))["v"]
            boot = before.received[0]["boot"]
        async with wire(ada, server.url, code) as hers:
            await change_sheets(hers, 5, "meanwhile")
        async with wire(bob, server.url, code, seen, boot) as back:
            await back.receive(v=seen + 5, t="chose")
            assert (back.received[0]["v"], back.received[0].get("table")) == (seen + 5, None)
            assert back.received[1:] == [message for message in hers.received if message["t"] == "chose"]
            assert back.versions == [seen + 1, seen + 2, seen + 3, seen + 4, seen + 5]
        async with wire(bob, server.url, code, seen + 5, boot) as up_to_date:
            await up_to_date.receive(t="here")
            assert up_to_date.received[0].get("table") is None
            assert up_to_date.versions == []


@asynchronous
async def test_who_comes_new_or_was_away_for_long_sees_the_whole_table(server: Server) -> None:
    async with seated(server.url, 2, SIXTO) as ((ada, bob), (table, _)):
        code, first, boot = table.table.code, table.table.version, ""
        for tab in "abc":  # each tab may say a hundred things at once
            async with wire(ada, server.url, code) as hers:
                await change_sheets(hers, 90, tab)
                boot = hers.received[0]["boot"]
        last = first + 270
        # Also if that was another life of the server, perhaps with a copy of the database.
        strange = ((last, ""), (last, "other"))
        for since, life in (*((since, boot) for since in (0, first, last + 1, 10**12, -1)), *strange):
            async with wire(bob, server.url, code, since, life) as back:
                await back.receive(t="here")
                welcome = back.received[0]
                assert (welcome["v"], welcome["table"]["seats"][1]["player"]) == (last, bob.player)
                assert back.versions == []
        async with wire(bob, server.url, code, last - 256, boot) as back:
            await back.receive(v=last, t="chose")
            assert len(back.versions) == 256


@asynchronous
async def test_the_game_goes_on_from_another_device(server: Server) -> None:
    async with seated(server.url, 2, SIXTO) as ((_, bob), (ada_at, bob_at)), Client(server.url) as phone:
        await ada_at.ask(commands.Start)
        await until(bob_at, events.Started)
        await phone.carry(await bob.carry_code())
        async with phone.at(ada_at.table.code) as on_phone:
            assert on_phone.seat == bob_at.seat
            await play_out(ada_at, on_phone)
            async with wire(bob, server.url, ada_at.table.code) as at_home:
                view = at_home.received[0]["table"]
        assert view["phase"] == "over"
        assert view["match"]["scores"] == list(ada_at.table.snapshot().match.scores)  # type: ignore[union-attr]


# Again --------------------------------------------------------------------------------------------------


@asynchronous
async def test_a_rematch_leads_all_to_a_new_table_with_its_own_promise(server: Server) -> None:
    options = Options("sixto", seats=3)
    async with seated(server.url, 2, options, ["random"]) as ((ada, bob), (ada_at, bob_at)):
        with pytest.raises(Refused, match=r"table\.not_now"):
            await bob_at.ask(commands.RequestRematch)
        await ada_at.ask(commands.Start)
        await until(bob_at, events.Started)
        await play_out(ada_at, bob_at)
        rematched = await bob_at.ask(commands.RequestRematch)
        assert await until(ada_at, events.Rematched) == rematched
        assert isinstance(rematched, events.Rematched)
        with pytest.raises(Refused, match=r"table\.rematched"):
            await ada_at.ask(commands.RequestRematch)
        async with ada.at(rematched.code) as hers, bob.at(rematched.code) as his:
            assert hers.table.options == options
            assert hers.table.host == bob.player
            assert hers.table.promise != ada_at.table.promise
            assert hers.table.reserved
            assert hers.table.reserved.players == tuple(seat.player for seat in ada_at.table.seats if seat)
            await hers.sit()
            assert (await until(hers, events.Sat)).seat == ada_at.seat, "the same seats"
            await his.sit()
            await until(hers, events.Started)
            await play_out(hers, his)
            assert hers.table.seed != ada_at.table.seed


@asynchronous
async def test_two_who_want_a_rematch_at_once_meet_at_one_table(server: Server) -> None:
    async with seated(server.url, 2, SIXTO) as (_, (ada_at, bob_at)):
        await ada_at.ask(commands.Start)
        await until(bob_at, events.Started)
        await play_out(ada_at, bob_at)
        asked = (ada_at.ask(commands.RequestRematch), bob_at.ask(commands.RequestRematch))
        answers = await asyncio.gather(*asked, return_exceptions=True)
        codes = [answer.code for answer in answers if isinstance(answer, events.Rematched)]
        others = [str(answer) for answer in answers if isinstance(answer, Refused)]
        assert (len(codes), others) == (1, ["table.rematched"])
        for table in (ada_at, bob_at):
            await until(table, events.Rematched)
            assert table.table.rematch == codes[0]
