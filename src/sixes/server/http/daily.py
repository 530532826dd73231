"""The daily challenge, over HTTP: beginning a try, what came of it, boards, the archive and the promises."""

from functools import cache
from typing import get_args

from aiohttp import web

from sixes.coach.percentiles import expert_points, percentile
from sixes.play import daily, events
from sixes.play.encoding import codec
from sixes.rules.sheets import SHEETS
from sixes.server.http.api import Api
from sixes.server.http.boards import BoardKind, Standings
from sixes.server.http.daily_documents import (
    Archive,
    Board,
    BotScore,
    DailyResult,
    DailyToday,
    FriendSheets,
    NewTry,
    Promises,
    Spread,
    TryTable,
    describe_archived,
    describe_friend,
    describe_place,
    describe_places,
    describe_promise,
    describe_try,
    spread_of,
    streak_of,
)
from sixes.server.http.identity import Caller
from sixes.server.http.origins import Origin
from sixes.server.http.requests import Problem, json_response, read_body
from sixes.server.storage.daily import BoardRow, DayRow, TryRow
from sixes.server.storage.store import PlayerRow

MOST_LISTED = 60
"""Days on a page of the archive."""
MOST_PROMISES = 120
"""Days in one answer."""
FEW = 20
"""People; with fewer, a score is shown beside games of the expert."""


async def daily_today(api: Api, _: web.Request, caller: Caller) -> web.Response:
    day, now = await find_day(api, api.daily.today), api.now()
    tries = await api.daily.rows.tries_of(caller.player.id)
    by_day = {row.day: describe_try(row, now) for row in tries[-2:]}
    earlier = by_day.get(day.day - 1)
    standings = await api.boards.standings("day", day.day)
    return json_response(
        DailyToday(
            day=day.day,
            sheet=daily.letter_of(day.day),
            left=daily.begins(day.day + 1) - now,
            mine=by_day.get(day.day),
            earlier=earlier if earlier and earlier.state == "playing" else None,
            streak=streak_of(tries, now),
            people=len(standings.points),
        )
    )


async def begin_daily(api: Api, request: web.Request, caller: Caller) -> web.Response:
    wanted, player = await read_body(request, NewTry), caller.player
    day = await find_day(api, wanted.day or api.daily.today)
    mine = await api.daily.rows.try_of(day.day, player.id)
    if wanted.practice:
        check_practice(api, day.day, mine)
    elif mine:
        return json_response(TryTable(mine.code, day.day, practice=False), 201)
    elif day.day != api.daily.today:
        raise Problem(403, "daily.over")
    api.check_limits(
        (api.limits.tables_by_player, player.id, "table.too_many"),
        (api.limits.tables, caller.origin.address, "table.too_many"),
    )
    api.identities.at_tables.add(player)
    if wanted.practice:
        code = await api.daily.practise(day, player)
    else:
        code = (await api.daily.begin(day, player)).code
    return json_response(TryTable(code, day.day, wanted.practice), 201)


def check_practice(api: Api, day: int, mine: TryRow | None) -> None:
    """Practice would tell the dice to somebody whose own try is still to be played."""
    state = describe_try(mine, api.now()).state if mine else ""
    if state == "playing":
        raise Problem(403, "daily.finish_first")
    if day == api.daily.today and not state:
        raise Problem(403, "daily.play_first")


async def daily_result(api: Api, request: web.Request, caller: Caller) -> web.Response:
    day, now = await day_in_path(api, request), api.now()
    row = await api.daily.rows.try_of(day.day, caller.player.id)
    mine = BoardRow(*caller.player[:2], row.points) if row and row.points is not None else None
    board = await api.boards.standings("day", day.day)
    standings = board.with_row(mine)
    told = DailyResult(
        day=day.day,
        begins=daily.begins(day.day),
        sheet=daily.letter_of(day.day),
        promise=day.promise,
        link=day.link,
        published=day.published,
        left=max(daily.closes(day.day) - now, 0),
        seed=describe_promise(day, now).seed,
        mine=describe_try(row, now) if row else None,
        people=len(standings.points),
    )
    if mine:
        add_rank(told, standings, mine.points)
        told.spread = board.spread if len(board.points) >= FEW else expert_spread(told.sheet)
    if mine or daily.is_closed(day.day, now):
        told.bots = [BotScore(bot.level, bot.points) for bot in await api.daily_bots.of(day)]
    return json_response(told)


