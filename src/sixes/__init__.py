"""Sixes: play, study and teach machines to play the dice games Sixto and Sixem.

Both games are pure functions over states. `sixto` and `sixem` have the same verbs: `setup`, `legal`,
`refusal`, `apply`, `is_over`, `score` and `winners`.

>>> import sixes
>>> state = sixes.sixto.setup((sixes.SHEETS["A"],))
>>> state = sixes.sixto.apply(state, sixes.SixtoMove.parse("roll 315264"))
>>> bot = sixes.make_bot("expert", "sixto", seed=0)
>>> str(bot.choose(state, 0))
'keep'

A record is a game as a document: `parse`, `replay`, and in `records` the functions that write one.

>>> turn = b'{"rolls": [[3, 1, 6, 2, 5, 4]], "crosses": [["a1"]]}'
>>> record = b'{"game": "sixto", "sheets": ["A"], "turns": [%b]}' % turn
>>> sixes.replay(sixes.parse(record)).result()["winners"]
[0]

`simulate` plays thousands of games (it needs `sixes[lab]`), and `coach` tells what a position is worth.
What `__all__` lists, here and in these modules, changes only as semantic versioning allows: docs/library.md.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sixes import bots, coach, records
    from sixes.bots import Bot, UnknownLevel, levels
    from sixes.bots import make as make_bot
    from sixes.library import MissingExtra, Simulated, simulate
    from sixes.records import Played, RecordError, parse, replay
    from sixes.rules import sixem, sixto
    from sixes.rules.rounds import SixemMove, SixemState
    from sixes.rules.sheets import SHEETS
    from sixes.rules.turns import SixtoMove, SixtoState

__version__ = "0.1.0"

__all__ = [
    "SHEETS",
    "Bot",
    "MissingExtra",
    "Played",
    "RecordError",
    "Simulated",
    "SixemMove",
    "SixemState",
    "SixtoMove",
    "SixtoState",
    "UnknownLevel",
    "__version__",
    "bots",
    "coach",
    "levels",
    "make_bot",
    "parse",
    "records",
    "replay",
    "simulate",
    "sixem",
    "sixto",
]

_PLACES = {
    "bots": "sixes.bots",
    "coach": "sixes.coach",
    "records": "sixes.records",
    "sixem": "sixes.rules.sixem",
    "sixto": "sixes.rules.sixto",
    "Bot": "sixes.bots:Bot",
    "MissingExtra": "sixes.library:MissingExtra",
    "Played": "sixes.records:Played",
    "RecordError": "sixes.records:RecordError",
    "SHEETS": "sixes.rules.sheets:SHEETS",
    "Simulated": "sixes.library:Simulated",
    "SixemMove": "sixes.rules.rounds:SixemMove",
    "SixemState": "sixes.rules.rounds:SixemState",
    "SixtoMove": "sixes.rules.turns:SixtoMove",
    "SixtoState": "sixes.rules.turns:SixtoState",
    "UnknownLevel": "sixes.bots:UnknownLevel",
    "levels": "sixes.bots:levels",
    "make_bot": "sixes.bots:make",
    "parse": "sixes.records:parse",
    "replay": "sixes.records:replay",
    "simulate": "sixes.library:simulate",
}
"""Where each public name is. It is imported when it is first used, so `import sixes` itself takes no time."""


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'sixes' has no attribute {name!r}")
    module_name, _, attribute = _PLACES[name].partition(":")
    module = importlib.import_module(module_name)
    found = getattr(module, attribute) if attribute else module
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})
