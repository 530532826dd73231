"""The developer's command, as far as it is quick to try: this very run has used the rest of it."""

import subprocess
import sys
from pathlib import Path

import pytest

import dev


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, dev.__file__, *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_help_names_every_command(tmp_path: Path) -> None:
    for arguments in [(), ("--help",), ("-h",)]:
        shown = run(*arguments, cwd=tmp_path)
        assert shown.returncode == 0
        assert all(f"\n{name} " in shown.stdout for name in dev.COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["tset"], "there is no command 'tset'"),
        (["bench"], "bench needs the name of a benchmark"),
        (["bench", "../dev"], "bench needs the name of a benchmark"),
        (["build", "fast"], "build takes no arguments"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(
    arguments: list[str], answer: str, tmp_path: Path
) -> None:
    refused = run(*arguments, cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert answer in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_a_step_that_fails_shows_its_output_and_ends_in_one_sentence(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="failed: Rolling"):
        dev.must("Rolling", sys.executable, "-c", "raise SystemExit('no dice')")
    assert capfd.readouterr() == ("dev.py: Rolling\n", "no dice\n")


def test_a_program_that_is_missing_is_a_failed_step() -> None:
    succeeded, printed = dev.quietly(Path("/no/such/program"))
    assert not succeeded
    assert "No such file" in printed


def test_the_newest_postgres_of_debian_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in ("9.6", "15", "17"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "initdb").touch()
    monkeypatch.setattr(dev, "DEBIAN_POSTGRES", tmp_path)
    monkeypatch.setenv("PATH", "")
    assert dev.find_postgres() == tmp_path / "17" / "bin"


def test_tools_named_in_the_environment_are_taken_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    named = {name: f"/my/{name}" for name in ("SIXES_NODE", "SIXES_NATS", "SIXES_POSTGRES", "SIXES_CHROMIUM")}
    for name, place in named.items():
        monkeypatch.setenv(name, place)
    assert dev.find_tools() == named
