"""Head starts at a live table: proposed from the points of past games, which are read from the store."""

from collections.abc import Callable

from sixes.play import events
from sixes.play.head_starts import MOST_GAMES, propose
from sixes.play.match import Refused
from sixes.play.table import GATHERING, Table
from sixes.server.storage.store import Unavailable
from sixes.server.tables.journal import Journal
from sixes.server.tables.runtime import Runtime


class Handicap:
    def __init__(
        self,
        runtime: Runtime,
        journal: Journal,
        update: Callable[[int], None],
        refuse: Callable[[str, str, str], None],
    ) -> None:
        """`refuse(player, code, nonce)` is called if nothing can be proposed, otherwise `update(now)`."""
        self._runtime = runtime
        self._journal = journal
        self._update = update
        self._refuse = refuse
        self._requested = False

    def begin(self, table: Table, player: str, nonce: str) -> None:
        """Propose head starts to the people at a table, as somebody asked with a nonce."""
        if self._requested:
            raise Refused("table.not_now")
        self._requested = True
        self._runtime.spawn(self._propose(table.people, player, nonce))

    async def _propose(self, people: tuple[str, ...], player: str, nonce: str) -> None:
        try:
            past = await self._runtime.store.past_points(people, MOST_GAMES)
            proposed = propose(past)
            if not proposed:
                raise Refused("ahead.few_games")
            self._add(people, events.Proposed(proposed, at=self._journal.now()), player, nonce)
        except (Refused, Unavailable) as error:
            self._refuse(player, error.code if isinstance(error, Refused) else "table.unavailable", nonce)
        finally:
            self._requested = False

    def _add(self, people: tuple[str, ...], event: events.Proposed, player: str, nonce: str) -> None:
        """Propose it, unless somebody came or left meanwhile, or the game has begun."""
        head = self._journal.head
        if self._journal.broken:
            raise Unavailable
        if head.phase != GATHERING or set(head.people) != set(people):
            raise Refused("table.stale")
        self._journal.add(event, player, nonce)
        self._update(event.at)
