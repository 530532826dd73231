"""`sixes train`: train Sixto's expert, and write its learnt values."""

import argparse
import contextlib
from pathlib import Path

from sixes.cli.lab_options import SEEDS, CommandFailed, check_writable, needs_lab, whole_number
from sixes.cli.output import complain
from sixes.text import say

HELP = "train Sixto's expert, and write its learnt values"


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("out", metavar="FILE", type=Path, help="the file for the values")
    seeds, rounds = whole_number(0, SEEDS // 2 - 1), whole_number(1, 10**6)
    seed_help = "seed of all dice (default: that of the shipped values)"
    rounds_help = "number of rounds (default: as for the shipped values)"
    command.add_argument("--seed", metavar="N", type=seeds, help=seed_help)
    command.add_argument("--rounds", metavar="N", type=rounds, help=rounds_help)
    command.add_argument(
        "--resume", metavar="CHECKPOINT", type=Path, help="resume from this file (default: FILE.checkpoint)"
    )


@needs_lab
def run(called: argparse.Namespace) -> int:
    # Slow to import, and part of an extra.
    from sixes.lab.sixto.checkpoints import BadCheckpoint, resume, run_with_checkpoints  # noqa: PLC0415
    from sixes.lab.sixto.training import packed_values  # noqa: PLC0415
    from sixes.lab.workers.progress import bar  # noqa: PLC0415

    checkpoint = called.resume or called.out.with_name(f"{called.out.name}.checkpoint")
    try:
        if called.resume:
            called.resume.stat()
        check_writable(called.out)
        training = start = resume(checkpoint, called.seed, called.rounds)
        with bar(start.rounds, "Learning") as advance, contextlib.suppress(KeyboardInterrupt):
            advance(start.done)
            for training in run_with_checkpoints(start, checkpoint):  # noqa: B007 - the last one counts
                advance(1)
        if training.done < training.rounds:
            complain(say("train.interrupted", called.lang, done=training.done, rounds=training.rounds))
            return 130
        called.out.write_bytes(packed_values(training))
    except BadCheckpoint as bad:
        raise CommandFailed(bad.key, **bad.values) from None
    except OSError as error:
        file = error.filename or called.out
        raise CommandFailed("lab.file_failed", file=file, why=error.strerror) from None
    print(say("train.finished", called.lang, file=called.out, rounds=training.rounds))
    return 0
