"""My data: one file with everything, documented, and its games on another server."""

import asyncio
import json
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from sixes.client import Client
from sixes.play import commands, duel, events
from sixes.play.options import Options
from sixes.server.http.api import Api
from sixes.server.http.imports import MOST_GAMES, GameToImport, import_game
from sixes.server.limits import Limits
from sixes.server.storage.export import sections
from sixes.server.storage.rebuilding import rebuild_data
from sixes.server.storage.schema import metadata, players, tables
from sixes.server.storage.store import Unavailable
from sixes.text import LANGUAGES, catalogue
from tests.event_loop import asynchronous, run
from tests.play.pad.pads import PadStory, write_at_random
from tests.server.clients import Answer, guests, play_out, visit
from tests.server.in_process import serving
from tests.server.serving import Server, running_server
from tests.server.test_erasure import (
    begun_game,
    delete,
    finished_game,
    rename,
    second_game,
    server_at,
    sit_together,
)
from tests.server.test_friends import befriend

OTHER_SEED = ("record.match.dice.seed", "00" * 32)
DOCS = Path(__file__).parents[2] / "docs" / "data.md"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Another server."""
    with running_server(tmp_path_factory.mktemp("elsewhere")) as running:
        yield running


async def export(server: Server, client: Client) -> dict[str, Any]:
    document: dict[str, Any] = (await visit(server.url, "/api/me/data", secret=client.cookie)).body
    return document


async def import_to(server: Server, client: Client, games: list[dict[str, Any]], **headers: str) -> Answer:
    data = json.dumps({"games": games}).encode()
    return await visit(server.url, "/api/me/games", "POST", client.cookie, data, **headers)


async def careless_game(client: Client) -> str:
    """A game alone that ends at once, which costs a lot; gives its code."""
    code = await begun_game(client)
    async with client.at(code) as table:
        await table.ask(commands.Roll, turn=1)
        await table.ask(commands.Keep, turn=1)
        await table.ask(commands.SayDone, turn=1)
    return code


@pytest.fixture(scope="module")
def game(server: Server) -> dict[str, Any]:
    """A finished game in somebody's file."""

    async def play() -> dict[str, Any]:
        async with guests(server.url, 2) as (ada, bob):
            await finished_game(ada, bob)
            found: dict[str, Any] = (await export(server, ada))["games"][0]
            return found

    return run(play())


# The file -----------------------------------------------------------------------------------------------


def documented() -> dict[str, set[str]]:
    """The fields of each section that the page describes; "" is the document itself."""
    found: dict[str, set[str]] = {}
    for part in re.split(r"^## ", DOCS.read_text("utf-8"), flags=re.MULTILINE):
        section = re.match(r"`(\w+)`|The file", part)
        if section:
            found[section[1] or ""] = set(re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE))
    return found


@asynchronous
async def test_the_file_has_everything_and_every_field_is_documented(server: Server) -> None:
    async with guests(server.url, 2) as (ada, bob):
        code = await finished_game(ada, bob)
        alone = await begun_game(ada)
        await befriend(ada, bob)
        careless = await careless_game(ada)
        await ada.request("PUT", f"/api/me/cards/{careless}")
        table = await bob.make_table(Options("sixto", seats=2))
        await bob.request("PUT", f"/api/tables/{table}/invitations/{ada.player}")
        answer = await visit(server.url, "/api/me/data", secret=ada.cookie)
        file, described = answer.body, documented()
        assert (file["format"], file["version"]) == ("sixes-data", 1)
        assert file["me"]["id"] == ada.player
        assert file["me"]["name"] == (await ada.me())["name"]
        assert [game["code"] for game in file["games"]] == [code, careless]
        assert file["games"][0]["record"] == await ada.record(code)
        assert [one["code"] for one in file["tables"]] == [alone]
        assert [one["friend"] for one in file["friends"]] == [bob.player]
        assert {one["table"] for one in file["cards"]} == {careless}
        assert [one["table"] for one in file["invitations"]] == [table]
        assert len(file["devices"]) == 1
        assert ada.cookie not in answer.text
        assert set(file) == described[""]
        for section, rows in file.items():
            fields = rows if isinstance(rows, list) else [rows] if isinstance(rows, dict) else []
            for row in fields:
                assert set(row) == described[section], section


def test_every_table_about_a_player_is_in_the_file_and_on_its_page() -> None:
    described = documented()
    for name, table in sections().items():
        assert {column.name for column in table.c} - {"player"} == described[name], name
    about_players = {
        table.name
        for table in metadata.sorted_tables
        if any(key.column.table is players for column in table.c for key in column.foreign_keys)
    }
    text = DOCS.read_text("utf-8")
    assert not [name for name in about_players if f"`{name}`" not in text]


