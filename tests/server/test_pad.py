"""Score pads on a server: two phones, a restart, results that count nowhere, what is refused, erasure."""

from pathlib import Path
from typing import Any

import pytest

from sixes.client import AtTable, Client, ServerProblem
from sixes.play import commands, events
from sixes.play.match import Refused
from sixes.play.pad.match import PadMatch
from sixes.server.storage.rebuilding import rebuild_data
from sixes.server.storage.sqlite import NAME as FILE
from sixes.server.tables import erasure
from tests.event_loop import asynchronous
from tests.server.database import open_database
from tests.server.in_process import serving
from tests.server.tables.shortcuts import check_shortcut

NAMED = {"names": ["", "Zanzibar"], "sheets": ["A", "B"]}
SIXTO: dict[str, Any] = {"options": {"game": "sixto_pad", "seats": 2}, "pad": NAMED}
FOUR = "sixto.target_needs_four"


async def make(client: Client, wanted: dict[str, Any]) -> str:
    return str((await client.request("POST", "/api/tables", wanted))["code"])


def pad_at(table: AtTable) -> PadMatch:
    assert isinstance(table.table.match, PadMatch)
    return table.table.match


async def until(table: AtTable, kind: type[events.Event]) -> events.Event:
    return await anext(event async for event in table if isinstance(event, kind))


async def refusal(table: AtTable, kind: type[commands.Command], **values: Any) -> str:
    with pytest.raises(Refused) as refused:
        await table.ask(kind, **values)
    return refused.value.code


async def problem(client: Client, wanted: Any, path: str = "/api/tables") -> str:
    with pytest.raises(ServerProblem) as refused:
        await client.request("POST", path, wanted)
    return refused.value.code


@asynchronous
async def test_two_phones_write_on_one_pad_which_outlives_the_server(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.url) as ann, Client(server.url) as bob:
        code, cookies = await make(ann, SIXTO), (ann.cookie, bob.cookie)
        async with ann.at(code) as hers, bob.at(code) as his:
            await write_together(hers, his, bob.name)
            await his.sit()
            await his.ask(commands.PadName, seat=0, name="  Anna  ")
    async with (
        serving(tmp_path) as server,
        Client(server.url, cookies[0]) as ann,
        Client(server.url, cookies[1]) as bob,
        ann.at(code) as hers,
    ):
        me = await ann.me()
        assert [table["code"] for table in me["tables"]] == [code], "to continue on the start page"
        assert await ann.lobby() == []
        assert pad_at(hers).written == 3
        assert [seat.name for seat in hers.table.seats if seat] == ["Anna", "Zanzibar"]
        await hers.ask(commands.PadEnd, step=1)
        await until(hers, events.Ended)
        await check_games(ann, bob)
        record = await ann.record(code)
        assert record["turns"][0]["forced"] == [{"seat": 1, "box": "c11", "rule": FOUR}]
        assert "record" not in record
    await check_log(tmp_path, code)
    assert rebuild_data(tmp_path).games == 1
    async with serving(tmp_path) as server, Client(server.url, cookies[0]) as ann:
        assert len((await ann.request("GET", "/api/me/games?kind=real"))["games"]) == 1


async def write_together(hers: AtTable, his: AtTable, name: str) -> None:
    """Three crosses, one of them forced; a turn that ends is taken back, and the other phone hears of it."""
    await hers.ask(commands.PadCross, step=1, seat=0, box="a1")
    await until(his, events.PadCrossed)
    await his.ask(commands.PadCross, step=1, seat=1, box="b2")
    assert await refusal(his, commands.PadCross, step=1, seat=1, box="c11") == FOUR
    forced = await his.ask(commands.PadCross, step=1, seat=1, box="c11", force=True)
    assert isinstance(forced, events.PadCrossed)
    assert forced.forced == FOUR
    await his.ask(commands.PadNext, step=1)
    undone = await his.ask(commands.PadUndo, entries=4)
    assert isinstance(undone, events.PadUndone)
    assert (undone.what, undone.by.name) == ("next", name)
    seen = await until(hers, events.PadUndone)
    assert seen == undone


async def check_log(data: Path, code: str) -> None:
    """What was decided just now is what its log gives."""
    async with open_database(data) as database:
        row = await database.table(code)
        assert row
        log = [line.body for line in await database.log(row.id)]
    for version in range(2, len(log) + 1):
        check_shortcut(log, version)


async def check_games(*people: Client) -> None:
    """A pad is among one's games as real dice, unranked, and counts in no numbers."""
    for person in people:
        (game,) = (await person.request("GET", "/api/me/games"))["games"]
        assert (game["kind"], game["game"], game["seats"]) == ("real", "sixto", 2)
        assert "change" not in game
        assert (await person.request("GET", "/api/me/games?counted=true"))["games"] == []
        assert (await person.request("GET", "/api/me/numbers"))["totals"] == []


