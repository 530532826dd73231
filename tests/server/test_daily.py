"""The daily challenge at a server whose clock the test moves, in both databases."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from sixes.bots.referee import Choose
from sixes.client import AtTable, Client, ServerProblem
from sixes.client.playing import act, play
from sixes.play import commands, daily, days, events
from sixes.play.beginning import Source
from sixes.play.dice import promise
from sixes.play.options import Options
from sixes.play.verify import daily_of, verify_dice
from sixes.records import parse, replay
from sixes.server.coaching.coach import Coach
from sixes.server.coaching.daily_game import play_day
from sixes.server.http import boards
from sixes.server.http.daily_bots import DailyBots
from sixes.server.storage.schema import friends
from tests.event_loop import asynchronous
from tests.server.clients import guests, level, wire
from tests.server.moved_clock import ServerThen, server_at

HOUR = 60 * 60 * 1000
DAY = 17
MORNING = daily.begins(DAY) + 8 * HOUR
EVENING = daily.begins(DAY) + 23 * HOUR


@pytest.fixture(autouse=True)
def _fresh_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read boards anew each time."""
    monkeypatch.setattr(boards, "SHORTEST_LIFE", 0.0)
    monkeypatch.setattr(boards, "REST", 0)


async def refusal(client: Client, method: str, path: str, body: Any = None) -> str:
    with pytest.raises(ServerProblem) as problem:
        await client.request(method, path, body)
    return problem.value.code


async def begin(client: Client, **wanted: Any) -> str:
    return str((await client.request("POST", "/api/daily", wanted))["code"])


async def play_out(client: Client, code: str, strength: str = "nearest") -> None:
    async with client.at(code) as table:
        await play(table, level(strength, "sixto"))


async def finish(client: Client, strength: str = "nearest") -> str:
    code = await begin(client)
    await play_out(client, code, strength)
    return code


async def today(client: Client) -> dict[str, Any]:
    told: dict[str, Any] = await client.request("GET", "/api/daily")
    return told


async def day(client: Client, number: int = DAY) -> dict[str, Any]:
    told: dict[str, Any] = await client.request("GET", f"/api/daily/{number}")
    return told


async def board(client: Client, kind: str, number: int = DAY) -> dict[str, Any]:
    told: dict[str, Any] = await client.request("GET", f"/api/daily/{number}/board/{kind}")
    return told


async def befriend(server: ServerThen, *players: str) -> None:
    rows = [{"player": one, "friend": two, "since": 1} for one in players for two in players if one != two]
    await server.registry.store.write(lambda connection: connection.execute(insert(friends), rows))


@asynchronous
async def test_a_try_is_one_table_on_all_devices_and_its_points_count_at_once(data: Path | str) -> None:
    async with server_at(data, MORNING) as server, guests(server.url, 1) as (ann,):
        assert (await today(ann))["mine"] is None
        begun = await asyncio.gather(*(begin(ann) for _ in range(5)))
        assert len(set(begun)) == 1, "two devices at once are one try"
        async with Client(server.url, ann.cookie) as phone:
            assert await begin(phone) == begun[0]
            async with ann.at(begun[0]) as first, phone.at(begun[0]) as second:
                await first.ask(commands.Roll, turn=1)
                async for event in second:
                    if isinstance(event, events.Rolled):
                        break
                await play(second, level("nearest", "sixto"))
        told = await today(ann)
        assert told["mine"]["state"] == "finished"
        record = await ann.record(begun[0])
        assert told["mine"]["points"] == replay(record).result()["scores"][0]["total"]
        assert told["streak"] == {"current": 1, "longest": 1, "rests": 2}
        assert await begin(ann) == begun[0], "there is no second try"
        assert [place["points"] for place in (await board(ann, "day"))["top"]] == [told["mine"]["points"]]


