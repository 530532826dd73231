"""Bots that need more than Python: they think in a process of their own, and no table ever waits for that."""

from collections.abc import Iterator

import pytest

from sixes import bots
from sixes.bots import Level
from sixes.bots.sixto_random import Random
from sixes.rules import sixto
from sixes.rules.sheets import SHEETS
from sixes.rules.turns import KEEP, ROLL, Move, State
from sixes.server import workshop

LONG = 600.0


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    workshop.close()


@pytest.fixture
def state() -> State:
    state = sixto.setup((SHEETS["A"], SHEETS["B"]))
    for move in (Move(ROLL, 0, dice=(3, 5, 1, 6, 4, 2)), Move(KEEP, 0)):
        state = sixto.apply(state, move)
    return state


def test_bots_that_need_little_think_here() -> None:
    assert not isinstance(workshop.make("expert", "sixto", 1), workshop.Elsewhere)


def test_the_master_thinks_elsewhere_as_it_would_here(state: State) -> None:
    bot = workshop.make("master", "sixto", 5)
    assert isinstance(bot, workshop.Elsewhere)
    assert workshop._open().is_ready(LONG)  # noqa: SLF001
    assert bot.choose(state, 1) == bots.make("master", "sixto", 5).choose(state, 1)


def test_until_it_is_ready_the_expert_decides(state: State) -> None:
    bot = workshop.make("master", "sixto", 5)
    assert bot.choose(state, 1) == bots.make("expert", "sixto", 5).choose(state, 1)


def test_if_the_process_dies_the_expert_decides_and_another_is_begun(state: State) -> None:
    bot, first = workshop.make("master", "sixto", 5), workshop._open()  # noqa: SLF001
    first.ready = True
    first.process.kill()
    first.process.join()
    assert bot.choose(state, 1) == bots.make("expert", "sixto", 5).choose(state, 1)
    assert workshop._open() is not first  # noqa: SLF001


def test_a_bot_that_fails_there_fails_here(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table then lets another play on."""
    monkeypatch.setitem(bots.LEVELS, "mine", Level({"sixto": Random}, needs="json"))
    bot = workshop.make("mine", "sixto", 5)
    assert workshop._open().is_ready(LONG)  # noqa: SLF001
    with pytest.raises(RuntimeError, match="UnknownLevel: no bot 'mine'"):
        bot.choose(state, 1)
