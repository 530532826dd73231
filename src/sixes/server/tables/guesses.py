"""Who may try the code of a table: guesses are limited by address, and apart from that by player.

Somebody who guesses codes uses up the allowance of an address; others at that address still come to tables
where they sit or are the host, and players who belong to any table have an allowance of their own.
"""

from collections.abc import Callable

from sixes.play.match import Refused
from sixes.server.limits import Buckets, Limits
from sixes.server.storage.store import Standing, Store

GiveBack = Callable[[], None]
"""Called when the code was right: only wrong ones cost."""


class GuessLimit:
    def __init__(self, store: Store, limits: Limits, seconds: Callable[[], float]) -> None:
        self._store = store
        self._limits = limits
        self._seconds = seconds

    def take(self, buckets: Buckets, address: str) -> GiveBack | None:
        """Charge a guess to an address; None if its allowance is used up."""
        return (lambda: buckets.give(address)) if buckets.take(address, self._seconds()) else None

    async def take_as_player(self, player: str, code: str, address: str) -> GiveBack:
        """Let a player in who belongs to the table, or charge the player; Refused if that is too much.

        `player` is empty if nobody is known by that name: then there is nobody to charge.
        """
        standing = await self._store.standing(player, code) if player else Standing()
        if standing.here:
            return lambda: None
        if not (standing.anywhere and self._charge(player, address)):
            raise Refused("table.too_many_guesses")
        return lambda: self._return(player, address)

    def _charge(self, player: str, address: str) -> bool:
        """Charge a player, and all players of the address together: identities cost nothing."""
        now, limits = self._seconds(), self._limits
        if not limits.guesses_by_player.take(player, now):
            return False
        if limits.guesses_of_players.take(address, now):
            return True
        limits.guesses_by_player.give(player)
        return False

    def _return(self, player: str, address: str) -> None:
        self._limits.guesses_by_player.give(player)
        self._limits.guesses_of_players.give(address)