@asynchronous
async def test_whoever_plays_again_takes_the_other_phones_along(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.url) as ann, Client(server.url) as bob:
        code = await make(ann, SIXTO)
        async with ann.at(code) as hers, bob.at(code) as his:
            await his.ask(commands.Sit, add="00" * 16, seat=1)
            assert await refusal(hers, commands.RequestRematch) == "table.not_now"
            await hers.ask(commands.PadCross, step=1, seat=0, box="a1")
            await hers.ask(commands.PadEnd, step=1)
            await until(his, events.Ended)
            made = await his.ask(commands.RequestRematch)
            assert isinstance(made, events.Rematched)
            assert await until(hers, events.Rematched) == made
            assert await refusal(hers, commands.RequestRematch) == "table.rematched"
            old, names = hers.table, [seat and seat.name for seat in hers.table.seats]
        async with ann.at(made.code) as hers:
            assert [seat and seat.player for seat in hers.table.seats] == [ann.player, bob.player]
            assert [seat and seat.name for seat in hers.table.seats] == names
            assert (pad_at(hers).written, hers.table.host) == (0, bob.player)
            assert isinstance(old.match, PadMatch)
            assert pad_at(hers).sheets == old.match.sheets


@asynchronous
async def test_only_the_host_or_who_has_a_sheet_begins_the_next_pad(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.url) as ann, Client(server.url) as bob:
        code = await make(ann, SIXTO)
        async with ann.at(code) as hers, bob.at(code) as his:
            await hers.ask(commands.Leave)
            await hers.ask(commands.PadEnd, step=1)
            await until(his, events.Ended)
            assert await refusal(his, commands.RequestRematch) == "table.not_seated"
            made = await hers.ask(commands.RequestRematch)
            assert isinstance(made, events.Rematched)
            names = [seat and seat.name for seat in hers.table.seats]
        async with ann.at(made.code) as hers:
            assert [seat and (seat.name, seat.player) for seat in hers.table.seats] == [
                (name, "") for name in names
            ]
            assert hers.table.host == ann.player


@asynchronous
async def test_what_a_pad_cannot_be_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.url) as ann:
        pad = SIXTO["options"]
        for more in (
            {"open": True},
            {"rated": True},
            {"timer": 5},
            {"days": 1},
            {"seats": 7},
            {"lesson": True},
        ):
            assert await problem(ann, {"options": pad | more}) in ("table.options", "http.body")
        assert await problem(ann, {"options": pad, "bots": ["nearest"]}) == "table.options"
        assert await problem(ann, {"options": {"game": "sixto"}, "pad": {}}) == "table.options"
        assert await problem(ann, {"options": pad, "pad": {"names": ["\u202ebad"]}}) == "name.characters"
        assert await problem(ann, {"options": pad, "pad": {"names": ["x" * 21]}}) == "name.too_long"
        assert await problem(ann, {"options": pad, "pad": {"sheets": ["A", "A"]}}) == "table.sheet_taken"
        seven = [[7] + [1] * 11] * 6
        assert await problem(ann, {"options": pad, "pad": {"sheets": [seven]}}) == "http.body"
        assert await problem(ann, {"boxes": ["a1", "a1"]}, "/api/pad/paper") == "pad.paper_boxes"
        code = await make(ann, SIXTO)
        async with ann.at(code) as table:
            assert await refusal(table, commands.PadName, seat=1, name="\u200b") == "name.characters"
            assert await refusal(table, commands.PadMark, step=1, seat=0, cell="a1") == "table.other_game"
            assert await refusal(table, commands.Roll, turn=1) == "table.other_game"
            assert await refusal(table, commands.AskHint) == "table.no_hints"
            assert await refusal(table, commands.HandOver, seat=1) == "pad.no_bots"
            await table.ask(commands.PadEnd, step=1)
            await until(table, events.Ended)
            assert await refusal(table, commands.PadUndo, entries=0) == "table.not_now"
        assert "sixto_pad" not in await ann.request("GET", "/api/levels")


@asynchronous
async def test_typed_names_go_with_whoever_is_deleted(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.url) as ann, Client(server.url) as bob:
        alone, shared, over = await make(ann, SIXTO), await make(ann, SIXTO), await make(ann, SIXTO)
        async with ann.at(over) as table:
            await table.ask(commands.PadName, seat=1, name="Timbuktu")
            await table.ask(commands.PadEnd, step=1)
            await until(table, events.Ended)
        async with ann.at(shared) as hers, bob.at(shared) as his:
            await hers.ask(commands.PadName, seat=0, name="Samarkand")
            await his.ask(commands.Sit, add="00" * 16, seat=1)
        await ann.request("DELETE", "/api/me")
        await erasure.erase_player(server.registry, ann.player, 0)
        for gone in (alone, over):
            with pytest.raises(ServerProblem):
                await bob.request("GET", f"/api/tables/{gone}")
        async with bob.at(shared) as his:
            assert pad_at(his).written == 0
            assert [bool(seat and seat.player) for seat in his.table.seats] == [False, True]
            await his.ask(commands.PadCross, step=1, seat=0, box="a1")
    data = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.name.startswith(FILE))
    for name in (b"Samarkand", b"Timbuktu", ann.player.encode()):
        assert name not in data, name