@asynchronous
async def test_everybody_has_the_same_sheet_and_dice_and_gets_them_turn_by_turn(data: Path | str) -> None:
    async with server_at(data, MORNING) as server, guests(server.url, 2) as (ann, bob):
        rolls: list[Sequence[int]] = []
        for one in (ann, bob):
            async with one.at(await begin(one)) as table:
                assert table.table.snapshot().seed == ""
                rolled = await table.ask(commands.Roll, turn=1)
                assert isinstance(rolled, events.Rolled)
                rolls.append(rolled.dice)
        assert rolls[0] == rolls[1]
        (row,) = await server.registry.daily.rows.days(DAY, DAY)
        assert row.seed.hex() not in json.dumps([await day(ann), await today(ann)])


@asynchronous
async def test_a_try_begun_before_midnight_goes_on_and_belongs_to_its_day(data: Path | str) -> None:
    async with server_at(data, EVENING) as server, guests(server.url, 1) as (ann,):
        code = await begin(ann)
        server.clock.at = daily.begins(DAY + 1) + HOUR
        told = await today(ann)
        assert (told["day"], told["mine"]) == (DAY + 1, None)
        assert (told["earlier"]["code"], told["earlier"]["left"]) == (code, 22 * HOUR)
        assert await begin(ann, day=DAY) == code
        await play_out(ann, code)
        assert (await day(ann, DAY))["mine"]["state"] == "finished"
        assert (await today(ann))["mine"] is None
        assert (await today(ann))["streak"]["current"] == 1
        assert (await finish(ann)) != code
        assert (await today(ann))["streak"]["current"] == 2


@asynchronous
async def test_after_24_hours_a_try_counts_as_not_finished_also_if_nobody_was_there(data: Path | str) -> None:
    async with server_at(data, EVENING) as server, guests(server.url, 1) as (ann,):
        code = await begin(ann)
        async with ann.at(code) as table:
            await table.ask(commands.Roll, turn=1)
        server.close_tables()
        server.clock.at = EVENING + daily.TRY_TIME
        assert (await day(ann))["mine"]["state"] == "late"
        async with wire(ann, server.url, code) as socket:
            await socket.receive(t="closed")
            assert (await socket.ask("keep", "k-1", turn=1))["code"] == "daily.late"
        assert (await day(ann))["mine"] == {
            "day": DAY,
            "code": code,
            "state": "late",
            "left": 0,
            "points": None,
        }
        assert "seed" not in (await ann.record(code))["match"]["dice"]
        assert (await board(ann, "all"))["top"] == []


@asynchronous
async def test_practice_never_counts_and_never_tells_dice_before_ones_own_try(data: Path | str) -> None:
    async with server_at(data, MORNING) as server, guests(server.url, 1) as (ann,):
        assert await refusal(ann, "POST", "/api/daily", {"practice": True}) == "daily.play_first"
        code = await begin(ann)
        assert await refusal(ann, "POST", "/api/daily", {"practice": True}) == "daily.finish_first"
        await play_out(ann, code)
        points = (await today(ann))["mine"]["points"]
        again = await begin(ann, practice=True)
        assert again != code
        await play_out(ann, again, "steady")
        assert (await today(ann))["mine"]["points"] == points
        assert (await board(ann, "all"))["mine"]["days"] == 1
        first, second = [await ann.record(one) for one in (code, again)]
        assert first["turns"][0]["rolls"][0] == second["turns"][0]["rolls"][0]
        server.clock.at = daily.begins(DAY + 2)
        assert await refusal(ann, "POST", "/api/daily", {"day": DAY + 1}) == "daily.over"
        assert await begin(ann, day=DAY + 1, practice=True)
        assert await refusal(ann, "POST", "/api/daily", {"day": DAY + 3}) == "daily.none"
        assert await refusal(ann, "POST", "/api/daily", {"day": DAY - 1, "practice": True}) == "daily.none"