@asynchronous
async def test_many_games_come_in_the_order_in_which_they_ended(data: Path | str, tmp_path: Path) -> None:
    with server_at(data, tmp_path) as server:
        async with guests(server.url, 2) as (ada, bob):
            codes = [await finished_game(ada, bob) for _ in range(3)]
            assert [game["code"] for game in (await export(server, ada))["games"]] == codes


@asynchronous
async def test_who_saves_the_file_again_and_again_has_to_wait(server: Server) -> None:
    async with guests(server.url, 1) as (ada,):
        for _ in range(5):
            assert (await export(server, ada))["games"] == []
        refused = await visit(server.url, "/api/me/data", secret=ada.cookie, Accept_Language="it")
        assert (refused.status, refused.body["message"]) == (429, catalogue("it")["data.too_often"])


# On another server --------------------------------------------------------------------------------------


@asynchronous
async def test_games_come_along_marked_and_once(data: Path | str, tmp_path: Path, server: Server) -> None:
    with server_at(data, tmp_path) as new:
        async with (
            guests(server.url, 2) as (ada, bob),
            guests(new.url, 2) as (here, other),
        ):
            await finished_game(ada, bob)
            games = (await export(server, ada))["games"]
            assert (await import_to(new, here, games)).body == {"imported": 1, "known": 0, "refused": []}
            assert (await import_to(new, here, games)).body == {"imported": 0, "known": 1, "refused": []}
            (game,) = (await export(new, here))["games"]
            assert game["kind"] == "imported"
            assert game["code"] != games[0]["code"]
            same = ("id", "seat", "points", "rank", "won", "ended", "record", "sheet", "rolled")
            assert {name: game[name] for name in same} == {name: games[0][name] for name in same}
            assert await other.record(game["code"]) == games[0]["record"]
            assert (await here.request("GET", "/api/me/people"))["people"] == []
            # Who sat beside them can bring it, too; nobody can take a seat that is taken.
            refused = (await import_to(new, other, games)).body["refused"]
            assert [one["code"] for one in refused] == ["data.not_yours"]
            theirs = [games[0] | {"seat": 1 - games[0]["seat"]}]
            assert (await import_to(new, other, theirs)).body["imported"] == 1


@asynchronous
async def test_imported_games_stay_imported_when_everything_is_computed_again(
    game: dict[str, Any], tmp_path: Path
) -> None:
    with running_server(tmp_path) as server:
        async with guests(server.url, 1) as (ada,):
            await careless_game(ada)
            await import_to(server, ada, [game])
            before = await export(server, ada)
            server.stop()
            assert rebuild_data(tmp_path).games == 1
            server.start()
            assert (await export(server, ada))["games"] == before["games"]
            assert {one["kind"] for one in before["games"]} == {"", "imported"}


@asynchronous
async def test_a_game_from_a_device_is_marked_stored_once_and_counts_nowhere(
    game: dict[str, Any], data: Path | str, tmp_path: Path
) -> None:
    played = game | {"id": "local-0123456789ab", "offline": True}
    with server_at(data, tmp_path) as server:
        async with guests(server.url, 1) as (ada,):
            two_tabs = [import_to(server, ada, [played]) for _ in range(2)]
            answers = [answer.body for answer in await asyncio.gather(*two_tabs)]
            assert sorted(answer["imported"] for answer in answers) == [0, 1]
            assert sorted(answer["known"] for answer in answers) == [0, 1]
            listed = await ada.request("GET", "/api/me/games")
            assert [one["kind"] for one in listed["games"]] == ["offline"]
            assert (await ada.request("GET", "/api/me/games?kind=offline"))["games"] == listed["games"]
            numbers = await ada.request("GET", "/api/me/numbers")
            assert not any(numbers[key] for key in ("totals", "scores", "ratings"))
            server.stop()
            assert rebuild_data(data).games == 0
            server.start()
            assert await ada.request("GET", "/api/me/games") == listed


@asynchronous
async def test_a_game_from_a_device_has_dice_that_can_be_verified(
    game: dict[str, Any], elsewhere: Server
) -> None:
    played = game | {"id": f"local-{secrets.token_hex(6)}", "offline": True}
    unknown = json.loads(json.dumps(played))
    del unknown["record"]["match"]["dice"]["seed"]
    async with guests(elsewhere.url, 1) as (ada,):
        for bad, code in (unknown, "data.form"), (changed(played, *OTHER_SEED), "dice.broken_promise"):
            (refused,) = (await import_to(elsewhere, ada, [bad])).body["refused"]
            assert refused["code"] == code


