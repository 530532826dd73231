"""`sixes print`: score sheets, boards, the spinner and short rules as a PDF."""

import argparse
import json
import os
import re
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile

from sixes.cli.files import ReadError
from sixes.paper import Order, OwnSheet, page_count, typeset
from sixes.paper.orders import KINDS, MOST_COPIES, PAPERS, PER_PAGE, OrderError
from sixes.rules.sheets import LETTERS, PLACES, box_name, sheet_of
from sixes.rules.six import COLOURS
from sixes.text import UserError, say

HELP = "write score sheets, boards, the spinner or short rules as a PDF"
LONGEST_NAME = 20
"""Characters of a file name that stand on a sheet."""


def add_options(command: argparse.ArgumentParser) -> None:
    # What is checked here gets a sentence in the user's language; argparse would say it in English.
    command.add_argument("what", metavar="WHAT", nargs="?", default="sheets", help=", ".join(KINDS))
    command.add_argument("--sheets", metavar="LETTERS", help="which sheets: A-L, or A,C-E (default: A-L)")
    own_help = "a sheet of your own: a JSON file with 6 rows of 12 numbers; can be repeated"
    command.add_argument("--own", metavar="FILE", action="append", default=[], help=own_help)
    output_help = "where to write it, - for standard output (default: WHAT.pdf)"
    command.add_argument("--output", metavar="FILE", help=output_help)
    command.add_argument("--paper", default="a4", help=f"{', '.join(PAPERS)} (default: a4)")
    per_page = ", ".join(map(str, PER_PAGE))
    command.add_argument("--per-page", metavar="N", default="1", help=f"{per_page} (default: 1)")
    command.add_argument("--grey", action="store_true", help="without colours: shapes tell the rows")
    copies_help = f"1 to {MOST_COPIES} (default: 1; as many boards or spinners as fit on a page)"
    command.add_argument("--copies", metavar="N", help=copies_help)


def run(called: argparse.Namespace) -> int:
    try:
        order = order_of(called)
        return deliver(called, order, typeset(order))
    except OrderError as error:
        called.parser.error(error.sentence(called.lang))
    return 2


def deliver(called: argparse.Namespace, order: Order, pdf: bytes) -> int:
    if called.output == "-":
        sys.stdout.buffer.write(pdf)
        return 0
    file = called.output or f"{order.kind}.pdf"
    write_whole(Path(file), pdf)
    print(say("paper.written", called.lang, file=file, count=page_count(order)))
    return 0


def order_of(called: argparse.Namespace) -> Order:
    if called.what != "sheets" and (called.sheets is not None or called.own):
        raise OrderError("paper.only_sheets")
    letters = [] if called.own else list(LETTERS)
    if called.sheets is not None:
        letters = read_letters(called.sheets)
    own = tuple(OwnSheet(Path(file).stem[:LONGEST_NAME], read_own(file)) for file in called.own)
    return Order(
        kind=called.what,
        sheets=(*letters, *own),
        paper=called.paper.lower(),
        per_page=_number(called.per_page, "paper.per_page", known=", ".join(map(str, PER_PAGE))),
        grey=called.grey,
        language=called.lang,
        copies=_number(called.copies, "paper.copies", most=MOST_COPIES) if called.copies is not None else 0,
    )


def _number(text: str, key: str, **values: object) -> int:
    """A whole number from 1 on; what it may be at most is checked with the order."""
    if not re.fullmatch(r"[1-9][0-9]{0,8}", text):
        raise OrderError(key, number=text, **values)
    return int(text)


def read_letters(text: str) -> list[str]:
    """The sheets that letters, ranges and lists of both name.

    >>> read_letters("A,c-e")
    ['A', 'C', 'D', 'E']
    """
    found: list[str] = []
    for item in (part.strip().upper() for part in text.split(",")):
        named = [letter for letter in LETTERS if item[:1] <= letter <= item[-1:]]
        if not re.fullmatch(r"[A-L](-[A-L])?", item) or not named:
            raise OrderError("paper.no_sheet", sheet=repr(item))
        found += named
    return found


def read_own(file: str) -> tuple[int, ...]:
    """A sheet of one's own; of a wrong one, the first fault is named."""
    try:
        rows = json.loads(Path(file).read_bytes())
    except OSError as error:
        raise ReadError(file, error) from None
    except (ValueError, RecursionError):
        raise UserError("lab.not_json", file=file) from None
    if (
        not isinstance(rows, list)
        or len(rows) != len(COLOURS)
        or not all(isinstance(row, list) for row in rows)
    ):
        raise UserError("paper.own_rows", file=file)
    for colour, row in enumerate(rows):
        if len(row) != PLACES:
            raise UserError("paper.own_count", file=file, row=COLOURS[colour], count=len(row))
        for place, number in enumerate(row, 1):
            if type(number) is not int or not 1 <= number <= 6:
                shown = json.dumps(number)[:20]
                raise UserError("paper.own_number", file=file, number=shown, box=box_name(colour, place))
    return sheet_of(rows)


def write_whole(file: Path, pdf: bytes) -> None:
    """Write a file, all or nothing: until it is complete it has another name."""
    try:
        with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name[:100]}.", delete=False) as part:
            pass
        try:
            Path(part.name).write_bytes(pdf)
            Path(part.name).chmod(0o666 & ~_umask())
            Path(part.name).replace(file)
        except OSError:
            Path(part.name).unlink()
            raise
    except OSError as error:
        raise UserError("paper.unwritable", file=file, why=error.strerror) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
