"""The page for whoever runs a server: it names what there is, and nothing else."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from docs.describing.__main__ import DOCS
from tests.event_loop import asynchronous
from tests.server.clients import visit
from tests.server.serving import running_server

PAGE = (DOCS / "hosting.md").read_text(encoding="utf-8")
SOURCES = sorted((DOCS.parent / "src" / "sixes" / "server").rglob("*.py"))


def first_cells(heading: str) -> str:
    """The first column of the table below some words."""
    below = PAGE[PAGE.index(heading) :]
    table = below[below.index("| --- |") :].partition("\n\n")[0]
    return "\n".join(row.split("|")[1] for row in table.splitlines()[1:])


def test_every_option_of_serve_is_explained() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "sixes", "serve", "--help"], capture_output=True, text=True, check=True
    ).stdout
    options = set(re.findall(r"--[a-z-]+", printed)) - {"--help", "--lang"}
    assert set(re.findall(r"--[a-z-]+", first_cells("loses nothing"))) == options


def test_every_event_of_the_log_is_explained() -> None:
    logged = {event for path in SOURCES for event in re.findall(r'\blog\("(\w+)"', path.read_text("utf-8"))}
    assert "not_stored" in logged
    assert set(re.findall(r"`(\w+)`", first_cells("Worth an alarm"))) == logged


@asynchronous
async def test_every_number_is_explained_and_a_copy_can_be_made_while_it_runs(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with running_server(tmp_path / "data") as server:
        printed = (await visit(server.url, "/metrics")).text
        with closing(sqlite3.connect(tmp_path / "data" / "sixes.db")) as database:
            database.execute("VACUUM INTO ?", (str(copy),))
    assert set(re.findall(r"`(\w+)`", first_cells("Prometheus"))) == set(re.findall(r"# TYPE (\w+)", printed))
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
