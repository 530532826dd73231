"""Every number that chance gave in a record of Sixem."""

from collections.abc import Callable, Iterator
from typing import Any

from sixes.play.dice import Draw, label
from sixes.records import Played, RecordError
from sixes.records.checks import is_int
from sixes.rules.rounds import highest
from sixes.rules.six import COLOURS, count, is_number, members
from sixes.rules.spinner import SPINNER


def all_draws(played: Played, dice: dict[str, Any]) -> Iterator[Draw]:
    seats, pattern = played.seats, played.states[0].pattern
    if not is_int(dice["spun"]) or pattern not in SPINNER or dice["spun"] != SPINNER.index(pattern):
        raise RecordError("dice.form", key="spun")
    yield from _starts(dice, seats)
    yield from _throws(played.record["rounds"], dice, seats)


def _starts(dice: dict[str, Any], seats: int) -> Iterator[Draw]:
    """The starting rolls until one is highest alone, and where the spinner came to rest."""
    starts = dice["starts"]
    if not isinstance(starts, list) or not all(_are_all(is_number, faces, seats) for faces in starts):
        raise RecordError("dice.form", key="starts")
    tops = [highest(seats, tuple(faces)) for faces in starts]
    alone = [count(top) == 1 for top in tops]
    if alone != [False] * (len(starts) - 1) + [True]:
        raise RecordError("dice.form", key="starts")
    for throw, faces in enumerate(starts, 1):
        for seat, face in enumerate(faces):
            yield Draw({"seat": seat}, label(dice["game"], seat, 0, "start", throw), 6, face)
    (spinner,) = members(tops[-1])
    name = label(dice["game"], spinner, 0, "spin", 1)
    yield Draw({"seat": spinner}, name, len(SPINNER), dice["spun"] + 1)


def _throws(rounds: list[Any], dice: dict[str, Any], seats: int) -> Iterator[Draw]:
    """The dice of each round as they stood, each from its last throw."""
    throws = dice["throws"]
    if not isinstance(throws, list) or len(throws) != len(rounds):
        raise RecordError("dice.form", key="throws")
    for number, (played, thrown) in enumerate(zip(rounds, throws, strict=True), 1):
        if not isinstance(thrown, list) or len(thrown) != seats:
            raise RecordError("dice.form", key="throws", round=number)
        for seat, (faces, counts) in enumerate(zip(played["dice"], thrown, strict=True)):
            if faces is None and counts is None:
                continue
            if faces is None or not _are_all(lambda throw: throw >= 1, counts, len(COLOURS)):
                raise RecordError("dice.form", key="throws", round=number, seat=seat)
            for die, face, throw in zip(COLOURS, faces, counts, strict=True):
                where = {"round": number, "seat": seat, "die": die}
                yield Draw(where, label(dice["game"], seat, number, die, throw), 6, face)


def _are_all(right: Callable[[int], bool], values: object, length: int) -> bool:
    """A list of so many whole numbers, each of them right."""
    if not isinstance(values, list) or len(values) != length:
        return False
    return all(is_int(value) and right(value) for value in values)
