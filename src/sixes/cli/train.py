"""`sixes train`: make the learnt values of Sixto's expert again."""

import argparse
import contextlib
from pathlib import Path
from typing import Any

from sixes.cli.lab_options import SEEDS, Failed, check_writable, in_the_lab, whole
from sixes.cli.output import complain


def add_to(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        "train", help="learn the values of Sixto's expert anew"
    )
    command.add_argument("out", metavar="FILE", type=Path, help="where the values go")
    command.add_argument(
        "--seed",
        metavar="N",
        type=whole(0, SEEDS // 2 - 1),
        help="of all dice (default: that of our own values)",
    )
    command.add_argument(
        "--rounds", metavar="N", type=whole(1, 10**6), help="how long (default: as our own values)"
    )
    command.add_argument(
        "--resume", metavar="CHECKPOINT", type=Path, help="go on from here (default: FILE.checkpoint)"
    )
    command.set_defaults(run=lambda called: in_the_lab(called, train), parser=command)
    return command


def train(called: argparse.Namespace) -> int:
    # Slow to import, and of use to this command only.
    from sixes.lab.simulation.progress import bar  # noqa: PLC0415
    from sixes.lab.sixto.checkpoints import Damaged, kept, resumed  # noqa: PLC0415
    from sixes.lab.sixto.training import values_of  # noqa: PLC0415

    checkpoint = called.resume or called.out.with_name(f"{called.out.name}.checkpoint")
    try:
        if called.resume:
            called.resume.stat()
        check_writable(called.out)
        training = start = resumed(checkpoint, called.seed, called.rounds)
        with bar(start.rounds, "Learning") as advance, contextlib.suppress(KeyboardInterrupt):
            advance(start.done)
            for training in kept(start, checkpoint):  # noqa: B007 - the last one counts
                advance(1)
        if training.done < training.rounds:
            done = f"{training.done} of {training.rounds}"
            complain(f"Interrupted after {done} rounds: the same command goes on.")
            return 130
        called.out.write_bytes(values_of(training))
    except Damaged as damaged:
        raise Failed(f"{damaged}.") from None
    except OSError as error:
        raise Failed(f"{error.filename or called.out}: {error.strerror}.") from None
    print(f"{called.out} holds the values after {training.rounds} rounds.")
    return 0
