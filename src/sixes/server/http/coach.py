"""The coach, over HTTP: reviews of finished games, and what positions are worth."""

from collections.abc import Coroutine
from contextlib import closing
from typing import Any

from aiohttp import web

from sixes.play.documents import TableSummary
from sixes.server.coaching.process import CoachRefusal, CoachUnavailable, TooManyWaiting
from sixes.server.http.api import Api
from sixes.server.http.lobby import read_summary
from sixes.server.http.origins import Origin
from sixes.server.http.requests import Problem, json_response
from sixes.server.storage.store import TableRow


async def review(api: Api, request: web.Request, origin: Origin) -> web.Response:
    row, record = await api.find_record(request)
    seat = await reviewed_seat(api, request, row)
    return json_response(await ask(api, origin, api.coach.review(row.id, record, seat)))


async def reviewed_seat(api: Api, request: web.Request, row: TableRow) -> int:
    """The seat that is asked for, or else that of who asks, or the first."""
    asked = request.query.get("seat")
    if asked is not None:
        return seat_number(asked)
    player = await api.identities.find_player(request)
    seat = seat_of(read_summary(row), player.id) if player else None
    return seat or 0


async def study(api: Api, request: web.Request, origin: Origin) -> web.Response:
    player = await api.identities.find_player(request)
    if player:
        api.check_limits((api.limits.coach_by_player, player.id, "http.slow_down"))
    asked = request.query.get("seat")
    seat = None if asked is None else seat_number(asked)
    return json_response(await ask(api, origin, api.coach.study(request.match_info["position"], seat)))


async def ask(api: Api, origin: Origin, asking: Coroutine[Any, Any, bytes]) -> bytes:
    """What the coach answers; asking is limited."""
    with closing(asking):
        api.check_limits((api.limits.coach, origin.address, "http.slow_down"))
        try:
            return await asking
        except CoachRefusal as refusal:
            raise Problem(400, refusal.code) from None
        except TooManyWaiting:
            raise Problem(503, "coach.busy") from None
        except CoachUnavailable:
            raise Problem(503, "coach.failed") from None


def seat_of(table: TableSummary, player: str) -> int | None:
    """Where a player sat at a table."""
    return next((at for at, one in enumerate(table.seats) if one and one.player == player), None)


def seat_number(text: str) -> int:
    if len(text) != 1 or text not in "012345":
        raise Problem(400, "coach.no_such_seat")
    return int(text)