def add_rank(told: DailyResult, standings: Standings, points: int) -> None:
    """Say how good a score is, beside other people or else the expert."""
    told.better = standings.better_than(points)
    told.expert = percentile(SHEETS[told.sheet], points)


@cache
def expert_spread(letter: str) -> Spread:
    return spread_of("expert", expert_points(letter))


async def daily_board(api: Api, request: web.Request, caller: Caller) -> web.Response:
    day, kind = await day_in_path(api, request), board_kind(request.match_info["kind"])
    me = caller.player.id
    known = await known_rows(api, kind, day.day, caller.player)
    mine = next((row for row in known if row.player == me), None)
    standings = (await api.boards.standings(kind, day.day)).with_row(mine)
    company = any(row.player != me for row in known)
    return json_response(
        Board(
            people=len(standings.points),
            friends=describe_places(known, [row.points for row in known]) if company else [],
            top=standings.places,
            mine=describe_place(mine, standings.place(mine.points)) if mine else None,
        )
    )


async def known_rows(api: Api, kind: BoardKind, day: int, player: PlayerRow) -> list[BoardRow]:
    """The rows of a player and their friends on a board, best first."""
    friends = await api.daily.rows.friends_of(player.id)
    if kind != "day" or friends:
        return await api.boards.of(kind, day, [player.id, *friends])
    mine = await api.daily.rows.try_of(day, player.id)  # what most people ask for, at less cost
    return [BoardRow(player.id, player.name, mine.points)] if mine and mine.points is not None else []


def board_kind(text: str) -> BoardKind:
    for kind in get_args(BoardKind):
        if kind == text:
            return kind  # type: ignore[no-any-return] # one of them
    raise Problem(404, "http.not_found")


async def daily_friends(api: Api, request: web.Request, caller: Caller) -> web.Response:
    day, rows = await day_in_path(api, request), api.daily.rows
    me = caller.player.id
    turns = None if await api.seals.knows_dice(me, day.day) else await turns_played(api, day.day, me)
    found = await rows.finished_by(day.day, await rows.friends_of(me)) if turns != 0 else []
    return json_response(FriendSheets([describe_friend(row, turns) for row in found]))


async def turns_played(api: Api, day: int, player: str) -> int:
    """How many turns of a try are over: nobody is told more of the dice than they have seen."""
    mine = await api.daily.rows.try_of(day, player)
    lines = await api.store.log(mine.table) if mine else []
    read = [codec.read_event(line.body) for line in lines]
    return sum(isinstance(event, events.SaidDone) and event.end is not None for event in read)


async def daily_bot(api: Api, request: web.Request, caller: Caller) -> web.Response:
    day, level = await day_in_path(api, request), request.match_info["level"]
    if not await api.seals.knows_dice(caller.player.id, day.day):
        raise Problem(403, "daily.secret")
    record = await api.daily.rows.bot_record(day.day, level)
    if record is None:
        raise Problem(404, "daily.bot_thinks")
    return json_response(bytes(record))


async def daily_archive(api: Api, request: web.Request, caller: Caller) -> web.Response:
    now, today = api.now(), api.daily.today
    last = min(number_of(request.query.get("before", ""), today), today) - 1
    tries = {row.day: row for row in await api.daily.rows.tries_of(caller.player.id)}
    rows = list(reversed(await api.daily.rows.days(last - MOST_LISTED, last)))
    listed = [describe_archived(row, tries.get(row.day), now) for row in rows[:MOST_LISTED]]
    return json_response(Archive(listed, len(rows) > MOST_LISTED))


async def daily_promises(api: Api, request: web.Request, _: Origin) -> web.Response:
    today = api.daily.today
    await find_day(api, today)
    first = number_of(request.query.get("from", ""), max(today - MOST_PROMISES // 2, 1))
    last = min(first + MOST_PROMISES - 1, today + daily.PROMISED)
    rows = await api.daily.rows.days(first, last)
    return json_response(Promises([describe_promise(row, api.now()) for row in rows]))


async def day_in_path(api: Api, request: web.Request) -> DayRow:
    return await find_day(api, number_of(request.match_info["day"], 0))


async def find_day(api: Api, number: int) -> DayRow:
    day = await api.daily.day(number)
    if day is None:
        raise Problem(404, "daily.none")
    return day


def number_of(text: str, otherwise: int) -> int:
    """The number of a day in an address."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else otherwise
