"""Codes that people read and type, and secrets that only programs see."""

import hashlib
import secrets
from collections.abc import Callable

ALPHABET = "BCDFGHJKMNPQRSTVWXYZ23456789"
"""No vowels, so that no words appear by chance; and none of 0, O, 1, I and L, which look alike."""
TABLE_LENGTH = 6
GROUP, GROUPS = 4, 4
"""Of a code for another device: the first group is for lookup, the others are secret."""

# Accepts small letters, and what people and keyboards put between the groups.
_NORMALIZE = str.maketrans(ALPHABET.lower(), ALPHABET, " \t\r\n\N{NO-BREAK SPACE}-‐‑‒–—_.")


def table_code(randbelow: Callable[[int], int]) -> str:
    """A new code of a table, one of 480 million."""
    return "".join(ALPHABET[randbelow(len(ALPHABET))] for _ in range(TABLE_LENGTH))


def read_table_code(text: str) -> str | None:
    """Normalize the code of a table as somebody typed it; None if it cannot be one."""
    return _normalize(text, TABLE_LENGTH)


def _normalize(text: str, length: int) -> str | None:
    code = text.translate(_NORMALIZE)
    return code if len(code) == length and set(code) <= set(ALPHABET) else None


def carry_code() -> tuple[str, str, str]:
    """A new code for another device of a player: lookup, secret of 57 bits, and the whole text."""
    groups = ["".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS)]
    return groups[0], "".join(groups[1:]), "-".join(groups)


def read_carry_code(text: str) -> tuple[str, str] | None:
    """Lookup and secret of a code as somebody typed it; None if it cannot be one."""
    code = _normalize(text, GROUP * GROUPS)
    return (code[:GROUP], code[GROUP:]) if code else None


def hash_secret(secret: str | bytes) -> bytes:
    """The hash that is stored, so that reading the database does not give anybody's identity away.

    Plain SHA-256 is enough, since our secrets are random: nobody can try 256 bits, nor 57 bits in the ten
    minutes of a code. A slow hash is for passwords; here, floods of guesses would stop the server.
    """
    return hashlib.sha256(secret.encode() if isinstance(secret, str) else secret).digest()


def new_secret() -> str:
    """The secret in a player's cookie: 32 random bytes."""
    return secrets.token_urlsafe(32)


def public_id(secret_hash: bytes) -> str:
    """A name for a stored secret that gives nothing of it away."""
    return hashlib.sha256(b"public id" + secret_hash).hexdigest()[:16]


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(12)).lower()