@asynchronous
async def test_records_are_secret_until_one_has_finished_or_the_day_is_closed(data: Path | str) -> None:
    async with server_at(data, MORNING) as server, guests(server.url, 2) as (ann, bob):
        code = await finish(ann)
        record = f"/api/tables/{code}/record"
        for path in (record, f"/api/tables/{code}/review", f"/api/daily/{DAY}/bots/expert"):
            assert await refusal(bob, "GET", path) == "daily.secret"
        source = {"options": {"game": "sixto", "seats": 1}, "source": {"table": code, "turns": 1}}
        assert await refusal(bob, "POST", "/api/tables", source) == "daily.secret"
        same = {"options": {"game": "sixto", "seats": 1}, "source": {"table": code, "same_dice": True}}
        assert await refusal(ann, "POST", "/api/tables", same) == "table.options", "its seed is secret"
        await finish(bob)
        assert (await bob.record(code))["match"]["dice"].keys() == {"game", "promise", "additions", "shared"}
        server.clock.at = daily.closes(DAY)
        async with Client(server.url) as stranger:
            opened = await stranger.record(code)
        played = replay(parse(json.dumps(opened).encode()))
        assert verify_dice(played) > 6
        assert daily_of(played) == (DAY, (await day(ann))["promise"])
        assert await ann.make_table(Options("sixto", seats=1), (), Source(code, same_dice=True))


@asynchronous
async def test_no_other_table_can_have_the_dice_of_a_day(data: Path | str) -> None:
    async with server_at(data, MORNING) as server, guests(server.url, 1) as (ann,):
        for extra in ({"daily": DAY}, {"practice": True}, {"daily": DAY, "spectators": True}):
            body = {"options": {"game": "sixto", "seats": 1} | extra}
            assert await refusal(ann, "POST", "/api/tables", body) == "table.options"


@asynchronous
async def test_promises_are_published_ahead_and_seeds_when_a_day_is_closed(data: Path | str) -> None:
    async with server_at(data, MORNING) as server, guests(server.url, 1) as (ann,):
        promised = (await ann.request("GET", "/api/daily/promises"))["days"]
        assert [one["day"] for one in promised] == list(range(DAY, DAY + 31))
        assert {one["seed"] for one in promised} == {""}
        server.clock.at = daily.begins(DAY + 3)
        later = (await ann.request("GET", f"/api/daily/promises?from={DAY}"))["days"]
        known = [{**one, "seed": ""} for one in later]
        assert known[: len(promised)] == promised, "nothing that was promised changes"
        assert [one["seed"] != "" for one in later[:3]] == [True, True, False]
        assert promise(bytes.fromhex(later[0]["seed"])) == promised[0]["promise"]
        assert later[3]["published"] <= daily.begins(DAY + 3) - days.DAY, "at least a day ahead"


@asynchronous
async def test_a_server_that_was_down_for_months_goes_on_with_its_chain(data: Path | str) -> None:
    async with server_at(data, MORNING) as server, guests(server.url, 1) as (ann,):
        await finish(ann)
        cookie, before = ann.cookie, (await day(ann))["link"]
    async with server_at(data, MORNING + 100 * days.DAY) as server, Client(server.url, cookie) as ann:
        told = await today(ann)
        assert (told["day"], told["streak"]["current"], told["streak"]["longest"]) == (DAY + 100, 0, 1)
        assert (await day(ann, DAY))["link"] == before
        assert (await day(ann, DAY + 100))["published"] == MORNING + 100 * days.DAY, "late, and it says so"
        listed = (await ann.request("GET", "/api/daily/archive"))["days"]
        assert [one["day"] for one in listed] == list(range(DAY + 99, DAY + 39, -1))
        rest = await ann.request("GET", f"/api/daily/archive?before={listed[-1]['day']}")
        assert [one["day"] for one in rest["days"]] == list(range(DAY + 39, DAY - 1, -1))
        assert not rest["more"]
        assert rest["days"][-1]["mine"]["state"] == "finished"
        code = await begin(ann, day=DAY + 50, practice=True)
        await play_out(ann, code)


