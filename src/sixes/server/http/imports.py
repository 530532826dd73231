"""Games from another server or a device, over HTTP: each is replayed by the rules before it is stored."""

import asyncio
import re
import secrets
from contextlib import suppress
from typing import Annotated, Any, NamedTuple

import msgspec
from aiohttp import web

from sixes.play.documents import TableSummary
from sixes.play.match import Refused
from sixes.play.names import clean_name
from sixes.play.options import Options
from sixes.play.pad.replay import read_pad
from sixes.play.results import IMPORTED, OFFLINE, REAL_OFFLINE, results_of
from sixes.play.seats import Seat
from sixes.play.table import OVER
from sixes.play.verify import verify_dice
from sixes.records import Played, parse, replay
from sixes.server.codes import table_code
from sixes.server.http.api import Api
from sixes.server.http.identity import Caller
from sixes.server.http.requests import Problem, json_response, read_body
from sixes.server.storage.store import Conflict, ImportedGame, TableRow, Unavailable
from sixes.server.tables.daily import MOST_ATTEMPTS
from sixes.text import UserError

MOST_GAMES = 20
"""In a request."""
ID = re.compile(r"[A-Za-z0-9-]{1,40}")
LATEST = 2**53
"""Milliseconds since 1970: up to here every program reads whole numbers exactly."""
PLAIN = re.compile(r"[A-Za-z0-9._:+/=-]{0,200}")
"""All that a record says in letters, apart from names: no text can be hidden in it."""

NOT_ON_PADS = {"head_starts", "source", "dice"}
DEEPEST = 20
"""Levels of a record; none has half as many."""
Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class GameToImport(msgspec.Struct):
    """A finished game from your file or your device; what else is said of it is computed anew."""

    id: Annotated[str, msgspec.Meta(max_length=40)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)]
    """Where you sat."""
    record: dict[str, Any]
    offline: bool = False
    """Played on your device, and not on another server: then its dice must be verifiable, or real."""


class ToldPlayer(msgspec.Struct):
    name: str
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""
    hinted: bool = False


class ToldDice(msgspec.Struct, frozen=True):
    taken: Count = 0


class ToldTimes(msgspec.Struct, frozen=True):
    last: Annotated[int, msgspec.Meta(ge=0, lt=LATEST)] = 0


class ToldMatch(msgspec.Struct):
    """What results are computed from, besides the moves."""

    players: list[ToldPlayer]
    times: ToldTimes = ToldTimes()
    dice: ToldDice = ToldDice()
    head_starts: list[Count] | msgspec.UnsetType = msgspec.UNSET


class GamesToImport(msgspec.Struct, forbid_unknown_fields=True):
    games: Annotated[list[GameToImport], msgspec.Meta(max_length=MOST_GAMES)]


class RefusedGame(msgspec.Struct):
    id: str
    code: str
    message: str


class ImportedGames(msgspec.Struct):
    """How many games are new here, how many were here already, and which are refused."""

    imported: int
    known: int
    refused: list[RefusedGame]


async def import_games(api: Api, request: web.Request, caller: Caller) -> web.Response:
    games = (await read_body(request, GamesToImport)).games
    if not api.limits.imports.take(caller.origin.address, api.seconds(), len(games)):
        raise Problem(429, "http.slow_down")
    done = ImportedGames(0, 0, [])
    async with api.importing:  # one thread at a time: tables come first
        for game in games:
            try:
                known = await import_game(api, game, caller.player.id)
                done.known, done.imported = done.known + known, done.imported + (not known)
            except UserError as error:
                message = error.sentence(caller.origin.language)
                done.refused.append(RefusedGame(game.id, error.key, message))
    return json_response(done)


async def import_game(api: Api, game: GameToImport, player: str) -> bool:
    """Store a game unless it is here already; UserError if it is refused."""
    checked = await asyncio.to_thread(check_game, game, player, api.now())
    for _ in range(MOST_ATTEMPTS):
        code = table_code(secrets.randbelow)
        about = msgspec.json.encode(msgspec.structs.replace(checked.summary, code=code))
        row = checked.row._replace(code=code, about=about)
        with suppress(Conflict):  # that code is taken, or the player has just been deleted
            answer = await api.store.import_game(ImportedGame(row, checked.record, checked.result))
            if answer not in ("", "known"):
                raise UserError(answer)
            return answer == "known"
    raise Unavailable("no table can be stored")


