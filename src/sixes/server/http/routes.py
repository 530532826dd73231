"""The routes of the HTTP API: the application and the OpenAPI document are made from `ROUTES`."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from aiohttp import web

from sixes.server.http import api, cards, coach
from sixes.server.http.api import Api
from sixes.server.http.lobby import Lobby
from sixes.server.tables.summary import TableSummary


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
COACH_ERRORS = ((400, "coach.no_such_seat"), (503, "coach.busy"), (503, "coach.failed"))
ROUTES = (
    Route(
        *("GET", "/api/me", Api.me, "Who you are; at the first visit a guest, with a cookie"),
        response=api.Me,
        errors=((429, "identity.too_many_guests"),),
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
            *(UNKNOWN_TABLE, (404, "table.record_none"), TOO_MANY_GUESSES, (400, "table.not_seated")),
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
        body=api.NewTable,
        response=api.TableMade,
        status=201,
        errors=(
            *((400, "table.options"), (400, "table.no_such_level")),
            *((429, "table.too_many"), (429, "table.too_many_open")),
            *(UNKNOWN_TABLE, (404, "table.record_none"), TOO_MANY_GUESSES),
        ),
    ),
    Route(
        *("GET", "/api/tables/{code}", Api.table, "A table, as the lobby shows it"),
        response=TableSummary,
        errors=(UNKNOWN_TABLE, TOO_MANY_GUESSES),
    ),
    Route(
        *("GET", "/api/tables/{code}/record", Api.record, "The record of a finished game"),
        response=dict[str, Any],
        errors=(UNKNOWN_TABLE, (404, "table.record_none"), TOO_MANY_GUESSES),
    ),
    Route(
        *("GET", "/api/tables/{code}/review", coach.review, "What luck and each decision were worth"),
        response=dict[str, Any],
        errors=(
            *(UNKNOWN_TABLE, (404, "table.record_none"), TOO_MANY_GUESSES),
            *COACH_ERRORS,
        ),
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