@asynchronous
async def test_a_server_before_the_first_day_says_so(data: Path | str) -> None:
    async with server_at(data, daily.begins(0)) as server, guests(server.url, 1) as (ann,):
        assert await refusal(ann, "GET", "/api/daily") == "daily.none"
        assert await refusal(ann, "POST", "/api/daily", {}) == "daily.none"


@asynchronous
async def test_friends_come_first_and_their_sheets_as_far_as_one_has_played(data: Path | str) -> None:
    async with server_at(data, MORNING) as server, guests(server.url, 3) as (ann, bob, _):
        players = [(await one.me())["player"] for one in (ann, bob)]
        await befriend(server, *players)
        await finish(bob, "steady")
        sheets = f"/api/daily/{DAY}/friends"
        assert (await ann.request("GET", sheets))["friends"] == []
        code = await begin(ann)
        assert (await ann.request("GET", sheets))["friends"] == []
        async with ann.at(code) as table:
            choose = level("nearest", "sixto")
            while table.table.match and table.table.match.number < 3:
                await one_move(table, choose)
        (seen,) = (await ann.request("GET", sheets))["friends"]
        assert (len(seen["turns"]), seen["points"], seen["code"]) == (2, None, "")
        await play_out(ann, code)
        (seen,) = (await ann.request("GET", sheets))["friends"]
        assert seen["points"] == (await board(bob, "day"))["mine"]["points"]
        assert (await bob.record(seen["code"]))["turns"][0]["crosses"][0] == seen["turns"][0]
        listed = await board(ann, "week")
        assert {place["player"] for place in listed["friends"]} == set(players)


async def one_move(table: AtTable, choose: Choose) -> None:
    if not await act(table, choose):
        await anext(table)


@asynchronous
async def test_a_score_is_shown_beside_other_people_and_beside_the_expert(data: Path | str) -> None:
    async with server_at(data, MORNING) as server, guests(server.url, 3) as (ann, bob, cleo):
        await finish(ann)
        alone = await day(ann)
        assert (alone["people"], alone["better"], alone["spread"]["of"]) == (1, None, "expert")
        assert 0 <= alone["expert"] <= 100
        await finish(bob)
        await finish(cleo, "random")
        told = await day(ann)
        points = (await board(cleo, "day"))["mine"]["points"]
        assert told["people"] == 3
        assert told["better"] == (50 if points < told["mine"]["points"] else 0)
        places = [place["place"] for place in (await board(ann, "day"))["top"]]
        assert places == [1, 1, 3], "equal ones share a place"


@asynchronous
async def test_bots_play_the_same_dice_and_are_kept_from_those_who_have_not_played(tmp_path: Path) -> None:
    async with server_at(tmp_path, MORNING) as server, guests(server.url, 2) as (ann, bob):
        levels = [name for name, about in server.registry.runtime.levels["sixto"].items() if not about.needs]
        server.registry.runtime.levels["sixto"] = dict.fromkeys(levels)  # type: ignore[assignment] # names are enough
        (row,), coach = await server.registry.daily.rows.days(DAY, DAY), Coach()
        await DailyBots(server.registry.runtime, server.registry.daily.rows, coach).play(row, levels)
        await coach.close()
        await finish(ann)
        told = await day(ann)
        assert (await day(bob))["bots"] == []
        assert {bot["level"] for bot in told["bots"]} == {"random", "nearest", "steady", "expert"}
        record = await ann.request("GET", f"/api/daily/{DAY}/bots/steady")
        mine = await ann.record(told["mine"]["code"])
        assert record["turns"][0]["rolls"][0] == mine["turns"][0]["rolls"][0]
        assert play_day("steady", DAY, row.seed)["record"] == record, "the same game each time"
        assert await refusal(bob, "GET", f"/api/daily/{DAY}/bots/steady") == "daily.secret"
        assert await refusal(ann, "GET", f"/api/daily/{DAY}/bots/nobody") == "daily.bot_thinks"
