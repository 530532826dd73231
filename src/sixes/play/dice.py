"""Dice that anyone can check: faces follow from a seed promised before the game and from what players added.

docs/dice.md says it all for somebody who writes this in another language, with test vectors.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import NamedTuple

FORMAT = "sixes dice 1"
SEED_BYTES = 32
FEWEST_ADDED, MOST_ADDED = 16, 32
"""How many bytes a player adds."""


class Draw(NamedTuple):
    """One number that chance gave: where, its label, out of how many, and what it came to."""

    where: dict[str, object]
    label: str
    sides: int
    face: int


def promise(seed: bytes) -> str:
    """Published before anybody adds anything: it binds the server to the seed and tells nothing of it."""
    return hashlib.sha256(seed).hexdigest()


def key_of(seed: bytes, additions: Sequence[str | None]) -> bytes:
    """The key of a game from its seed and what each seat added, in hex; a bot adds nothing."""
    lines = [FORMAT, *(addition or "-" for addition in additions)]
    return hmac.digest(seed, "\n".join(lines).encode(), "sha256")


def label(game: str, seat: int, turn: int, die: str, throw: int) -> str:
    """Names one throw of one die: so neither the order of messages nor a crash can change its face."""
    return f"{game} {seat} {turn} {die} {throw}"


def draw(key: bytes, name: str, sides: int = 6) -> int:
    """A number from 1 to `sides`, all equally likely: bytes that would favour some are passed over."""
    fair = 256 - 256 % sides
    block = 0
    while True:
        for byte in hmac.digest(key, f"{name} {block}".encode(), "sha256"):
            if byte < fair:
                return byte % sides + 1
        block += 1
