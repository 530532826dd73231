"""The command `sixes` as people and programs call it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from sixes import __version__
from sixes.cli.files import line_batches, open_file
from sixes.cli.replay import ReplayPool, answer
from sixes.rules.sheets import LETTERS, SHEETS, rows_of
from tests.play.dealt_records import deal_sixto

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
GOOD = GOLDEN / "sixto-rolled-again.json"
BAD = b'{"game": "sixto", "sheets": ["A"], "turns": [{"rolls": [[3, 5, 1, 6, 4, 2]], "crosses": [["a2"]]}]}'
PLAIN = os.environ | {"LC_ALL": "C"}
BAD_SAYS = "turn 1, seat 0, box a2: the die of this row shows another number"


def sixes(*words: str | Path, stdin: bytes = b"", lang: str = "C") -> subprocess.CompletedProcess[bytes]:
    environment = os.environ | {"LC_ALL": lang}
    command = [sys.executable, "-m", "sixes", *map(str, words)]
    return subprocess.run(
        command, input=stdin, capture_output=True, env=environment, check=False, timeout=120
    )


def refused(done: subprocess.CompletedProcess[bytes]) -> str:
    """The one line that bad input gets: exit 1, nothing on standard output."""
    assert (done.returncode, done.stdout) == (1, b"")
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1
    return lines[0]


def test_version_and_help() -> None:
    assert sixes("--version").stdout.decode() == f"sixes {__version__}\n"
    printed = sixes("--help").stdout.decode()
    for command in (
        "replay",
        "verify",
        "sheets",
        "serve",
        "simulate",
        "arena",
        "train",
        "prune",
        "close",
        "erase",
    ):
        assert f"  {command} " in printed


@pytest.mark.parametrize("words", [(), ("juggle",), ("replay",), ("replay", "--nonsense", "x")])
def test_a_wrong_call_gets_one_sentence(words: tuple[str, ...]) -> None:
    done = sixes(*words)
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.decode().splitlines()) == 1


def test_sheets_for_programs_and_for_people() -> None:
    assert json.loads(sixes("sheets", "--json").stdout) == {
        letter: rows_of(SHEETS[letter]) for letter in LETTERS
    }
    printed = sixes("sheets").stdout.decode()
    assert "A\n  a  3 1 5 6 4 2 5 3 1 | 6 4 2\n" in printed
    assert printed.count("|") == 72


def test_replay_for_programs() -> None:
    expected = json.loads(GOOD.with_suffix(".result.json").read_text(encoding="utf-8"))
    done = sixes("replay", GOOD, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == expected
    assert json.loads(sixes("replay", "--json", "-", stdin=GOOD.read_bytes()).stdout) == expected


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("sixto-scored-example-two-players", "en"),
        ("sixto-end-all-three-at-once", "de"),
        ("sixto-shared-win", "fr"),
        ("sixem-three-tied-all-go-on-until-one-is-ahead", "it"),
        ("sixem-sweet-gift", "en"),
    ],
)
def test_replay_for_people(name: str, language: str) -> None:
    done = sixes("--lang", language, "replay", GOLDEN / f"{name}.json")
    assert done.returncode == 0
    printed = (GOLDEN.parent / "told" / f"{name}.{language}.txt").read_text(encoding="utf-8")
    assert done.stdout.decode() == printed


def test_a_bad_record_gets_one_line() -> None:
    assert refused(sixes("replay", "-", stdin=BAD)) == BAD_SAYS
    assert refused(sixes("replay", "--json", "-", stdin=BAD)) == BAD_SAYS


def test_in_the_language_of_the_user() -> None:
    german = "Zug 1, Platz 0, Kästchen a2: der Würfel dieser Reihe zeigt eine andere Zahl"
    assert refused(sixes("replay", "-", stdin=BAD, lang="de_CH.UTF-8")) == german
    assert refused(sixes("--lang", "de", "replay", "-", stdin=BAD)) == german
    assert refused(sixes("replay", "-", "--lang", "de", stdin=BAD)) == german
    assert refused(sixes("--lang", "de", "replay", "-", stdin=BAD, lang="fr_FR.UTF-8")) == german
    assert refused(sixes("replay", "-", stdin=BAD, lang="eo.UTF-8")) == BAD_SAYS


def test_a_record_a_line() -> None:
    good = json.dumps(json.loads(GOOD.read_bytes())).encode()
    done = sixes(
        "replay", "--jsonl", "-", stdin=good + b"\n" + BAD + b"\r\n\n" + b"\xff\n" + good, lang="de_DE"
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr, len(lines)) == (1, b"", 5)
    assert lines[0] == lines[4] == json.loads(GOOD.with_suffix(".result.json").read_bytes())
    assert lines[1] == {"error": BAD_SAYS}
    assert lines[2] == {"error": "there is no record here, only blank space"}
    assert lines[3] == {"error": "byte 1 is not UTF-8 text"}


def test_many_lines_are_answered_by_all_cores_in_their_order(tmp_path: Path) -> None:
    good = json.dumps(json.loads(GOOD.read_bytes())).encode()
    lines = [good, BAD, b"", good] * 2000
    long = tmp_path / "long.jsonl"
    long.write_bytes(b"\n".join(lines) + b"\n")
    done = sixes("replay", "--jsonl", long)
    piped = sixes("replay", "--jsonl", "-", stdin=long.read_bytes())
    one_core = "".join(f"{answer(line)[0]}\n" for line in lines)
    assert (done.returncode, done.stdout.decode()) == (1, one_core)
    assert (piped.returncode, piped.stdout.decode()) == (1, one_core)


def test_who_writes_one_line_and_waits_gets_an_answer() -> None:
    command = [sys.executable, "-m", "sixes", "replay", "--jsonl", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
        assert run.stdin
        assert run.stdout
        for _ in range(3):
            run.stdin.write(BAD + b"\n")
            run.stdin.flush()
            assert json.loads(run.stdout.readline()) == {"error": BAD_SAYS}
        run.stdin.close()
        assert run.wait() == 1


def test_where_no_processes_can_be_had_one_core_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise OSError("no more processes")

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor.map", refuse)
    lines = [BAD] * 1000
    with ReplayPool() as pool:
        assert pool.answers(lines) == list(map(answer, lines))


def test_lines_are_whole_however_they_are_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "lines"
    for text in (b"", b"a", b"a\n", b"\n", b"\n\na", b"abc\n\ndefg\nh", b"abcdefghijkl\nm\n"):
        file.write_bytes(text)
        whole = text.split(b"\n")
        for piece in (1, 2, 3, 5, 100):
            monkeypatch.setattr("sixes.cli.files.PIECE", piece)
            with open_file(str(file)) as opened_file:
                lines = [line for batch in line_batches(opened_file, "lines") for line in batch]
            assert lines == (whole[:-1] if whole[-1] == b"" else whole)


def test_of_a_line_that_is_too_long_no_more_is_kept_than_tells_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b"a\n" + b"x" * 1000 + b"\nb\n")
    monkeypatch.setattr("sixes.cli.files.PIECE", 7)
    monkeypatch.setattr("sixes.cli.files.MOST_BYTES", 20)
    with open_file(str(file)) as opened_file:
        lines = [line for batch in line_batches(opened_file, "lines") for line in batch]
    assert (lines[0], lines[2], len(lines)) == (b"a", b"b", 3)
    assert 20 < len(lines[1]) < 40


def test_all_lines_good_is_success() -> None:
    good = json.dumps(json.loads(GOOD.read_bytes())).encode() + b"\n"
    done = sixes("replay", "--jsonl", "-", stdin=good * 3)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 3)
    assert sixes("replay", "--jsonl", "-").returncode == 0


@pytest.mark.parametrize("mode", [(), ("--json",), ("--jsonl",)])
def test_what_cannot_be_read_gets_one_line(mode: tuple[str, ...], tmp_path: Path) -> None:
    for wrong in (tmp_path, tmp_path / "missing.json", tmp_path / "missing\n\udc80.json", ""):
        assert "cannot be read" in refused(sixes("replay", *mode, wrong))


@pytest.mark.parametrize(
    "garbage",
    [
        b"",
        b"\n",
        b"\x00" * 10_000_000,
        b"[" * 10_000_000,
        b'"' + b"x" * 10_000_000,
        b"\xff\xfe{",
        b"{}" * 5_000_000,
        b"{%s}" % b",".join(b'"%d":0' % (key % 600_000) for key in range(600_001)),
    ],
    ids=[
        "empty",
        "blank",
        "zeros",
        "nested",
        "endless text",
        "UTF-16",
        "many objects",
        "a key repeated late",
    ],
)
def test_garbage_gets_one_line(garbage: bytes) -> None:
    assert refused(sixes("replay", "-", stdin=garbage))


def test_verify_tells_how_many_numbers_hold_or_what_does_not() -> None:
    record = deal_sixto(["00" * 16, None])
    done = sixes("verify", "-", stdin=json.dumps(record).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert re.fullmatch(rb"All \d+ numbers that chance gave are as .+\.\n", done.stdout)
    record["match"]["dice"]["promise"] = "00" * 32
    broken = sixes("verify", "-", stdin=json.dumps(record).encode())
    assert refused(broken) == "the seed is not the one that was promised before the game"
    assert refused(sixes("verify", GOOD)) == "this record keeps nothing of its dice that could be checked"
    assert refused(sixes("verify", "-", stdin=BAD)) == BAD_SAYS
    assert "cannot be read" in refused(sixes("verify", GOLDEN))


def test_a_terminal_without_our_letters_gets_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = sixes("--lang", "de", "replay", GOLDEN / "sixto-end-all-three-at-once.json")
    assert done.returncode == 0
    assert b"weniger als zwei W\\xfcrfel benutzt" in done.stdout


@pytest.mark.parametrize(
    ("closing", "code", "out", "err"),
    [
        ("<&-", 1, b"", b"- cannot be read: Bad file descriptor\n"),
        ("2>&-", 1, b"", b""),
        (">&-", 1, b"", BAD_SAYS.encode() + b"\n"),
    ],
)
def test_closed_streams_are_no_crash(closing: str, code: int, out: bytes, err: bytes) -> None:
    shell = f'"{sys.executable}" -m sixes replay - {closing}'
    done = subprocess.run(["sh", "-c", shell], input=BAD, capture_output=True, check=False, env=PLAIN)
    assert (done.returncode, done.stdout, done.stderr) == (code, out, err)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
@pytest.mark.parametrize("command", ["sheets", f'replay "{GOOD}"', f'replay --jsonl "{GOOD}"'])
def test_output_that_cannot_be_written_gets_one_line(command: str) -> None:
    shell = f'"{sys.executable}" -m sixes {command} > /dev/full'
    done = subprocess.run(["sh", "-c", shell], capture_output=True, check=False, env=PLAIN)
    assert (done.returncode, done.stderr) == (1, b"the output cannot be written: No space left on device\n")


def test_a_reader_that_has_had_enough_is_no_error() -> None:
    good = json.dumps(json.loads(GOOD.read_bytes())).encode() + b"\n"
    command = [sys.executable, "-m", "sixes", "replay", "--jsonl", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        assert run.stdin
        assert run.stdout
        assert run.stderr
        run.stdout.close()
        try:
            run.stdin.write(good * 2000)
            run.stdin.close()
        except BrokenPipeError:
            pass
        assert run.stderr.read() == b""
        assert run.wait() == 1
