"""The finished games of a player, over HTTP: pages of them, what they add up to, and ratings."""

from collections.abc import Iterable
from typing import Annotated, TypeVar

import msgspec
from aiohttp import web

from sixes.play.documents import TableSummary
from sixes.play.ratings import FEW_GAMES, bot_rating, shown
from sixes.play.seats import Seat
from sixes.server.http.api import Api
from sixes.server.http.identity import Caller
from sixes.server.http.lobby import read_summary
from sixes.server.http.numbers import numbers_document
from sixes.server.http.origins import Origin
from sixes.server.http.requests import Problem, json_response
from sixes.server.storage.game_rows import GameFilter, GameRow, RatingRow
from sixes.server.storage.games import PAGE

Query = TypeVar("Query", bound=msgspec.Struct)
Milliseconds = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Points = Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]
Word = Annotated[str, msgspec.Meta(max_length=60, pattern="^[ -~]*$")]


class WantedGames(msgspec.Struct, forbid_unknown_fields=True, rename={"person": "player"}):
    """Which games are asked for; what is not given does not matter."""

    game: Word | None = None
    seats: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None
    sheet: Word | None = None
    person: Word | None = None
    bot: Word | None = None
    won: bool | None = None
    since: Milliseconds | None = None
    until: Milliseconds | None = None
    kind: Word | None = None
    least: Points | None = None
    most: Points | None = None
    counted: bool | None = None
    rated: bool | None = None
    after: Annotated[str, msgspec.Meta(max_length=60, pattern=r"^[0-9]{1,15}-[0-9A-Za-z-]+$")] | None = None
    """The `next` of the page before."""


class WantedNumbers(msgspec.Struct, forbid_unknown_fields=True):
    seats: Annotated[int, msgspec.Meta(ge=1, le=6)] = 0


class Other(msgspec.Struct, omit_defaults=True):
    """Somebody else at a table: a person or a bot."""

    name: str
    player: str = ""
    bot: str = ""


class PlayedGame(msgspec.Struct, omit_defaults=True):
    """A finished game of yours. `ended` is in milliseconds since 1970."""

    code: str
    """Of the table: its record is at `/api/tables/{code}/record`."""
    game: str
    seats: int
    points: int
    """Lines in Sixem."""
    rank: int
    won: bool
    ended: int
    sheet: str = ""
    kind: str = ""
    """Empty at a table, else daily, practice, imported, offline, real (dice) or real_offline."""
    unaided: bool = False
    """Without hints, a bot that stood in, or dice known from another game."""
    head_start: int = 0
    rating: int | None = None
    """After it, if it was rated, and there are ten such games by now."""
    change: int | None = None
    others: list[Other] = []


class PlayedGames(msgspec.Struct, omit_defaults=True):
    """Your finished games, newest first."""

    games: list[PlayedGame]
    next: str = ""
    """Give it as `after` to get the next page; empty on the last."""


class SeatRating(msgspec.Struct):
    """How strong somebody at a table is."""

    rating: int | None
    """None below ten rated games."""
    games: int
    """None are counted for bots: their ratings are fixed."""
    change: int | None = None
    """By the game of this table."""


class SeatRatings(msgspec.Struct):
    """Who sits at a table, by seat; null where nobody does, or a bot whose rating is not known."""

    seats: list[SeatRating | None]


async def games(api: Api, request: web.Request, caller: Caller) -> web.Response:
    wanted = read_query(request, WantedGames)
    ended, _, table = (wanted.after or "").partition("-")
    given = {name: getattr(wanted, name) for name in GameFilter._fields}
    after = (int(ended), table) if ended else None
    rows = await api.store.games(caller.player.id, GameFilter(**given), after)
    more = f"{rows[PAGE - 1].ended}-{rows[PAGE - 1].table}" if len(rows) > PAGE else ""
    return json_response(PlayedGames([describe_game(row) for row in rows[:PAGE]], more))


async def numbers(api: Api, request: web.Request, caller: Caller) -> web.Response:
    wanted = read_query(request, WantedNumbers)
    return json_response(numbers_document(await api.store.numbers(caller.player.id, wanted.seats)))


async def table_ratings(api: Api, request: web.Request, _: Origin) -> web.Response:
    row = await api.find_table(request)
    table = read_summary(row)
    people = [seat.player for seat in table.seats if seat and seat.player]
    game, seats = table.options.game, len(table.seats)
    found = await api.store.ratings_at(row.id, people, game, seats)
    told = [
        seat_rating(seat, table, found.ratings.get(seat.player), found.changes.get(seat.player))
        if seat
        else None
        for seat in table.seats
    ]
    return json_response(SeatRatings(told))


def seat_rating(
    seat: Seat, table: TableSummary, row: RatingRow | None, means: tuple[float, float] | None
) -> SeatRating | None:
    if not seat.player:
        fixed = bot_rating(table.options.game, len(table.seats), seat.bot)
        return SeatRating(shown(fixed.mu), 0) if fixed and not seat.left else None
    if row is None or row.games < FEW_GAMES:
        return SeatRating(None, row.games if row else 0)
    after = means[1] if means else row.mu
    return SeatRating(shown(after), row.games, shown(after) - shown(means[0]) if means else None)


def read_query(request: web.Request, kind: type[Query]) -> Query:
    """What the query of an address asks for; 400 if nobody could mean it."""
    given = dict(request.query)
    try:
        if len(given) == len(request.query):  # nothing twice
            return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError:
        pass
    raise Problem(400, "games.filter")


def describe_game(row: GameRow) -> PlayedGame:
    table = msgspec.json.decode(row.about, type=TableSummary)
    known = {name: getattr(row, name) for name in PlayedGame.__struct_fields__ if hasattr(row, name)}
    told = PlayedGame(**known, others=others_at(table, row.seat))
    enough = (row.rated_games or 0) >= FEW_GAMES
    if enough and row.mu_before is not None and row.mu_after is not None:
        told.rating = shown(row.mu_after)
        told.change = told.rating - shown(row.mu_before)
    return told


def others_at(table: TableSummary, mine: int) -> list[Other]:
    sitting: Iterable[tuple[int, Seat | None]] = enumerate(table.seats)
    return [Other(seat.name, seat.player, seat.bot) for at, seat in sitting if seat and at != mine]
