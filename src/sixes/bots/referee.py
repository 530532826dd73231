"""Ask a bot for a move, check the move, and blame the bot for what is wrong with it.

The lab, the client and the server all ask bots here, so that the same answer is treated alike everywhere.
"""

import traceback
from collections.abc import Callable
from operator import index
from typing import Any

from sixes.bots.bot import NOTHING
from sixes.text import UserError

Choose = Callable[[Any, int], Any]
"""From a state and a seat to a move, or None for nothing now."""
LONGEST_REPR = 120
WITH_NAME = {
    "bot.raised": "bot.raised_by",
    "bot.nonsense": "bot.nonsense_by",
    "bot.illegal": "bot.illegal_by",
}
"""For each blame the sentence with the name of the bot."""


class BadBot(UserError):
    """A bot failed, or chose something that it may not do."""

    def named(self, bot: str) -> "BadBot":
        """The same blame, with the name of the bot; where several bots play."""
        return BadBot(WITH_NAME[self.key], bot=bot, **self.values)


def ask_for_move(
    choose: Choose, state: Any, seat: int, kind: type[Any], broken_rule: Callable[[Any], str]
) -> Any:
    """A legal move of the bot, or None for nothing now.

    `broken_rule` gives the key of the rule that a move breaks, or "".
    """
    move = chosen_move(choose, state, seat, kind)
    if move is None:
        return None
    try:
        broken = broken_rule(move)
    except (IndexError, ValueError) as error:  # numbers far out of range
        raise _nonsense(move) from error
    if broken:
        raise BadBot("bot.illegal", why=UserError(broken), move=_shown(move))
    return move


def chosen_move(choose: Choose, state: Any, seat: int, kind: type[Any]) -> Any:
    """What the bot chooses, as a move of this kind for this seat, or None. The rules may still refuse it."""
    try:
        move = choose(state, seat)
    except Exception as error:
        raise BadBot("bot.raised", why=describe_error(error)) from error
    if move is None or getattr(move, "kind", None) == NOTHING:
        return None
    try:
        if not isinstance(move, kind):
            raise TypeError(move)
        return kind(*map(_plain, move))._replace(seat=seat)
    except TypeError as error:
        raise _nonsense(move) from error


def _plain(part: Any) -> Any:
    """A number, or a tuple of numbers, as plain ints; TypeError for anything else."""
    return tuple(map(index, part)) if isinstance(part, tuple) else index(part)


def _nonsense(move: Any) -> BadBot:
    return BadBot("bot.nonsense", what=_shown(move))


def _shown(move: Any) -> str:
    return repr(move)[:LONGEST_REPR]


def describe_error(error: Exception) -> UserError | str:
    """What went wrong in somebody's code, and in which line of it."""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    _ours, *frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if "importlib" not in frame.filename]
    if not theirs:
        return what
    return UserError("bot.error_at", what=what, file=theirs[-1].filename, line=theirs[-1].lineno)
