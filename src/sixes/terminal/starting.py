"""What the start screen offers: to go on, both games, score pads, a server's table, a record."""

from collections.abc import Callable
from typing import NamedTuple, get_args

from sixes.local.bots import plain_levels
from sixes.play.commands import SheetLetter, SheetRows
from sixes.play.games import GAMES
from sixes.play.pad.setup import PadSetup
from sixes.terminal.kept import KeptGame
from sixes.terminal.sessions import Wanted, setup_of
from sixes.terminal.wording import game_title, level_of
from sixes.text import UserError, say

PLAY, JOIN, REVIEW, LEVELS, PADS = "play", "join", "review", "levels", "pads"
"""What follows a choice: a game, a question for a table or a file, the levels of bots, or the score pads."""
ReadSheet = Callable[[str], SheetRows]
"""The numbers of one's own sheet from the name of its file; a UserError if it cannot be read."""


class Choice(NamedTuple):
    label: str
    then: str
    wanted: Wanted = Wanted()


def choices(waiting: list[KeptGame], asked: Wanted, language: str) -> list[Choice]:
    """What one can begin with, the games that wait first; `asked` has the options of the command."""
    waiting = [kept for kept in waiting if kept.table.is_pad or not asked.on_pad]
    offered = [Choice(continue_label(kept, language), PLAY, wanted_by(kept, asked)) for kept in waiting[:3]]
    if asked.on_pad:
        return offered + pads(asked, language)
    games = [asked.game] if asked.game else ["sixto", "sixem"]
    for game in games:
        title = game.title()
        if game == "sixto":
            alone = asked._replace(game=game, bots=(), is_new=True)
            offered.append(Choice(say("terminal.alone", language, game=title), PLAY, alone))
        with_bots = asked._replace(game=game, is_new=True)
        offered.append(Choice(say("terminal.with_bots", language, game=title), LEVELS, with_bots))
    offered.append(Choice(say("terminal.join", language), JOIN, asked))
    offered.append(Choice(say("terminal.look_again", language), REVIEW))
    offered.append(Choice(say("terminal.pad", language), PADS, asked))
    return offered


def levels(wanted: Wanted, language: str) -> list[Choice]:
    """The bots to play against."""
    known = plain_levels(wanted.game)
    return [Choice(level_of(level, language), PLAY, wanted._replace(bots=(level,))) for level in known]


def pads(wanted: Wanted, language: str) -> list[Choice]:
    """A new score pad of each game."""
    known = [name for name, game in GAMES.items() if game.pad_of]
    return [
        Choice(
            game_title(name, language),
            PLAY,
            wanted._replace(game=GAMES[name].pad_of, on_pad=True, is_new=True),
        )
        for name in known
    ]


def pad_setup(game: str, names: str, sheets: str, read: ReadSheet) -> PadSetup:
    """What was typed for a new score pad; a UserError if that makes none."""
    typed = tuple(name.strip() for name in names.split(",")) if names.strip() else ()
    wanted = tuple(sheet.strip() for sheet in sheets.split(",")) if sheets.strip() else ()
    pad = GAMES[f"{game}_pad"]
    if wanted and game != "sixto":
        raise UserError("table.options")
    seats = max(len(typed), len(wanted), pad.fewest)
    if seats > pad.most:
        raise UserError("lab.seats", game=game.title(), least=pad.fewest, most=pad.most, seats=seats)
    return PadSetup(typed, tuple(read_sheet(sheet, read) for sheet in wanted))


def read_sheet(typed: str, read: ReadSheet) -> SheetLetter | SheetRows | None:
    """A letter, the numbers in a file, or None for one that is dealt."""
    if not typed:
        return None
    letter = next((letter for letter in get_args(SheetLetter) if letter == typed.upper()), None)
    return letter or read(typed)


def continue_label(kept: KeptGame, language: str) -> str:
    match, game = kept.table.match, kept.table.options.game
    number = match.number if match else 1
    place = (
        say("game.turn", language, turn=number)
        if game.startswith("sixto")
        else say("game.round", language, round=number)
    )
    return say("terminal.go_on", language, game=game_title(game, language), place=place)


def wanted_by(kept: KeptGame, asked: Wanted) -> Wanted:
    """The wish that goes on with a game."""
    table = kept.table
    if table.is_pad:
        return asked._replace(game=table.game.pad_of, on_pad=True, pad=setup_of(table), is_new=False)
    bots = tuple(seat.bot for seat in table.seats if seat and not seat.player)
    return asked._replace(game=table.options.game, bots=bots, is_new=False)
