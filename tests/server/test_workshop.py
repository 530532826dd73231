"""Bots that need more than Python: they think in a process of their own, and no table ever waits for that."""

from collections.abc import Iterator

import pytest

from sixes import bots
from sixes.bots import Level
from sixes.bots.sixto.random import SixtoRandomBot
from sixes.rules import sixto
from sixes.rules.sheets import SHEETS
from sixes.rules.turns import KEEP, ROLL, SixtoMove, SixtoState
from sixes.server.tables import bot_process

LONG = 600.0


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    bot_process.close()


@pytest.fixture
def state() -> SixtoState:
    state = sixto.setup((SHEETS["A"], SHEETS["B"]))
    for move in (SixtoMove(ROLL, 0, dice=(3, 5, 1, 6, 4, 2)), SixtoMove(KEEP, 0)):
        state = sixto.apply(state, move)
    return state


def test_bots_that_need_little_think_here() -> None:
    assert not isinstance(bot_process.make("expert", "sixto", 1), bot_process.ProcessBot)


def test_the_master_thinks_elsewhere_as_it_would_here(state: SixtoState) -> None:
    bot = bot_process.make("master", "sixto", 5)
    assert isinstance(bot, bot_process.ProcessBot)
    assert bot_process._open().is_ready(LONG)  # noqa: SLF001
    assert bot.choose(state, 1) == bots.make("master", "sixto", 5).choose(state, 1)


def test_until_it_is_ready_the_expert_decides(state: SixtoState) -> None:
    bot = bot_process.make("master", "sixto", 5)
    assert bot.choose(state, 1) == bots.make("expert", "sixto", 5).choose(state, 1)


def test_if_the_process_dies_the_expert_decides_and_another_is_begun(state: SixtoState) -> None:
    bot, first = bot_process.make("master", "sixto", 5), bot_process._open()  # noqa: SLF001
    first.ready = True
    first.process.kill()
    first.process.join()
    assert bot.choose(state, 1) == bots.make("expert", "sixto", 5).choose(state, 1)
    assert bot_process._open() is not first  # noqa: SLF001


def test_a_bot_that_fails_there_fails_here(state: SixtoState, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table then lets another play on."""
    monkeypatch.setitem(bots.LEVELS, "mine", Level({"sixto": SixtoRandomBot}, needs="json"))
    bot = bot_process.make("mine", "sixto", 5)
    assert bot_process._open().is_ready(LONG)  # noqa: SLF001
    with pytest.raises(RuntimeError, match="UnknownLevel: no bot 'mine'"):
        bot.choose(state, 1)