class CheckedGame(msgspec.Struct):
    """A game that was played by the rules, or on a score pad, with one known person."""

    row: TableRow
    summary: TableSummary
    record: bytes
    result: dict[str, Any]


def check_game(game: GameToImport, player: str, now: int) -> CheckedGame:
    """What is stored of a game; UserError says why it cannot be."""
    try:
        document = parse(msgspec.json.encode(game.record))
    except (OverflowError, RecursionError):  # numbers that no game has
        raise UserError("data.form") from None
    is_pad = isinstance(document, dict) and "pad" in document
    played = read_game_on_pad(document) if is_pad else read_game(document)
    seats = played.options.seats
    if not ID.fullmatch(game.id) or not played.result["finished"] or game.seat >= seats:
        raise UserError("data.form")
    told = read_match(played.document.get("match"), seats)
    if is_pad and has_no_place_on_pads(played.document["match"]):
        raise UserError("data.form")
    if played.dice:
        check_dice(played.dice, game.offline)
    sitting = seats_of(told, game.seat, player)
    ended = min(told.times.last or now, now)  # whatever the clock of the other server said
    summary = TableSummary("", played.options, OVER, sitting)
    host = player if is_pad else ""  # who is deleted takes the names along that were typed
    row = TableRow(game.id, "", OVER, False, seats, seats, host, b"", ended, ended, b"")
    (found,) = results_of(played.document, played.result, sitting, played.options)
    kind = (REAL_OFFLINE if is_pad else OFFLINE) if game.offline else IMPORTED
    stored = msgspec.json.encode(played.document)
    return CheckedGame(row, summary, stored, found._asdict() | {"kind": kind})


class GameRead(NamedTuple):
    """What a document tells once it was replayed."""

    options: Options
    document: dict[str, Any]
    """As it is stored: of a score pad what was written again."""
    result: dict[str, Any]
    dice: Played | None = None
    """The game, if its dice can be verified; those of a score pad were real."""


def read_game(document: Any) -> GameRead:
    played = replay(document)
    return GameRead(Options(played.record["game"], seats=played.seats), document, played.result(), played)


def read_game_on_pad(document: Any) -> GameRead:
    pad = read_pad(document)
    return GameRead(pad.options, pad.document, pad.document["result"])


def check_dice(played: Played, offline: bool) -> None:
    if "seed" in played.record["match"].get("dice", {}):
        verify_dice(played)
    elif offline:  # whoever threw the dice knows their seed
        raise UserError("data.form")


def read_match(match: Any, seats: int) -> ToldMatch:
    """What a record tells besides the moves; UserError if that cannot be, or has text in it."""
    try:
        told = msgspec.convert(match, ToldMatch)
    except msgspec.ValidationError:
        raise UserError("data.form") from None
    ahead = told.players if isinstance(told.head_starts, msgspec.UnsetType) else told.head_starts
    if not len(told.players) == len(ahead) == seats:
        raise UserError("data.form")
    rest = {**match, "players": [{**one, "name": ""} for one in match["players"]]}
    if not (all(is_name(one.name) for one in told.players) and is_plain(rest)):
        raise UserError("data.form")
    return told


def has_no_place_on_pads(match: dict[str, Any]) -> bool:
    """Whether a record tells of head starts, another game, a server's dice or bots."""
    return not NOT_ON_PADS.isdisjoint(match) or any("bot" in one for one in match["players"])


def seats_of(told: ToldMatch, mine: int, player: str) -> tuple[Seat, ...]:
    """Who sat at the table, one of them known; others have only the names in the record."""
    return tuple(
        Seat(one.name, player if at == mine else "", bot=one.bot, hinted=one.hinted)
        for at, one in enumerate(told.players)
    )


def is_name(name: str) -> bool:
    """Whether it could be a player's name here; empty for somebody whose data were deleted."""
    try:
        return not name or clean_name(name) == name
    except Refused:
        return False


def is_plain(value: object, level: int = 0) -> bool:
    """Whether a part of a record is numbers, and words of programs."""
    if level > DEEPEST:
        return False
    if isinstance(value, dict):
        return all(is_plain(key) and is_plain(inner, level + 1) for key, inner in value.items())
    if isinstance(value, list):
        return all(is_plain(inner, level + 1) for inner in value)
    return PLAIN.fullmatch(value) is not None if isinstance(value, str) else True
