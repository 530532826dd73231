"""Codes that people read and type, and secrets that only programs see."""

import hashlib
import secrets
from collections.abc import Callable

ALPHABET = "BCDFGHJKMNPQRSTVWXYZ23456789"
"""No vowels, so no words by chance; neither of 0 and O, nor any of 1, I and L."""
TABLE_LENGTH = 6
GROUP, GROUPS = 4, 4
"""A code to carry an identity to another device: the first group finds it, the other three prove it."""

# Small letters are fine, and whatever people and their keyboards put between the groups.
_TYPED = str.maketrans(ALPHABET.lower(), ALPHABET, " \t\r\n\N{NO-BREAK SPACE}-‐‑‒–—_.")


def table_code(chance: Callable[[int], int]) -> str:
    """A new code of a table, one of 480 million. `chance(n)` gives a number from 0 to n - 1."""
    return "".join(ALPHABET[chance(len(ALPHABET))] for _ in range(TABLE_LENGTH))


def read_table_code(text: str) -> str | None:
    """The code of a table as somebody typed it; None if it cannot be one."""
    return _typed(text, TABLE_LENGTH)


def _typed(text: str, length: int) -> str | None:
    code = text.translate(_TYPED)
    return code if len(code) == length and set(code) <= set(ALPHABET) else None


def carry_code() -> tuple[str, str, str]:
    """A new code to carry an identity over: what finds it, its secret of 57 bits, and the whole as shown."""
    groups = ["".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS)]
    return groups[0], "".join(groups[1:]), "-".join(groups)


def read_carry_code(text: str) -> tuple[str, str] | None:
    """What finds an identity and the secret that proves it, as typed; None if it cannot be such a code."""
    code = _typed(text, GROUP * GROUPS)
    return (code[:GROUP], code[GROUP:]) if code else None


def hash_of(secret: str | bytes) -> bytes:
    """How a secret is kept: whoever reads the database cannot be somebody else.

    Plain SHA-256 is enough, since our secrets are random, not chosen: nobody goes through 256 bits, nor
    through 57 in the ten minutes of a code. A slow hash is for passwords; floods of guesses would stop us.
    """
    return hashlib.sha256(secret.encode() if isinstance(secret, str) else secret).digest()


def new_secret() -> str:
    """The secret in a player's cookie: 32 random bytes."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """The id of a player that others may see; it proves nothing."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12)).lower()
