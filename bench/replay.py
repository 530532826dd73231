"""How fast records replay, beside python-chess checking games of chess: `python3 dev.py bench replay`.

Games played at random, Sixto and Sixem, through the code of `sixes replay`; and random games of chess, each
move checked from its UCI text. Then the command itself on 10,000 records, half of each game. Repeated, since
machines are noisy: the tables give the best and the worst run.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import chess  # noqa: E402

from bench.load.printing import heading  # noqa: E402
from sixes.records import parse, replay  # noqa: E402
from tests.random_play import play_sixem, play_sixto  # noqa: E402

RUNS = 5
RECORDS = 10_000
DIFFERENT = 100
"""Games of each kind that are really different; they stand several times in the file."""


def steps(record: dict[str, Any]) -> int:
    """The crosses or marks of a game: what the replay checks one by one."""
    if record["game"] == "sixto":
        return sum(len(boxes) for turn in record["turns"] for boxes in turn["crosses"])
    return sum(len(marks or ()) for played in record["rounds"] for marks in played["marks"])


def chess_game(seed: int) -> list[str]:
    chance, board = random.Random(seed), chess.Board()
    moves: list[str] = []
    while not board.is_game_over() and len(moves) < 100:
        move = chance.choice(list(board.legal_moves))
        moves.append(move.uci())
        board.push(move)
    return moves


def check_chess(games: list[list[str]]) -> None:
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)


def measured(work: Callable[[], object]) -> list[float]:
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return sorted(times)


def row(name: str, games: int, checked: int, times: list[float]) -> float:
    """Print a row; gives the microseconds a step costs in the best run."""
    micro = [1e6 * seconds / checked for seconds in (times[0], times[-1])]
    print(
        f"| {name} | {games} | {checked} | {times[0]:.2f}-{times[-1]:.2f} | {micro[0]:.1f}-{micro[1]:.1f} |"
    )
    return micro[0]


def command(file: Path, piped: bool) -> list[float]:
    """Wall-clock seconds of the command itself, start-up and printing included."""
    call = [sys.executable, "-m", "sixes", "replay", "--jsonl", "-" if piped else str(file)]
    data = file.read_bytes() if piped else None
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run(call, check=True, input=data, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return sorted(times)


def main() -> None:
    print(heading(f"{RUNS} runs"))
    print("| what | games | steps checked | seconds of CPU | µs a step |\n| --- | --- | --- | --- | --- |")
    plays = {"Sixto": play_sixto, "Sixem": play_sixem}
    costs, whole = {}, []
    for name, play in plays.items():
        games = [play(random.Random(seed), 2 + seed % 5)[0] for seed in range(DIFFERENT)]
        lines = [json.dumps(game).encode() for game in games]
        whole += lines * (RECORDS // 2 // DIFFERENT)
        times = measured(lambda lines=lines: [replay(parse(line)) for line in lines])  # type: ignore[misc]
        costs[name] = row(name, DIFFERENT, sum(map(steps, games)), times)
    chess_games = [chess_game(seed) for seed in range(DIFFERENT)]
    times = measured(lambda: check_chess(chess_games))
    peer = row("python-chess", DIFFERENT, sum(map(len, chess_games)), times)
    ratios = ", ".join(f"{name} {cost / peer:.2f}" for name, cost in costs.items())
    print(f"\nTime of a step relative to a move of python-chess: {ratios}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.jsonl"
        file.write_bytes(b"\n".join(whole) + b"\n")
        print(f"`sixes replay --jsonl`, {len(whole)} records, goal: under 20 s:")
        for place, piped in (("from a file", False), ("from a pipe", True)):
            times = command(file, piped)
            print(f"- {place}: {times[0]:.1f}-{times[-1]:.1f} s")


if __name__ == "__main__":
    main()
