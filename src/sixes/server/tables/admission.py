"""Who may come to a table."""

from sixes.play.match import Refused
from sixes.play.table import GATHERING, Table
from sixes.server.tables.presence import Presence

MOST_TABS, MOST_WATCHERS = 20, 200
"""Sockets of one player at one table, and of all who only watch."""


def admit(table: Table, presence: Presence, player: str) -> None:
    """Refused if somebody may not come to a table, or too many are there."""
    if not may_come(table, player):
        raise Refused("table.no_spectators")
    crowded = len(presence.connections) >= MOST_WATCHERS and not belongs(table, player)
    if crowded or presence.tabs(player) >= MOST_TABS:
        raise Refused("http.slow_down")


def belongs(table: Table, player: str) -> bool:
    """Whether somebody sits at a table, or is its host."""
    return table.host == player or table.seat_of(player) is not None


def may_come(table: Table, player: str) -> bool:
    """To watch, if that is agreed; to take a free seat; or because one belongs there."""
    free = table.phase == GATHERING and None in table.seats
    return table.options.spectators or free or belongs(table, player)