@asynchronous
async def test_a_pad_from_a_device_is_real_and_offline_stored_once_and_counts_nowhere(
    data: Path | str, tmp_path: Path
) -> None:
    pads = [pad_game("sixto_pad", sheets=("A", "B")), pad_game("sixem_pad")]
    with server_at(data, tmp_path) as server:
        async with guests(server.url, 1) as (ada,):
            two_tabs = [import_to(server, ada, pads) for _ in range(2)]
            answers = [answer.body for answer in await asyncio.gather(*two_tabs)]
            assert sum(answer["imported"] for answer in answers) == len(pads)
            assert [answer["refused"] for answer in answers] == [[], []]
            listed = await ada.request("GET", "/api/me/games")
            assert {(one["kind"], one["game"]) for one in listed["games"]} == {
                ("real_offline", "sixto"),
                ("real_offline", "sixem"),
            }
            for kind in ("real", "offline"):
                assert await ada.request("GET", f"/api/me/games?kind={kind}") == listed
            assert (await ada.request("GET", "/api/me/games?counted=true"))["games"] == []
            numbers = await ada.request("GET", "/api/me/numbers")
            assert not any(numbers[key] for key in ("totals", "scores", "ratings"))
            records = [await ada.record(one["code"]) for one in listed["games"]]
            assert {record["game"]: record for record in records} == {
                pad["record"]["game"]: pad["record"] for pad in pads
            }
            await delete(server, ada)
            for one in listed["games"]:
                assert (await visit(server.url, f"/api/tables/{one['code']}")).status == 404, "with its names"


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("record.pad", 2, "pad.document"),
        ("record.turns.0.crosses", [["a1", "a2"], []], "pad.document"),
        ("record.result.winners", [5], "pad.document"),
        ("record.match.players.1.name", "a name that is much too long", "data.form"),
        ("record.match.note", "come to my site, it is free", "data.form"),
        ("record.match.head_starts", [0, 50], "data.form"),
        ("record.match.source", {"table": "x", "turns": 1}, "data.form"),
        ("record.match.dice", {"taken": 1}, "data.form"),
        ("record.match.players.1.bot", "nearest", "data.form"),
        ("record.result.finished", 1, "pad.document"),
        ("seat", 2, "data.form"),
    ],
)
@asynchronous
async def test_a_pad_that_nobody_wrote_is_refused_with_a_sentence(
    path: str, value: Any, code: str, elsewhere: Server
) -> None:
    async with guests(elsewhere.url, 1) as (ada,):
        nonsense = changed(pad_game("sixto_pad", sheets=("A", "B")), path, value)
        (refused,) = (await import_to(elsewhere, ada, [nonsense])).body["refused"]
        assert (refused["code"], refused["message"]) == (code, catalogue("en")[code])


def pad_game(game: str, **setup: Any) -> dict[str, Any]:
    """A finished score pad as a device sends it."""
    story = write_at_random(PadStory(game, **setup), 1, 40)
    story.ask("ann", "pad_end")
    record = json.loads(json.dumps(story.table.record()))
    return {"id": f"local-{secrets.token_hex(6)}", "seat": 0, "record": record, "offline": True}


@asynchronous
async def test_games_of_somebody_who_is_gone_are_not_counted(
    game: dict[str, Any], data: Path | str, tmp_path: Path
) -> None:
    """They were brought from another server, and need not say when they were played."""
    with server_at(data, tmp_path) as server:
        async with guests(server.url, 1) as (ada,):
            timeless = json.loads(json.dumps(game))
            del timeless["record"]["match"]["times"]
            assert (await import_to(server, ada, [timeless])).body["imported"] == 1
            await delete(server, ada)
    assert rebuild_data(data).games == 0


@asynchronous
async def test_a_game_of_somebody_else_on_this_server_is_refused(server: Server) -> None:
    async with guests(server.url, 3) as (ada, bob, mallory):
        await finished_game(ada, bob)
        games = (await export(server, ada))["games"]
        assert (await import_to(server, ada, games)).body == {"imported": 0, "known": 1, "refused": []}
        for language in LANGUAGES:
            (refused,) = (await import_to(server, mallory, games, Accept_Language=language)).body["refused"]
            assert refused["code"] == "data.not_yours"
            assert refused["message"] == catalogue(language)["data.not_yours"]
        assert (await export(server, mallory))["games"] == []


