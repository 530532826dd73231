"""The routes of the HTTP API: the application and the OpenAPI document are made from `ROUTES`."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from aiohttp import web

from sixes.play.documents import NewTable, Paper, TableMade, TableSummary
from sixes.play.pad.paper import PaperScore
from sixes.server.http import (
    api,
    cards,
    coach,
    daily,
    daily_documents,
    data,
    friends,
    games,
    imports,
    numbers,
    pad,
)
from sixes.server.http.api import Api
from sixes.server.http.lobby import Lobby


class Route(NamedTuple):
    method: str
    path: str
    handler: Callable[[Any, web.Request, Any], Awaitable[web.StreamResponse]]
    summary: str
    authenticated: bool = False
    """Whether it needs a cookie; its handler then gets a Caller, otherwise an Origin."""
    body: Any = None
    response: Any = None
    status: int = 200
    errors: tuple[tuple[int, str], ...] = ()
    """Statuses and codes, apart from those that every route can have."""


UNKNOWN_TABLE = (404, "table.unknown")
TOO_MANY_GUESSES = (429, "table.too_many_guesses")
SECRET = (403, "daily.secret")
NO_SUCH_DAY = (404, "daily.none")
COACH_ERRORS = ((400, "coach.no_such_seat"), (503, "coach.busy"), (503, "coach.failed"))
ROUTES = (
    Route(
        *("GET", "/api/me", Api.me, "Who you are; at the first visit a guest, with a cookie"),
        response=api.Me,
        errors=((429, "identity.too_many_guests"),),
    ),
    Route(
        *("DELETE", "/api/me", data.erase, "Delete everything about you"),
        authenticated=True,
        status=204,
        errors=((429, "data.too_many_deleted"),),
    ),
    Route(
        *("PUT", "/api/me/name", Api.rename, "Take another name"),
        authenticated=True,
        body=api.NewName,
        response=api.Me,
        errors=(
            (400, "name.empty"),
            (400, "name.too_long"),
            (400, "name.characters"),
            (429, "name.too_often"),
        ),
    ),
    Route(
        *("POST", "/api/me/code", Api.code, "A code to be you on another device, too"),
        authenticated=True,
        response=api.NewCarryCode,
        errors=((429, "identity.too_many_codes"),),
    ),
    Route(
        *("POST", "/api/me/carry", Api.carry, "Be on this device who a code belongs to"),
        body=api.CarryCode,
        status=204,
        errors=((403, "identity.code_unknown"), TOO_MANY_GUESSES),
    ),
    Route(
        *("GET", "/api/me/devices", Api.devices, "The devices on which you are known"),
        authenticated=True,
        response=api.Devices,
    ),
    Route(
        *("DELETE", "/api/me/devices", Api.revoke_others, "Sign out all your devices but this one"),
        authenticated=True,
        status=204,
    ),
    Route(
        *("DELETE", "/api/me/devices/{device}", Api.revoke_device, "Sign out one of your other devices"),
        authenticated=True,
        status=204,
        errors=((400, "identity.device_own"), (404, "identity.device_unknown")),
    ),
    Route(
        *("GET", "/api/me/cards", cards.cards, "Costly decisions of your games that come back to be solved"),
        authenticated=True,
        response=cards.Cards,
    ),
    Route(
        *("DELETE", "/api/me/cards", cards.delete_cards, "Delete all your cards"),
        authenticated=True,
        status=204,
    ),
    Route(
        *("PUT", "/api/me/cards/{code}", cards.make_cards, "Make cards of your mistakes in a finished game"),
        authenticated=True,
        status=204,
        errors=(
            *(UNKNOWN_TABLE, (404, "table.record_none"), SECRET, TOO_MANY_GUESSES, (400, "table.not_seated")),
            *((400, "coach.only_sixto"), *COACH_ERRORS),
        ),
    ),
    Route(
        *("POST", "/api/me/cards/{code}/{decision}", cards.answer_card, "Say whether you solved a card"),
        authenticated=True,
        body=cards.CardAnswer,
        status=204,
        errors=(UNKNOWN_TABLE, TOO_MANY_GUESSES, (404, "cards.unknown")),
    ),
    Route(
        *("GET", "/api/me/people", friends.people, "Those with whom you have played, and your friends"),
        authenticated=True,
        response=friends.People,
    ),
    Route(
        *("PUT", "/api/me/friends/{player}", friends.mark_friend, "Ask somebody to be friends, or agree"),
        authenticated=True,
        status=204,
        errors=((400, "friends.never_played"), (400, "friends.too_many"), (429, "friends.too_often")),
    ),
    Route(
        *("DELETE", "/api/me/friends/{player}", friends.unmark_friend, "End a friendship, or decline one"),
        authenticated=True,
        status=204,
        errors=((429, "friends.too_often"),),
    ),
    Route(
        *("GET", "/api/me/invitations", friends.invitations, "The tables to which friends invite you"),
        authenticated=True,
        response=friends.Invitations,
    ),
    Route(
        *("DELETE", "/api/me/invitations/{code}", friends.decline_invitation, "Decline an invitation"),
        authenticated=True,
        status=204,
        errors=(UNKNOWN_TABLE, TOO_MANY_GUESSES),
    ),
    Route(
        *("GET", "/api/me/data", data.export, "Everything about you, as one file"),
        authenticated=True,
        response=dict[str, Any],
        errors=((429, "data.too_often"),),
    ),
    Route(
        *(
            "POST",
            "/api/me/games",
            imports.import_games,
            "Bring finished games from another server, or from your device",
        ),
        authenticated=True,
        body=imports.GamesToImport,
        response=imports.ImportedGames,
    ),
    Route(
        *("GET", "/api/me/games", games.games, "Your finished games, newest first"),
        authenticated=True,
        response=games.PlayedGames,
        errors=((400, "games.filter"),),
    ),
    Route(
        *("GET", "/api/me/numbers", games.numbers, "What your games add up to"),
        authenticated=True,
        response=numbers.MyNumbers,
        errors=((400, "games.filter"),),
    ),
    Route("GET", "/api/levels", Api.levels, "The bots there are", response=api.Levels),
    Route(
        *("GET", "/api/addresses", Api.addresses),
        "Where phones in the same network find this server; told on its own machine",
        response=api.Addresses,
    ),
    Route("GET", "/api/tables", Api.lobby, "Open tables with a free seat, newest first", response=Lobby),
    Route(
        *("POST", "/api/tables", Api.make_table, "Make a table; you are its host"),
        authenticated=True,
        body=NewTable,
        response=TableMade,
        status=201,
        errors=(
            *((400, "table.options"), (400, "table.no_such_level"), (400, "table.sheet_taken")),
            *((400, "name.too_long"), (400, "name.characters")),
            *((429, "table.too_many"), (429, "table.too_many_open")),
            *(UNKNOWN_TABLE, (404, "table.record_none"), SECRET, TOO_MANY_GUESSES),
        ),
    ),
    Route(
        *("POST", "/api/pad/paper", pad.paper, "The points of a finished paper sheet of Sixto"),
        body=Paper,
        response=PaperScore,
        errors=((400, "pad.paper_boxes"),),
    ),
    Route(
        *("GET", "/api/tables/{code}", Api.table, "A table, as the lobby shows it"),
        response=TableSummary,
        errors=(UNKNOWN_TABLE, TOO_MANY_GUESSES),
    ),
    Route(
        *("GET", "/api/tables/{code}/invitations", friends.invited),
        "Your friends, and who of them is invited to a table",
        authenticated=True,
        response=friends.InvitedFriends,
        errors=(UNKNOWN_TABLE, TOO_MANY_GUESSES),
    ),
    Route(
        *("PUT", "/api/tables/{code}/invitations/{player}", friends.invite, "Invite a friend to a table"),
        authenticated=True,
        status=204,
        errors=(
            *(UNKNOWN_TABLE, TOO_MANY_GUESSES, (400, "table.not_seated"), (400, "table.not_now")),
            *((400, "friends.not_friends"), (400, "friends.too_many_invited"), (429, "friends.too_often")),
        ),
    ),
    Route(
        *("GET", "/api/tables/{code}/record", Api.record, "The record of a finished game"),
        response=dict[str, Any],
        errors=(UNKNOWN_TABLE, (404, "table.record_none"), SECRET, TOO_MANY_GUESSES),
    ),
    Route(
        *("GET", "/api/tables/{code}/ratings", games.table_ratings, "How strong those at a table are"),
        response=games.SeatRatings,
        errors=(UNKNOWN_TABLE, TOO_MANY_GUESSES),
    ),
    Route(
        *("GET", "/api/tables/{code}/review", coach.review, "What luck and each decision were worth"),
        response=dict[str, Any],
        errors=(
            *(UNKNOWN_TABLE, (404, "table.record_none"), SECRET, TOO_MANY_GUESSES),
            *COACH_ERRORS,
        ),
    ),
    Route(
        *("GET", "/api/daily", daily.daily_today, "The daily challenge of today, and your streak"),
        authenticated=True,
        response=daily_documents.DailyToday,
        errors=(NO_SUCH_DAY,),
    ),
    Route(
        *("POST", "/api/daily", daily.begin_daily, "Play a daily challenge, or go on with it"),
        authenticated=True,
        body=daily_documents.NewTry,
        response=daily_documents.TryTable,
        status=201,
        errors=(
            *(NO_SUCH_DAY, (403, "daily.over"), (403, "daily.finish_first"), (403, "daily.play_first")),
            (429, "table.too_many"),
        ),
    ),
    Route(
        *("GET", "/api/daily/archive", daily.daily_archive, "Past days and your points; ?before=DAY"),
        authenticated=True,
        response=daily_documents.Archive,
    ),
    Route(
        *("GET", "/api/daily/promises", daily.daily_promises, "The promised dice of days; ?from=DAY"),
        response=daily_documents.Promises,
        errors=(NO_SUCH_DAY,),
    ),
    Route(
        *("GET", "/api/daily/{day}", daily.daily_result, "A day, and what came of your try"),
        authenticated=True,
        response=daily_documents.DailyResult,
        errors=(NO_SUCH_DAY,),
    ),
    Route(
        *("GET", "/api/daily/{day}/board/{kind}", daily.daily_board),
        "Who has the most points: `day`, `week` (best five days) or `all`",
        authenticated=True,
        response=daily_documents.Board,
        errors=(NO_SUCH_DAY,),
    ),
    Route(
        *("GET", "/api/daily/{day}/friends", daily.daily_friends),
        "Your friends' finished tries, as far as you have played",
        authenticated=True,
        response=daily_documents.FriendSheets,
        errors=(NO_SUCH_DAY,),
    ),
    Route(
        *("GET", "/api/daily/{day}/bots/{level}", daily.daily_bot, "The record of a bot with the same dice"),
        authenticated=True,
        response=dict[str, Any],
        errors=(NO_SUCH_DAY, SECRET, (404, "daily.bot_thinks")),
    ),
    Route(
        *("GET", "/api/study/{position}", coach.study, "What a position of Sixto is worth"),
        response=dict[str, Any],
        errors=(
            *((400, "coach.link_damaged"), (400, "coach.link_newer")),
            *COACH_ERRORS,
        ),
    ),
)
