"""A budget for every message: the work it may cause at the worst table that limits allow.

The tables are in `worst_tables`, and the budgets of HTTP in `test_request_budgets`.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest

from sixes.play import commands, events
from sixes.play.table import Table
from sixes.server.storage.store import Entry
from sixes.server.tables.checkpoints import EVERY
from sixes.server.tables.journal import RECENT
from sixes.server.tables.opening import MOST_READ
from tests.event_loop import run
from tests.server.fake_time import FakeTimeRegistry, entry_of, open_registry
from tests.server.work_meter import LONGEST, Measured, Work, WorkMeter, check_budgets
from tests.server.worst_tables import CASES, Case, WorstTable, silent

# What each may cost:  calls, calls in threads, events, rows written, rows read
COMMANDS: dict[type[commands.Command], Work] = {
    commands.Sit: Work(150, 40, 1, 10, 0),
    commands.Leave: Work(200, 40, 2, 20, 0),
    commands.ChooseSheet: Work(150, 40, 1, 10, 0),
    commands.AddBot: Work(150, 40, 1, 10, 0),
    commands.Remove: Work(200, 40, 1, 20, 0),
    commands.ProposeHeadStarts: Work(100, 2000, 1, 10, 1),
    commands.Agree: Work(80, 40, 1, 10, 0),
    commands.Start: Work(3000, 40, 1, 20, 0),
    commands.HandOver: Work(200, 40, 1, 20, 0),
    commands.Back: Work(200, 40, 1, 20, 0),
    commands.React: Work(60, 20, 1, 1, 0),
    commands.AskHint: Work(200, 40, 1, 20, 0),
    commands.RequestRematch: Work(250, 1000, 2, 10, 0),
    commands.Roll: Work(2500, 40, 1, 1, 0),
    commands.Keep: Work(60, 20, 1, 1, 0),
    commands.Cross: Work(45, 20, 1, 1, 0),
    commands.Uncross: Work(45, 20, 1, 1, 0),
    commands.SayDone: Work(1000, 40, 1, 1, 0),
    commands.WithdrawDone: Work(60, 20, 1, 1, 0),
    commands.Cover: Work(45, 20, 1, 1, 0),
    commands.First: Work(200, 40, 1, 1, 0),
    commands.Spin: Work(200, 40, 1, 1, 0),
    commands.Throw: Work(200, 40, 1, 1, 0),
    commands.Stop: Work(1200, 40, 1, 1, 0),
    commands.Mark: Work(500, 40, 1, 1, 0),
    commands.PadDice: Work(2500, 40, 1, 1, 0),
    commands.PadCross: Work(200, 40, 1, 1, 0),
    commands.PadUncross: Work(200, 40, 1, 1, 0),
    commands.PadPattern: Work(200, 40, 1, 1, 0),
    commands.PadMark: Work(800, 40, 1, 1, 0),  # the cells that each seat may mark now
    commands.PadNext: Work(4000, 40, 1, 1, 0),
    commands.PadPlayOn: Work(2500, 40, 1, 1, 0),
    commands.PadEnd: Work(9000, 60, 2, 20, 0),
    commands.PadUndo: Work(4000, 40, 1, 1, 0),
    commands.PadName: Work(200, 40, 1, 10, 0),
}
VISITS = {
    "a repeated command": Work(60, 250, 0, 0, 1),
    "a refused command": Work(60, 0, 0, 0, 0),
    "a socket comes": Work(4000, 0, 0, 0, 0),
    "another comes": Work(120, 0, 0, 0, 0),
    "a socket goes": Work(100, 0, 0, 0, 0),
    "another goes": Work(100, 0, 0, 0, 0),
}
OPENING = Work(200, 60_000, 0, 0, MOST_READ + 2)
"""To read a table at which a new checkpoint is almost due."""


# Measuring --------------------------------------------------------------------------------------------


async def measure_commands(data: Path, monkeypatch: pytest.MonkeyPatch) -> list[Measured]:
    """For each command and case, the work that it causes."""
    meter, measured = WorkMeter(data, monkeypatch), list[Measured]()
    async with open_registry(data) as registry:
        for warm in (False, True):
            measured.clear()
            for kind, number, case in each_case():
                table = WorstTable(registry, case, monkeypatch)
                (table.lengthen if warm else table.shorten)()
                work = await measure_command(meter, table, kind, registry)
                measured.append(Measured(f"{kind.__name__} {number}", work, COMMANDS[kind]))
    return measured


def each_case() -> Iterator[tuple[type[commands.Command], int, Case]]:
    return ((kind, number, case) for kind, cases in CASES.items() for number, case in enumerate(cases))


async def measure_command(
    meter: WorkMeter, table: WorstTable, kind: type[commands.Command], registry: FakeTimeRegistry
) -> Work:
    await table.open()
    version, refused = table.live.shown.version, registry.runtime.refusals.value
    with meter.measure() as done:
        table.ask(kind, "new")
        await registry.settled()
    assert registry.runtime.refusals.value == refused
    assert table.live.shown.version > version, f"{kind.__name__} does nothing here"
    table.close()
    return done[0]


async def measure_visits(data: Path, monkeypatch: pytest.MonkeyPatch) -> list[Measured]:
    """What is sent without effect, and coming and going."""
    meter, measured = WorkMeter(data, monkeypatch), list[Measured]()
    async with open_registry(data) as registry:
        table = WorstTable(registry, CASES[commands.Cross][0], monkeypatch)
        await table.open()
        table.ask(commands.Cross, "old")
        for number in range(RECENT // 2):
            table.ask(commands.Uncross, f"back-{number}")
            table.ask(commands.Cross, f"again-{number}")
        await registry.settled()
        for warm in (False, True):
            measured.clear()
            for what, act in actions(table).items():
                with meter.measure() as done:
                    act()
                    await registry.settled()
                measured.append(Measured(what, done[0], VISITS[what]))
            change = commands.Cross if warm else commands.Uncross
            table.ask(change, f"change-{warm}")  # so that a snapshot is made anew
            await registry.wait(1)
    return measured


def reaction(table: Table, version: int) -> Entry:
    return entry_of(table, events.Reacted(0, "wow", v=version, at=table.at))


async def measure_opening(data: Path, monkeypatch: pytest.MonkeyPatch) -> Measured:
    meter, done = WorkMeter(data, monkeypatch), list[Work]()
    async with open_registry(data) as registry:
        for _ in range(2):  # caches fill in the first round
            table = WorstTable(registry, CASES[commands.Cross][0], monkeypatch)
            table.lengthen()
            await table.open()
            await registry.settled()
            head = table.live.head
            more = (
                events.Reacted(0, "wow", v=head.version + number, at=head.at) for number in range(1, EVERY)
            )
            registry.store.append([entry_of(head, event) for event in more], None, lambda _: None)
            await registry.settled()
            table.close()
            with meter.measure() as done:
                assert (await registry.live(head.code)).head.version == head.version + EVERY - 1
    return Measured("opening", done[0], OPENING)


def actions(table: WorstTable) -> dict[str, Callable[[], None]]:
    """In this order: one more socket comes, is told no, and goes; then others do in the same half second."""
    live, runtime = table.live, table.sender.runtime
    first, second = (silent(f"visitor {number}", runtime) for number in range(2))
    return {
        "a repeated command": lambda: table.ask(commands.Cross, "old"),
        "a refused command": lambda: live.handle(first, commands.Leave("n")),
        "a socket comes": lambda: live.join(first),
        "another comes": lambda: live.join(second),
        "a socket goes": lambda: live.leave(first),
        "another goes": lambda: live.leave(second),
    }


def test_every_command_has_a_budget_and_a_case() -> None:
    assert set(COMMANDS) == set(CASES) == set(get_args(commands.AnyCommand))


def test_no_command_exceeds_its_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_budgets(run(measure_commands(tmp_path, monkeypatch), LONGEST))


def test_nothing_else_at_a_table_exceeds_its_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_budgets(run(measure_visits(tmp_path, monkeypatch), LONGEST))


def test_opening_a_long_log_does_not_exceed_its_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_budgets([run(measure_opening(tmp_path, monkeypatch), LONGEST)])
