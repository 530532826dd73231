"""What all wait for, in one sentence, and when something happens that no event tells."""

from sixes.play.pad.match import PadMatch
from sixes.play.pad.sixto import SixtoPadMatch
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.play.table import CLOSED, GATHERING, OVER, Table
from sixes.rules import rounds
from sixes.rules.rows import SOLO_NEEDS
from sixes.rules.six import has, members
from sixes.rules.turns import DECIDING, ROLLING
from sixes.terminal.actions import free_at, half_crosses
from sixes.terminal.wording import listed, names_of
from sixes.text import say


def waiting(table: Table, player: str, now: int, language: str) -> str:
    """What all wait for now, seen by one player."""
    if table.phase == GATHERING:
        return before_the_game(table, player, language)
    if table.phase == CLOSED:
        return say("table.closed", language)
    if table.phase == OVER:
        return say("game.over", language)
    if isinstance(table.match, PadMatch):
        return on_pad(table, table.match, language)
    seat = table.seat_of(player)
    if isinstance(table.match, SixtoMatch):
        return in_sixto(table, table.match, seat, language)
    if isinstance(table.match, SixemMatch):
        return in_sixem(table, table.match, seat, now, language)
    return ""


def before_the_game(table: Table, player: str, language: str) -> str:
    if table.host == player:
        return say("terminal.table", language, code=table.code)
    hosts = [
        name
        for name, seat in zip(names_of(table, language), table.seats, strict=True)
        if seat and seat.player == table.host
    ]
    return say("lobby.host_starts", language, name=hosts[0]) if hosts else say("home.waiting", language)


def on_pad(table: Table, match: PadMatch, language: str) -> str:
    """Which turn or round it is; whether it is over, once the rules say so."""
    if match.is_proposed:
        return say("pad.on", language)
    if isinstance(match, SixtoPadMatch):
        name = names_of(table, language)[match.state.active]
        return say("pad.turn", language, number=match.number, name=name)
    return say("pad.round", language, number=match.number)


def in_sixto(table: Table, match: SixtoMatch, seat: int | None, language: str) -> str:
    state, names = match.state, names_of(table, language)
    if state.turn.phase in (ROLLING, DECIDING):
        rolls = state.turn.phase == ROLLING
        if state.active == seat:
            return say("game.you_roll" if rolls else "game.you_decide", language)
        return say("game.they_roll" if rolls else "game.they_decide", language, name=names[state.active])
    if seat is not None and not has(state.turn.done, seat):
        if state.seats == 1 and len(half_crosses(state, seat)) < SOLO_NEEDS:
            return say("game.solo_needs", language, count=SOLO_NEEDS)
        return say("game.cross", language)
    others = listed(names[other] for other in members(match.seats_to_act()))
    return say("game.wait_for", language, names=others)


def in_sixem(table: Table, match: SixemMatch, seat: int | None, now: int, language: str) -> str:
    state, names, acting = match.state, names_of(table, language), members(match.seats_to_act())
    if state.phase == rounds.STARTING:
        return say("round.who_spins", language)
    if state.phase == rounds.SPINNING:
        spins = acting[0]
        return (
            say("round.you_spin", language)
            if spins == seat
            else say("round.they_spin", language, name=names[spins])
        )
    if state.phase == rounds.MARKING:
        marks = acting[0]
        return (
            say("terminal.you_mark", language)
            if marks == seat
            else say("round.they_mark", language, name=names[marks])
        )
    if state.phase == rounds.LAST_THROWS:
        return say("round.last_throws", language)
    if now < match.go:
        return say("terminal.countdown", language, count=1 + (match.go - now - 1) // 1000)
    if seat not in acting:
        return say("game.watching" if seat is None else "round.you_are_out", language)
    if now < free_at(match, seat):
        return say("round.too_soon", language)
    if rounds.is_stop(state, seat):
        return say("round.call_now", language)
    return say("round.flying" if rounds.in_the_air(state, seat) else "round.race", language)


def next_moment(table: Table, player: str, now: int) -> int:
    """When a countdown or a pause of this player ends, which no event tells; 0 if none runs."""
    seat = table.seat_of(player)
    if seat is None or not isinstance(table.match, SixemMatch) or table.match.is_over:
        return 0
    free = free_at(table.match, seat)
    return free if free > now else 0
