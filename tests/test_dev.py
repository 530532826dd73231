"""The developer's command, as far as it is quick to try: this very run has used the rest of it."""

import shutil
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
        (["docs", "fast"], "docs takes no arguments but --serve"),
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


def test_a_node_that_is_too_old_to_build_the_client_is_not_taken() -> None:
    fit = {(20, 19), (20, 20), (22, 12), (24, 0), (26, 1)}
    unfit = {(18, 20), (20, 18), (21, 7), (22, 11), (23, 9)}
    assert {version for version in fit | unfit if dev.is_node_for_vite(*version)} == fit


def test_a_step_of_the_client_is_done_again_only_when_its_files_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "npm").write_text('#!/bin/sh\necho "$@" >> "$(dirname "$0")/done"\n')
    (tmp_path / "npm").chmod(0o755)
    monkeypatch.setattr(dev, "TOOLS", tmp_path)
    monkeypatch.setenv("SIXES_NODE", str(tmp_path))
    made = tmp_path / "done"
    for wanted in ("one", "one", "two"):
        dev.unless_done("rolled", wanted, made, ("Rolling", "run roll"))
    assert made.read_text() == "run roll\n" * 2
    made.unlink()
    dev.unless_done("rolled", "two", made, ("Rolling", "run roll"))
    assert made.read_text() == "run roll\n"


def test_pdfs_are_made_once_and_put_back_after_the_client_is_built_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python, runs, built = tmp_path / "python", tmp_path / "runs", tmp_path / "static"
    python.write_text(f'#!/bin/sh\necho "$2" >> {runs}; mkdir -p "$3"; echo "{{}}" > "$3/index.json"\n')
    python.chmod(0o755)
    monkeypatch.setattr(dev, "TOOLS", tmp_path)
    monkeypatch.setattr(dev, "BUILT", built)
    monkeypatch.setattr(dev, "prepare", lambda *_: python)
    for wanted in ("one", "one", "two"):
        monkeypatch.setattr(dev, "digest_of_prints", lambda wanted=wanted: wanted)
        shutil.rmtree(built, ignore_errors=True)
        dev.add_prints()
        assert (built / "print" / "index.json").read_text() == "{}\n"
    assert runs.read_text() == "sixes.paper.ready\n" * 2


def test_tools_named_in_the_environment_are_taken_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    tools = ("NODE", "NATS", "POSTGRES", "CHROMIUM", "PYRIGHT")
    named = {name: f"/my/{name}" for name in map("SIXES_{}".format, tools)}
    for name, place in named.items():
        monkeypatch.setenv(name, place)
    assert dev.find_tools() == named


def test_a_browser_without_what_only_people_see_is_preferred(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("chromium", "chromium-headless-shell"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert dev.installed_chromium() == tmp_path / "chromium-headless-shell"


def test_all_checks_run_and_those_that_fail_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, code in (("mypy", 1), ("ruff", 0), ("lint-imports", 0), ("npm", 1)):
        (tmp_path / name).write_text(f"#!/bin/sh\necho this is {name}; exit {code}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setattr(dev, "TOOLS", tmp_path)
    monkeypatch.setenv("SIXES_NODE", str(tmp_path))
    with pytest.raises(SystemExit, match=r"no test was run: mypy, svelte-check, vitest\.$"):
        dev.check(tmp_path / "python")
    shown = capfd.readouterr()
    assert all(
        f"Checking: {name}\n" in shown.out for name in ("mypy", "ruff check", "lint-imports", "vitest")
    )
    assert sorted(shown.err.splitlines()) == ["this is mypy", "this is npm", "this is npm"]
    assert not (tmp_path / "client-checked").exists()
