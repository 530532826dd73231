"""Where commands find the data: by options, the environment, or the default."""

from pathlib import Path

import pytest

from sixes.cli import main, parser
from sixes.cli.data_options import data_location, database_url
from sixes.cli.serve import BadOption, settings

URL, OTHER = "postgresql://db.example/sixes", "postgresql://other.example/sixes"


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")
    for name in ("SIXES_DATA", "XDG_DATA_HOME", "SIXES_DATABASE_URL", "SIXES_NATS_URL"):
        monkeypatch.delenv(name, raising=False)


def location(command: str, *options: str) -> Path | str:
    return data_location(parser().parse_args([command, *options]))


both = pytest.mark.parametrize("command", ["serve", "prune", "close"])


@both
def test_data_lie_where_the_user_says(command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert location(command) == tmp_path / ".local" / "share" / "sixes"
    monkeypatch.setenv("XDG_DATA_HOME", "/shared")
    assert location(command) == Path("/shared/sixes")
    monkeypatch.setenv("SIXES_DATA", "/mine")
    assert location(command) == Path("/mine")
    monkeypatch.setenv("SIXES_DATABASE_URL", URL)
    assert location(command) == URL


@both
def test_an_option_counts_more_than_the_environment(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIXES_DATABASE_URL", URL)
    assert location(command, "--data", "/here") == Path("/here")
    assert location(command, "--database", OTHER) == OTHER
    assert location(command, "--database", OTHER, "--data", "/here") == OTHER


def test_migrate_reads_the_same_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert database_url(parser().parse_args(["migrate"])) == ""
    monkeypatch.setenv("SIXES_DATABASE_URL", URL)
    assert database_url(parser().parse_args(["migrate"])) == URL
    assert database_url(parser().parse_args(["migrate", "--database", OTHER])) == OTHER


def test_prune_uses_the_database_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SIXES_DATABASE_URL", "postgresql://ann:secret@127.0.0.1:1/sixes")
    assert main(["prune"]) == 1
    printed = capsys.readouterr()
    assert "postgresql://127.0.0.1/sixes cannot be used: connection failed" in printed.err
    assert "secret" not in printed.err


def test_nodes_of_the_environment_are_for_its_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIXES_NATS_URL", "nats://127.0.0.1:4222")
    assert settings(parser().parse_args(["serve", "--database", URL])).nats == "nats://127.0.0.1:4222"
    assert settings(parser().parse_args(["serve", "--data", "/here"])).nats == ""
    with pytest.raises(BadOption):
        settings(parser().parse_args(["serve"]))
