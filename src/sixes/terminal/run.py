"""Run the program in one of its two forms."""

import asyncio
import os
import sys
from collections.abc import Mapping

from sixes.terminal.kept import state_folder
from sixes.terminal.look import is_dumb, look_of
from sixes.terminal.plain.lines import Lines
from sixes.terminal.plain.run import PlainProgram
from sixes.terminal.program import Program
from sixes.terminal.sessions import Opener
from sixes.terminal.source import Clock
from sixes.text import UserError, say


def run_plain(program: Program, language: str) -> int:
    asyncio.run(talk(program, language))
    return 0


async def talk(program: Program, language: str) -> None:
    opener = Opener(state_folder(os.environ), Clock(), say("round.you", language))
    plain = PlainProgram(program, opener, tell, language)
    lines = Lines(sys.stdin.fileno())
    await plain.run(lines)


def tell(sentence: str) -> None:
    print(sentence, flush=True)


def run_screens(program: Program, language: str, environment: Mapping[str, str], in_ascii: bool) -> int:
    """Full screens; a UserError names what is missing."""
    if is_dumb(environment):
        raise UserError("terminal.not_a_screen")
    try:
        from sixes.terminal.screens.app import SixesApp  # noqa: PLC0415 - part of an extra
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("textual", "rich"):
            raise
        raise UserError("terminal.missing") from None
    look = look_of(environment)
    look = look._replace(unicode=look.unicode and not in_ascii)
    app = SixesApp(
        program, Opener(state_folder(environment), Clock(), say("round.you", language)), look, language
    )
    app.run()
    for sentence in app.farewell:
        tell(look.text(sentence))
    return app.return_code or 0
