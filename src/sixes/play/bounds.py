"""How much one player may do at a table, and how long its log can get.

Some commands can be repeated for ever: a half cross moved to and fro, a throw, a reaction. Each is stored,
sent to everybody, and read again when the table is opened. So a player has an allowance of them that grows
with the game. Commands that bring the game on are always allowed, as they are possible only so often. Bots
and timers have no allowance; they end at `MOST_EVENTS`.

An honest game needs far less. In a turn of Sixto, somebody who crosses with all six dice, moves or takes back
each cross twice, covers the sheet and withdraws a done makes about 25 events; a game takes 13 to 20 turns
(2 to 6 players), and 300 events as bots play it or 2,000 with everybody so undecided. In a round of Sixem a
player throws about 10 times, 120 times in a minute of single dice; a game takes 8 rounds, seldom 40, and 850
events for six players or 5,000 in the slowest. Even if two of four players use all that they have in every
round, 15 rounds of Sixem are played to their end.
"""

from sixes.play import commands
from sixes.play.match import Refused
from sixes.play.table import Table

MOST_EVENTS = 30_000
"""In the log of a table: then it is closed, and what was played is its record."""
BEFORE_THE_START = 300
"""Commands of one player: to sit, move, choose sheets, set bots, react."""
ON_A_PAD = 10_000
"""Commands of one player to a score pad: undo takes turns back, so the allowance cannot grow with them."""
ALWAYS = (commands.Leave, commands.Remove, commands.Start, commands.HandOver, commands.RequestRematch)
"""Each is possible only once, or only again after a command that is counted."""


def allowance(table: Table) -> int:
    """How many commands of one player may have changed a table by now."""
    if table.is_pad:
        return ON_A_PAD
    return BEFORE_THE_START + (table.match.number * table.game.allowance if table.match else 0)


def check_allowance(table: Table, command: commands.Command, player: str, made: int, now: int) -> None:
    """Refused if a player has made too many commands to repeat one more."""
    kind, most = type(command), allowance(table)
    if kind is commands.React:
        most //= 2  # nobody chats away what they need for the game
    if made < most or kind in ALWAYS or kind in table.game.always:
        return
    seat = table.seat_of(player)
    if table.match is None or seat is None or not table.match.would_stop(seat, command, now):
        raise Refused("table.too_often")


def is_full(table: Table) -> bool:
    """Whether nothing more is added to the log of a table, except that it ends."""
    return table.version >= MOST_EVENTS
