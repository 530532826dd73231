"""Who may join a table."""

from sixes.play.match import Refused
from sixes.play.table import GATHERING, Table
from sixes.server.tables.presence import Presence

MOST_TABS, MOST_WATCHERS = 20, 200
"""Sockets of one player at one table, and sockets at one table before spectators are refused."""


def check_admission(table: Table, presence: Presence, player: str) -> None:
    """Raise Refused if a player may not join, or too many are there already."""
    if not may_join(table, player):
        raise Refused("table.no_spectators")
    if presence.tabs(player) >= MOST_TABS:
        raise Refused("table.many_tabs")
    if len(presence.visitors) >= MOST_WATCHERS and not belongs(table, player):
        raise Refused("table.crowded")


def belongs(table: Table, player: str) -> bool:
    """Whether a player sits at a table, or is its host."""
    return table.host == player or table.seat_of(player) is not None


def may_join(table: Table, player: str) -> bool:
    """Whether there are spectators, a free seat to take, or the player belongs to the table."""
    free = table.phase == GATHERING and None in table.seats
    return table.options.spectators or free or belongs(table, player)
