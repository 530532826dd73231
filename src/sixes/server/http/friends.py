"""Friends, over HTTP: people with whom one has played, and invitations to tables.

Nothing here is written by people: all that they see of each other is their names.
"""

from typing import Literal

import msgspec
from aiohttp import web

from sixes.play.documents import TableSummary
from sixes.play.table import GATHERING
from sixes.server.http.api import Api
from sixes.server.http.identity import Caller
from sixes.server.http.lobby import read_summary
from sixes.server.http.requests import Problem, json_response
from sixes.server.storage.store import Conflict, InvitationRow


class Person(msgspec.Struct):
    """Somebody with whom you have finished games."""

    player: str
    name: str
    games: int
    """How many."""
    last: int
    """When the last of them ended, in milliseconds since 1970; 0 if there is none any more."""
    state: Literal["", "asked", "asks", "friends"]
    """You have asked them to be friends, they ask you, or you are friends."""


class People(msgspec.Struct):
    """Those with whom you have played, last played with first."""

    people: list[Person]


class Invitation(msgspec.Struct):
    """A friend waits for you at a table."""

    player: str
    """The friend."""
    name: str
    at: int
    """When they invited you, in milliseconds since 1970."""
    table: TableSummary


class Invitations(msgspec.Struct):
    """The tables to which friends invite you, newest first."""

    invitations: list[Invitation]


class Invited(msgspec.Struct):
    """A friend of yours, and whether they are invited to a table."""

    player: str
    name: str
    state: Literal["", "invited", "declined"]


class InvitedFriends(msgspec.Struct):
    """Your friends, by name."""

    friends: list[Invited]


async def people(api: Api, _: web.Request, caller: Caller) -> web.Response:
    rows = await api.store.people(caller.player.id)
    return json_response(People([msgspec.convert(row._asdict(), Person) for row in rows]))


async def mark_friend(api: Api, request: web.Request, caller: Caller) -> web.Response:
    charge_mark(api, caller)
    friend = request.match_info["player"]
    try:
        refused = await api.store.mark_friend(caller.player.id, friend, api.now())
    except Conflict:  # that player has just been deleted
        refused = "friends.never_played"
    if refused:
        raise Problem(400, refused)
    return web.Response(status=204)


async def unmark_friend(api: Api, request: web.Request, caller: Caller) -> web.Response:
    charge_mark(api, caller)
    await api.store.unmark_friend(caller.player.id, request.match_info["player"])
    return web.Response(status=204)


def charge_mark(api: Api, caller: Caller) -> None:
    api.check_limits(
        (api.limits.marks_by_player, caller.player.id, "friends.too_often"),
        (api.limits.marks, caller.origin.address, "friends.too_often"),
    )


async def invitations(api: Api, _: web.Request, caller: Caller) -> web.Response:
    rows = await api.store.invitations(caller.player.id, api.now())
    found = [Invitation(*invited, read_summary(table)) for invited, table in rows]
    return json_response(Invitations(found))


async def decline_invitation(api: Api, request: web.Request, caller: Caller) -> web.Response:
    row = await api.find_table(request)
    await api.store.decline_invitation(caller.player.id, row.id)
    return web.Response(status=204)


async def invited(api: Api, request: web.Request, caller: Caller) -> web.Response:
    row = await api.find_table(request)
    rows = await api.store.invited(caller.player.id, row.id)
    return json_response(InvitedFriends([msgspec.convert(row._asdict(), Invited) for row in rows]))


async def invite(api: Api, request: web.Request, caller: Caller) -> web.Response:
    row, player = await api.find_table(request), caller.player.id
    if not (await api.store.standing(player, row.code)).here:
        raise Problem(400, "table.not_seated")
    if row.phase != GATHERING:
        raise Problem(400, "table.not_now")
    api.check_limits(
        (api.limits.invitations_by_player, player, "friends.too_often"),
        (api.limits.invitations, caller.origin.address, "friends.too_often"),
    )
    try:
        refused = await api.store.invite(
            InvitationRow(row.id, request.match_info["player"], player, api.now())
        )
    except Conflict:  # that player has just been deleted
        refused = "friends.not_friends"
    if refused:
        raise Problem(400, refused)
    return web.Response(status=204)