def changed(game: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    copy: Any = json.loads(json.dumps(game))
    *parents, last = path.split(".")
    inner = copy
    for key in parents:
        inner = inner[int(key)] if isinstance(inner, list) else inner[key]
    inner[int(last) if isinstance(inner, list) else last] = value
    return dict(copy)


def nested(levels: int) -> list[Any]:
    deep: list[Any] = []
    for _ in range(levels):
        deep = [deep]
    return deep


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("record.turns.0.rolls.0.0", 7, "sixto."),
        (*OTHER_SEED, "dice.broken_promise"),
        ("record.match.players.0.name", "a name that is much too long", "data.form"),
        ("record.match.note", "come to my site, it is free", "data.form"),
        ("record.match.players", [], "data.form"),
        ("record.match", None, "record."),
        ("record.turns", [], "data.form"),
        ("record.game", "chess", "record.unknown_game"),
        ("record.match.times.last", 10**30, "data.form"),
        ("record.match.head_starts", "many", "data.form"),
        ("record.match.head_starts", [1], "data.form"),
        ("record.match.head_starts", [0.5, 10**15], "data.form"),
        ("record.match.dice", 3, "data.form"),
        ("record.match.dice.taken", "x", "data.form"),
        ("record.match.players.0.bot", {"a": 1}, "data.form"),
        ("record.match.extra", nested(900), "data.form"),
        ("seat", 5, "data.form"),
        ("id", "../x", "data.form"),
    ],
)
@asynchronous
async def test_what_is_not_a_finished_game_is_refused_and_the_rest_goes_on(
    path: str, value: Any, code: str, game: dict[str, Any], elsewhere: Server
) -> None:
    game = game | {"id": secrets.token_hex(6)}
    async with guests(elsewhere.url, 1) as (here,):
        answer = (await import_to(elsewhere, here, [changed(game, path, value), game])).body
        assert answer["imported"] == 1
        (refused,) = answer["refused"]
        assert refused["code"].startswith(code)
        assert refused["message"]


@asynchronous
async def test_a_request_has_few_games_and_not_too_many_bytes(server: Server) -> None:
    async with guests(server.url, 1) as (ada,):
        game = {"id": "x", "seat": 0, "record": {}}
        assert (await import_to(server, ada, [game] * MOST_GAMES)).body["imported"] == 0
        assert (await import_to(server, ada, [game] * (MOST_GAMES + 1))).status == 400
        assert (await import_to(server, ada, [game | {"record": {"x": "x" * 70_000}}])).status == 413
        answers = [await import_to(server, ada, [game] * MOST_GAMES) for _ in range(120)]
        assert (answers[-1].status, answers[-1].code) == (429, "http.slow_down")


@asynchronous
async def test_nobody_takes_the_id_of_the_second_game_of_a_duel(server: Server, game: dict[str, Any]) -> None:
    async with guests(server.url, 3) as (ada, bob, mallory):
        code = await sit_together(ada, bob, options=Options("sixto", duel=True))
        async with ada.at(code) as hers, bob.at(code) as his:
            await hers.ask(commands.Start)
            await play_out(hers, his)
            forged = game | {"id": duel.second_id(hers.table.id)}
            (refused,) = (await import_to(server, mallory, [forged])).body["refused"]
            assert refused["code"] == "data.not_yours"
            assert isinstance(await hers.ask(commands.RequestRematch), events.Rematched)


@asynchronous
async def test_both_games_of_a_duel_come_along(server: Server, elsewhere: Server) -> None:
    async with guests(server.url, 2) as (ada, bob), guests(elsewhere.url, 1) as (here,):
        await rename(ada, "Ada the Quick")
        second = await second_game(ada, bob)
        async with ada.at(second) as hers, bob.at(second) as his:
            await hers.sit()
            await his.sit()
            await play_out(hers, his)
        games = (await export(server, ada))["games"]
        assert (await import_to(elsewhere, here, games)).body["imported"] == 2


@asynchronous
async def test_whoever_is_deleted_meanwhile_brings_nothing(game: dict[str, Any], tmp_path: Path) -> None:
    async with serving(tmp_path) as here:
        api = Api(here.registry, Limits(), "127.0.0.1", False)
        wanted = msgspec.convert(game, GameToImport)
        with pytest.raises(Unavailable):
            await import_game(api, wanted, "nobody")
        await here.registry.store.flush()
        assert await here.registry.store.read(lambda found: found.scalar(select(tables.c.id))) is None
