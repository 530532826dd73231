"""An event to be told, with the table around it."""

from typing import NamedTuple

from sixes.play.table import Table
from sixes.terminal.wording import names_of
from sixes.text import say


class Tale(NamedTuple):
    """An event at a table as it was before and is after it, for one listener."""

    before: Table
    after: Table
    player: str
    language: str

    @property
    def seat(self) -> int | None:
        return self.after.seat_of(self.player)

    @property
    def names(self) -> list[str]:
        return names_of(self.after, self.language)

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    def you_or(self, seat: int, mine: str, theirs: str, **values: object) -> str:
        """A sentence about oneself, or one about somebody with a name."""
        if seat == self.seat:
            return self.say(mine, **values)
        return self.say(theirs, name=self.names[seat], **values)
