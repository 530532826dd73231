"""`sixes close` ends what a restored backup would play again with the same dice."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from sixes.cli import main
from sixes.play import events
from sixes.play.encoding import codec
from sixes.play.table import CLOSED, OVER, read_log
from sixes.play.verify import verify_dice
from sixes.records import replay
from sixes.server.storage.store import DAY
from tests.event_loop import run
from tests.play.stories import CODE, Story, playing
from tests.server.database import entry, open_database, table
from tests.server.fake_time import open_registry
from tests.server.tables.stories import over


def close(data: Path | str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    option = "--database" if isinstance(data, str) else "--data"
    return main(["--lang", "en", "close", option, str(data)]), *capsys.readouterr()


async def back_up(data: Path | str, story: Story) -> int:
    """A database as it was during a game, or after it; returns the version of the table.

    There is another table where nobody sits yet, and one whose log cannot be read.
    """
    async with open_registry(data) as registry:
        live = await registry.set_up(story)
        await registry.open("sixem", "ann")
        await registry.store.advance_clock(DAY)
        await registry.store.create_table(table(7, phase="playing"), entry("t7", 1))
        return live.shown.version


async def check_closed(data: Path | str, version: int) -> None:
    async with open_database(data) as database:
        row, record = await database.table(CODE), await database.record(CODE)
        assert row
        *before, last = [codec.read_event(line.body) for line in await database.log(row.id)]
        assert isinstance(last, events.Closed)
        assert (len(before), row.phase, last.seed) == (version, CLOSED, row.seed.hex())
        assert row.active == DAY, "its log is kept as long as any"
        assert verify_dice(replay(msgspec.json.decode(record or b""))) > 6, "what was played can be checked"
        assert await database.lobby(9) == []


def played() -> Story:
    """A turn of Sixto was played."""
    story = playing("sixto")
    active = story.names().split()[story.sixto.state.active]
    for who, verb in ((active, "roll"), (active, "keep"), *((person, "done") for person in story.people)):
        story.ask(who, verb)
    return story


def test_open_games_end_without_another_die_and_have_their_records(
    data: Path | str, capsys: pytest.CaptureFixture[str]
) -> None:
    version = run(back_up(data, played()))
    assert close(data, capsys) == (0, "2 open tables were closed.\n", "")
    run(check_closed(data, version))
    assert close(data, capsys) == (0, "0 open tables were closed.\n", "")


def test_games_that_are_over_stay_as_they_are(data: Path | str, capsys: pytest.CaptureFixture[str]) -> None:
    version = run(back_up(data, over()))
    assert close(data, capsys) == (0, "1 open table was closed.\n", "")

    async def check() -> None:
        async with open_database(data) as database:
            row = await database.table(CODE)
            assert row
            kept = read_log(line.body for line in await database.log(row.id))
            assert (kept.version, kept.phase) == (version, OVER)

    run(check())


def test_nothing_is_closed_while_a_server_runs(data: Path | str, capsys: pytest.CaptureFixture[str]) -> None:
    version = run(back_up(data, played()))

    async def with_server() -> tuple[int, str, str]:
        async with open_database(data) as database:
            await database.use_exclusively()
            return await asyncio.to_thread(close, data, capsys)

    status, printed, why = run(with_server())
    assert (status, printed) == (1, "")
    assert why.startswith("Another server is already using the data in ")

    async def check() -> None:
        async with open_database(data) as database:
            row = await database.table(CODE)
            assert row
            assert len(await database.log(row.id)) == version

    run(check())


def test_where_there_is_no_database_none_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert close(tmp_path, capsys) == (1, "", f"There is no database in {tmp_path}.\n")
    assert list(tmp_path.iterdir()) == []
