"""Every die of a finished game recomputed from the seed in its record.

The record keeps them in `match`: `{"dice": {"game", "seed", "promise", "additions"}}`. For Sixto there can be
`lot` (where seat 0 sat before the first player was drawn, from 0). For Sixem there are `throws` (for each
round and seat, which throw of each die it was that stood at the end), `starts` (the starting rolls, as often
as all rolled) and `spun` (where the spinner came to rest, from 0).
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sixes.play.dice import FEWEST_ADDED, MOST_ADDED, SEED_BYTES, draw, key_of, label, promise
from sixes.records import Played, RecordError
from sixes.records.checks import check_keys, is_int, is_seat
from sixes.rules.boards import SPINNER
from sixes.rules.rounds import highest
from sixes.rules.six import COLOURS, count, is_number, members

KEYS = ("game", "seed", "promise", "additions")
SIXEM_KEYS = ("throws", "starts", "spun")
GAME = re.compile(r"[A-Za-z0-9-]{1,40}")
SEED = re.compile(rf"[0-9a-f]{{{2 * SEED_BYTES}}}")
ADDITION = re.compile(rf"(?:[0-9a-f]{{2}}){{{FEWEST_ADDED},{MOST_ADDED}}}")


class Drawn(NamedTuple):
    """One number that chance gave: where, what it is called, out of how many, and what the record says."""

    where: dict[str, object]
    name: str
    sides: int
    told: int


def verify(played: Played) -> int:
    """How many numbers were drawn, all of them as they should be; the first that is not is an error."""
    dice = read(played)
    seed = bytes.fromhex(dice["seed"])
    if promise(seed) != dice["promise"]:
        raise RecordError("dice.broken_promise")
    key = key_of(seed, dice["additions"])
    checked = check_lot(seed, dice) if "lot" in dice else 0
    for where, name, sides, told in _drawn(played, dice):
        if draw(key, name, sides) != told:
            raise RecordError("dice.other_number", number=draw(key, name, sides), told=told, **where)
        checked += 1
    return checked


def check_lot(seed: bytes, dice: dict[str, Any]) -> int:
    """The first player, who became seat 0, was drawn with the additions in the order of before."""
    lot, additions = dice["lot"], dice["additions"]
    seats = len(additions)
    before = additions[seats - lot :] + additions[: seats - lot]
    if draw(key_of(seed, before), label(dice["game"], 0, 0, "lot", 1), seats) != lot + 1:
        raise RecordError("dice.other_lot")
    return 1


def read(played: Played) -> dict[str, Any]:
    """What the record says of its dice, checked for its form."""
    dice: Any = played.record.get("match", {}).get("dice")
    if not isinstance(dice, dict):
        raise RecordError("dice.none")
    if "seed" not in dice:
        raise RecordError("dice.no_seed")
    game = played.record["game"]
    check_keys(dice, KEYS if game == "sixto" else KEYS + SIXEM_KEYS, ("lot",) if game == "sixto" else ())
    for key, form in (("game", GAME), ("seed", SEED), ("promise", SEED)):
        if not _fits(form, dice[key]):
            raise RecordError("dice.form", key=key)
    added = dice["additions"]
    if not isinstance(added, list) or len(added) != played.seats:
        raise RecordError("dice.form", key="additions")
    for seat, addition in enumerate(added):
        if addition is not None and not _fits(ADDITION, addition):
            raise RecordError("dice.form", key="additions", seat=seat)
    if not is_seat(dice.get("lot", 0), played.seats):
        raise RecordError("dice.form", key="lot")
    return dice


def _fits(form: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and form.fullmatch(value) is not None


def _drawn(played: Played, dice: dict[str, Any]) -> Iterator[Drawn]:
    if played.record["game"] == "sixto":
        yield from _rolls(played, dice["game"])
    else:
        seats, pattern = played.seats, played.states[0].pattern
        if not is_int(dice["spun"]) or pattern not in SPINNER or dice["spun"] != SPINNER.index(pattern):
            raise RecordError("dice.form", key="spun")
        yield from _starts(dice, seats)
        yield from _throws(played.record["rounds"], dice, seats)


def _rolls(played: Played, game: str) -> Iterator[Drawn]:
    """Sixto: in each turn the active player's first roll, and the second if there was one."""
    for number, turn in enumerate(played.record["turns"], 1):
        seat = played.states[number - 1].active
        for throw, roll in enumerate(turn["rolls"], 1):
            for die, told in zip(COLOURS, roll, strict=True):
                if told:
                    where = {"turn": number, "die": die}
                    yield Drawn(where, label(game, seat, number, die, throw), 6, told)


def _starts(dice: dict[str, Any], seats: int) -> Iterator[Drawn]:
    """Sixem: the starting rolls until one is highest alone, and where the spinner came to rest."""
    starts = dice["starts"]
    if not isinstance(starts, list) or not all(_are_all(is_number, faces, seats) for faces in starts):
        raise RecordError("dice.form", key="starts")
    tops = [highest(seats, tuple(faces)) for faces in starts]
    alone = [count(top) == 1 for top in tops]
    if alone != [False] * (len(starts) - 1) + [True]:
        raise RecordError("dice.form", key="starts")
    for throw, faces in enumerate(starts, 1):
        for seat, told in enumerate(faces):
            yield Drawn({"seat": seat}, label(dice["game"], seat, 0, "start", throw), 6, told)
    (spinner,) = members(tops[-1])
    name = label(dice["game"], spinner, 0, "spin", 1)
    yield Drawn({"seat": spinner}, name, len(SPINNER), dice["spun"] + 1)


def _are_all(right: Callable[[int], bool], values: object, length: int) -> bool:
    """A list of so many whole numbers, each of them right."""
    if not isinstance(values, list) or len(values) != length:
        return False
    return all(is_int(value) and right(value) for value in values)


def _throws(rounds: list[Any], dice: dict[str, Any], seats: int) -> Iterator[Drawn]:
    """Sixem: the dice of each round as they stood, each from its last throw."""
    throws = dice["throws"]
    if not isinstance(throws, list) or len(throws) != len(rounds):
        raise RecordError("dice.form", key="throws")
    for number, (played, thrown) in enumerate(zip(rounds, throws, strict=True), 1):
        if not isinstance(thrown, list) or len(thrown) != seats:
            raise RecordError("dice.form", key="throws", round=number)
        for seat, (faces, counts) in enumerate(zip(played["dice"], thrown, strict=True)):
            if faces is None and counts is None:
                continue
            if faces is None or not _are_all(is_throw, counts, len(COLOURS)):
                raise RecordError("dice.form", key="throws", round=number, seat=seat)
            for die, told, throw in zip(COLOURS, faces, counts, strict=True):
                where = {"round": number, "seat": seat, "die": die}
                yield Drawn(where, label(dice["game"], seat, number, die, throw), 6, told)


def is_throw(number: int) -> bool:
    """Throws of a die are counted from 1."""
    return number >= 1
