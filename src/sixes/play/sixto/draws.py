"""Every number that chance gave in a record of Sixto."""

from collections.abc import Iterator
from typing import Any

from sixes.play.dice import Draw, draw, key_of, label
from sixes.records import Played, RecordError
from sixes.rules.six import COLOURS


def all_draws(played: Played, dice: dict[str, Any]) -> Iterator[Draw]:
    """In each turn the active player's first roll, and the second if there was one.

    Turns that were taken over from another game have dice that do not follow from this seed.
    """
    shared, taken = dice.get("shared", False), dice.get("taken", 0)
    for number, turn in enumerate(played.record["turns"][taken:], taken + 1):
        seat = (number - 1) % len(dice["additions"]) if shared else played.states[number - 1].active
        for throw, roll in enumerate(turn["rolls"], 1):
            for die, face in zip(COLOURS, roll, strict=True):
                if face:
                    where = {"turn": number, "die": die}
                    yield Draw(where, label(dice["game"], seat, number, die, throw), 6, face)


def check_lot(seed: bytes, dice: dict[str, Any]) -> int:
    """Check the draw of the first player, made with the additions in the seat order before the start."""
    if "lot" not in dice:
        return 0
    lot, additions = dice["lot"], dice["additions"]
    seats = len(additions)
    before = additions[seats - lot :] + additions[: seats - lot]
    if draw(key_of(seed, before), label(dice["game"], 0, 0, "lot", 1), seats) != lot + 1:
        raise RecordError("dice.other_lot")
    return 1
