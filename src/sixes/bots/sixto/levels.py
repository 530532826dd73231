"""The levels of Sixto that need nothing but Python. `master` needs the lab: `sixes.lab.sixto.master`."""

from collections.abc import Callable

from sixes.bots.bot import Bot
from sixes.bots.sixto import nearest, steady
from sixes.bots.sixto.crossing import by_crossing
from sixes.bots.sixto.expert import SixtoExpert
from sixes.bots.sixto.random import SixtoRandomBot

BOTS: dict[str, Callable[[int], Bot]] = {
    "random": SixtoRandomBot,
    "nearest": by_crossing(nearest.keeps, nearest.crossing),
    "steady": by_crossing(steady.keeps, steady.crossing),
    "expert": SixtoExpert,
}
