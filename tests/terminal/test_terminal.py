"""The command in a real pseudo-terminal: it ends quietly on Ctrl-C and leaves the terminal as it was."""

import os
import pty
import select
import subprocess
import sys
import termios
from pathlib import Path

from sixes.text import say

LONGEST = 20.0
PLAY = (sys.executable, "-W", "error", "-m", "sixes", "play")


def surroundings(state: Path, **more: str) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_CTYPE", "NO_COLOR")
    }
    return kept | {"XDG_STATE_HOME": str(state), "LANG": "C.UTF-8", "TERM": "xterm-256color"} | more


def read_until(screen: int, words: bytes) -> bytes:
    """What is written to the terminal, up to these words."""
    seen = b""
    while words not in seen:
        ready, _, _ = select.select([screen], [], [], LONGEST)
        assert ready, seen
        seen += os.read(screen, 65_536)
    return seen


def test_ctrl_c_ends_quietly_and_restores_the_terminal(tmp_path: Path) -> None:
    screen, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    before = termios.tcgetattr(terminal)
    command = (*PLAY, "sixto")
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=surroundings(tmp_path, NO_COLOR="1")
    ) as process:
        try:
            shown = read_until(screen, b"Q quit")
            os.write(screen, b"\x03")
            shown += read_until(screen, b"\x1b[?1049l")
            assert process.wait(LONGEST) == 130
        finally:
            process.kill()
    assert termios.tcgetattr(terminal) == before
    assert b"Traceback" not in shown
    assert b"\x1b[31m" not in shown, "no colours were wanted"
    os.close(screen)
    os.close(terminal)


def run(environment: dict[str, str], program: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, "play", "sixto"] if program else [*PLAY, "sixto"]
    return subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=LONGEST, check=False
    )


def test_without_a_terminal_one_sentence_names_the_plain_mode(tmp_path: Path) -> None:
    ended = run(surroundings(tmp_path))
    assert (ended.returncode, ended.stderr.strip()) == (1, say("terminal.not_a_screen"))


def test_without_textual_one_sentence_names_it(tmp_path: Path) -> None:
    program = """
import sys
sys.modules["textual"] = None
sys.stdin.isatty = sys.stdout.isatty = lambda: True
from sixes.cli import main
sys.exit(main())
"""
    ended = run(surroundings(tmp_path), program)
    assert (ended.returncode, ended.stderr.strip()) == (1, say("terminal.missing"))
