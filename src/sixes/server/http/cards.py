"""Cards of a player, over HTTP: costly decisions of their own games, which come back to be solved."""

from heapq import nlargest

import msgspec
from aiohttp import web

from sixes.server.http.api import Api
from sixes.server.http.coach import ask, seat_of
from sixes.server.http.identity import Caller
from sixes.server.http.lobby import read_summary
from sixes.server.http.requests import Problem, json_response, read_body
from sixes.server.storage.store import DAY, CardKey

RECENT = 30 * DAY
"""Milliseconds since a game; solving a card takes longer."""
MOST_OF_A_GAME = 3
"""Cards: those that the review asks about, too."""


class Card(msgspec.Struct):
    """A decision of one of your games. Times are milliseconds since 1970."""

    table: str
    """The code of the table."""
    decision: int
    """Which one of that game, from 0."""
    due: int
    """When it comes back."""
    solved: int
    """How often in a row you solved it."""
    body: msgspec.Raw
    """The `seat` where you sat, and as the review has them the `choice` and the `roll` that it is about."""


class Cards(msgspec.Struct):
    """Your cards, those due first."""

    cards: list[Card]


class CardAnswer(msgspec.Struct, forbid_unknown_fields=True):
    solved: bool


class CardBody(msgspec.Struct):
    """What is stored of a decision."""

    seat: int
    choice: msgspec.Raw
    roll: msgspec.Raw


class ReviewedChoice(msgspec.Struct):
    turn: int
    kind: str
    mistake: bool
    cost: float


class ReviewedRoll(msgspec.Struct):
    turn: int


class Reviewed(msgspec.Struct):
    """What of a review becomes cards."""

    decisions: list[msgspec.Raw]
    rolls: list[msgspec.Raw]


async def cards(api: Api, _: web.Request, caller: Caller) -> web.Response:
    rows = await api.store.cards(caller.player.id)
    return json_response(
        Cards([Card(row.code, row.decision, row.due, row.solved, msgspec.Raw(row.body)) for row in rows])
    )


async def make_cards(api: Api, request: web.Request, caller: Caller) -> web.Response:
    """Make cards of the mistakes that the caller made in a game; once for each game.

    An old game makes none: its cards may have been solved, and are gone.
    """
    row, record = await api.find_record(request)
    table = read_summary(row)
    seat = seat_of(table, caller.player.id)
    if seat is None:
        raise Problem(400, "table.not_seated")
    if table.options.game != "sixto":
        raise Problem(400, "coach.only_sixto")
    if api.now() - row.touched > RECENT:
        return web.Response(status=204)
    review = await ask(api, caller.origin, api.coach.review(row.id, record, seat))
    await api.store.add_cards(caller.player.id, row.id, mistakes_in(review, seat), api.now())
    return web.Response(status=204)


async def answer_card(api: Api, request: web.Request, caller: Caller) -> web.Response:
    answer, number = await read_body(request, CardAnswer), request.match_info["decision"]
    row = await api.find_table(request)
    decision = int(number) if number.isdecimal() and len(number) < 5 else -1
    card = CardKey(caller.player.id, row.id, decision)
    if not await api.store.answer_card(card, answer.solved, api.now()):
        raise Problem(404, "cards.unknown")
    return web.Response(status=204)


async def delete_cards(api: Api, _: web.Request, caller: Caller) -> web.Response:
    await api.store.delete_cards(caller.player.id)
    return web.Response(status=204)


def mistakes_in(review: bytes, seat: int) -> list[tuple[int, bytes]]:
    """The costliest mistakes of a review by their places in it, each with the roll that it is about."""
    told = msgspec.json.decode(review, type=Reviewed)
    rolls: dict[int, list[msgspec.Raw]] = {}
    for roll in told.rolls:
        rolls.setdefault(msgspec.json.decode(roll, type=ReviewedRoll).turn, []).append(roll)
    choices = [msgspec.json.decode(decision, type=ReviewedChoice) for decision in told.decisions]
    mistakes = [place for place, choice in enumerate(choices) if choice.mistake]
    found = list[tuple[int, bytes]]()
    for place in nlargest(MOST_OF_A_GAME, mistakes, key=lambda place: choices[place].cost):
        about = rolls[choices[place].turn][0 if choices[place].kind == "roll" else -1]
        found.append((place, msgspec.json.encode(CardBody(seat, told.decisions[place], about))))
    return found
