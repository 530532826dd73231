"""The machine crashes, and the disk lost what was not synced: nothing that was shown is lost.

`python3 dev.py test tests/faults/test_disk.py --long` crashes it 1,000 times in each life.
"""

import sqlite3
from pathlib import Path

import pytest

from sixes.server.storage.store import CannotOpen
from tests.faults.conftest import Length
from tests.faults.disk_crashes import Session, crash, crash_points, record_session
from tests.faults.disk_model import BackedUp, FolderSynced, Renamed, Shown, Synced, Written
from tests.faults.evidence import Violation

SHORT, LONG = 50, 1000
"""Crashes in each life of a server."""
LIVES = ("new", "old")
"""In a folder that does not exist yet, and on a database of the oldest release."""


@pytest.fixture(scope="module", params=LIVES)
def session(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Session:
    place = tmp_path_factory.mktemp(request.param)
    (place / "disk").mkdir()
    return record_session(place / "disk", place / "operations", request.param == "old")


def test_a_crash_at_any_moment_loses_nothing_that_was_shown(
    session: Session, tmp_path: Path, length: Length
) -> None:
    points = crash_points(session, LONG if length.long else SHORT, length.seed)
    for number, point in enumerate(points):
        crash(session, point, length.seed + number, tmp_path / "crashed")
    length.found.append(
        f"{len(points)} crashes among {len(session.operations)} operations of the disk: nothing lost"
    )


def test_much_happens_on_the_disk_meanwhile(session: Session) -> None:
    kinds = [type(operation) for operation in session.operations[session.began :]]
    assert kinds.count(Shown) > 300
    assert kinds.count(Synced) > 100
    assert kinds.count(BackedUp) >= 2
    written = {Path(op.path).name for op in session.operations[session.began :] if isinstance(op, Written)}
    assert {"sixes.db", "sixes.db-wal"} <= written
    if session.shown_before:
        assert Renamed in kinds


def test_the_checker_finds_what_a_disk_without_syncs_loses(session: Session, tmp_path: Path) -> None:
    lost = 0
    for number, point in enumerate(crash_points(session, 20, seed=1)):
        try:
            crash(session, point, number, tmp_path / str(number), syncs=False)
        except (Violation, CannotOpen, sqlite3.DatabaseError):
            lost += 1
    assert lost > 5


def test_the_copy_before_a_migration_has_its_name_before_anything_else_is_written(session: Session) -> None:
    """Otherwise a crash could leave the new schema without the copy: too short a moment to meet by chance."""
    operations = iter(session.operations[session.began :])
    for operation in operations:
        if isinstance(operation, Renamed):
            assert next(operations) == FolderSynced(str(session.data))
