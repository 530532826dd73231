"""Open a game for whoever shows it: on this device, new or where it was cut short, or at a server."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from sixes.local import BotStyle, LocalTable, Person, make
from sixes.play import commands
from sixes.play.creating import NewGame
from sixes.play.games import GAMES
from sixes.play.match import Refused
from sixes.play.options import Options
from sixes.play.pad.setup import PadSetup
from sixes.play.table import GATHERING, OVER, Table
from sixes.terminal.kept import (
    UNFINISHED,
    GameFile,
    Identities,
    KeptGame,
    NotKept,
    Owner,
    read_game,
    unfinished_games,
)
from sixes.terminal.local import LocalSource
from sixes.terminal.source import Clock, Source
from sixes.text import UserError

ME = "me"
"""The player on this device."""


class Wanted(NamedTuple):
    """What is asked for: a game on this device, or a table of a server."""

    game: str = ""
    bots: tuple[str, ...] = ()
    name: str | None = None
    server: str = ""
    code: str = ""
    is_new: bool = False
    """Begin anew, even if a game of this kind is waiting."""
    pace: float = 1.0
    """A factor for the pauses of bots."""
    throw_time: int = 450
    auto_stop: bool = False
    on_pad: bool = False
    """No game, but a score pad for real dice of it."""
    pad: PadSetup | None = None
    """Names and sheets of a new score pad; None: not known yet."""
    sweet: bool = False
    """A score pad of Sixem in which Xs can be given."""
    sheet: commands.SheetLetter | commands.SheetRows | None = None
    """The sheet on which one wants to play; None: any."""

    @property
    def options(self) -> Options:
        if self.on_pad:
            setup, fewest = self.pad or PadSetup(), GAMES[self.table_game].fewest
            seats = max(len(setup.names), len(setup.sheets), fewest)
            return Options(self.table_game, seats, sweet=self.sweet)
        seats = 1 + len(self.bots)
        if self.game == "sixem":
            return Options(self.game, seats, throw_time=self.throw_time, auto_stop=self.auto_stop)
        return Options(self.game, seats)

    @property
    def table_game(self) -> str:
        """What its table calls the game."""
        return f"{self.game}_pad" if self.on_pad else self.game

    def again(self, table: Table) -> "Wanted":
        """The same once more; a score pad with the names and sheets that it has now."""
        return self._replace(is_new=True, pad=setup_of(table) if self.on_pad else None)


class Session:
    """A game that is open."""

    def __init__(self, source: Source, notes: list[UserError]) -> None:
        self.source = source
        self.notes = notes
        """What to say at the beginning."""
        self.on_note: Callable[[UserError], None] = notes.append
        """Called with what is to be said later."""

    def note(self, what: UserError) -> None:
        self.on_note(what)


class Opener:
    """Opens sessions, with the files of one folder."""

    def __init__(self, folder: Path, clock: Clock, you: str) -> None:
        self.folder = folder
        self.clock = clock
        self._you = you
        """What somebody without a name is called on this device."""
        self.farewell: UserError | None = None
        """What to say when the game is closed."""

    def waiting_games(self) -> list[KeptGame]:
        """Games that were cut short, the newest first."""
        return list(unfinished_games(self.folder))

    def is_to_be_set_up(self, wanted: Wanted) -> bool:
        """Whether names and sheets of a new score pad have to be asked for."""
        is_here = wanted.on_pad and not wanted.code and wanted.pad is None
        return is_here and (wanted.is_new or self._kept(wanted) is None)

    def open(self, wanted: Wanted) -> AbstractAsyncContextManager[Session]:
        return self._at_server(wanted) if wanted.code else self._here(wanted)

    @asynccontextmanager
    async def _at_server(self, wanted: Wanted) -> AsyncIterator[Session]:
        from sixes.terminal.remote import at_table  # noqa: PLC0415 - slow to import

        self.farewell = UserError("terminal.seat_stays", code=wanted.code)
        async with at_table(wanted.server, wanted.code, wanted.name, Identities(self.folder)) as table:
            yield Session(table, [])
            if table.table.phase not in UNFINISHED or table.seat is None:
                self.farewell = None

    @asynccontextmanager
    async def _here(self, wanted: Wanted) -> AsyncIterator[Session]:
        local, file, notes = self._table(wanted)
        source = LocalSource(local, ME, file.append if file else lambda _: None, self.clock)
        self.farewell = (
            UserError("terminal.kept", game=f"{'--pad ' if wanted.on_pad else ''}{wanted.game}")
            if file
            else None
        )
        try:
            async with source:
                if local.table.phase == GATHERING:
                    await begin(source, wanted.sheet)
                session = Session(source, notes)
                source.on_not_kept = session.note
                yield session
        finally:
            if file:
                self._close(file, local)

    def _close(self, file: GameFile, local: LocalTable) -> None:
        if local.table.phase == OVER:
            record = file.finish(local.record())
            self.farewell = UserError("terminal.recorded", file=record) if record else None
        file.close()

    def _table(self, wanted: Wanted) -> tuple[LocalTable, GameFile | None, list[UserError]]:
        """The table of a game cut short, or a new one; without a file if there is no place for it."""
        kept = None if wanted.is_new else self._kept(wanted)
        if kept:
            return self._resumed(kept, wanted.pace)
        first = wanted.pad.names[0] if wanted.pad and wanted.pad.names else ""
        person = Person(ME, wanted.name or first or self._you)
        try:
            pad = (wanted.pad or PadSetup()) if wanted.on_pad else None
            game = NewGame(wanted.options, wanted.bots, pad=pad)
            local = make(game, person, self.clock.now(), style=BotStyle(pace=wanted.pace))
        except Refused as refused:
            raise UserError(refused.code) from None
        owner = Owner(local.seed.hex(), *person)
        try:
            file = GameFile.create(self.folder, local.table.code, owner)
            file.append(local.log)
        except NotKept as error:
            return local, None, [error]
        return local, file, []

    def _kept(self, wanted: Wanted) -> KeptGame | None:
        for kept in unfinished_games(self.folder):
            if kept.table.options.game == wanted.table_game and is_wanted(kept.table, wanted):
                return kept
        return None

    def _resumed(self, kept: KeptGame, pace: float) -> tuple[LocalTable, GameFile, list[UserError]]:
        file = GameFile(kept.file)
        try:
            game = read_game(kept.file, file.read())
            person, seed = Person(game.owner.player, game.owner.name), bytes.fromhex(game.owner.seed)
        except (ValueError, NotKept):
            file.close()
            raise NotKept("terminal.damaged", file=kept.file) from None
        local = LocalTable(game.log, seed, person, self.clock.now(), BotStyle(pace=pace))
        return local, file, [UserError("terminal.goes_on")]


def is_wanted(table: Table, wanted: Wanted) -> bool:
    """Whether a table of this game has the bots that are wanted, or the names if it is a score pad."""
    if table.is_pad:
        return not wanted.pad or not wanted.pad.names or setup_of(table).names == wanted.pad.names
    bots = (seat.bot for seat in table.seats if seat and not seat.player)
    return sorted(bots) == sorted(wanted.bots)


def setup_of(table: Table) -> PadSetup:
    """The names and sheets of a score pad."""
    seats = [seat for seat in table.seats if seat]
    return PadSetup(tuple(seat.name for seat in seats), tuple(seat.sheet for seat in seats))


async def begin(source: LocalSource, sheet: commands.SheetLetter | commands.SheetRows | None = None) -> None:
    """Sit down and start: nobody else is awaited on this device."""
    if source.seat is None:
        await source.sit()
    if sheet:
        await source.ask(commands.ChooseSheet, sheet=sheet)
    await source.ask(commands.Start)
