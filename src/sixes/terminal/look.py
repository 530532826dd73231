"""What a terminal can show: Unicode or ASCII, colours or none."""

import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

MONOCHROME = ("vt", "dumb", "unknown", "xterm-mono", "screen-mono")
"""How the names of terminals without colours begin."""
OLD = ("vt", "dumb", "unknown")
"""How the names of terminals begin that have no Unicode, whatever the locale says."""
COERCED = ("C.UTF-8", "C.utf8")
"""What Python itself puts into LC_CTYPE where the locale is C; it tells nothing of the terminal."""
SHAPES = "●▲■◆⬢★"
"""One for each colour, as on the pages."""
IN_ASCII = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "œ": "oe", "’": "'"}
    | {"…": "...", "–": "-", "—": "-", "·": "-", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "×": "x"}
    | {"\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ", "±": "+/-"}
)


class Look(NamedTuple):
    unicode: bool = True
    colours: bool = True

    def text(self, sentence: str) -> str:
        """A sentence in the characters that this terminal has."""
        return sentence if self.unicode else to_ascii(sentence)

    def shape(self, colour: int) -> str:
        """The sign of a colour; in ASCII its letter tells it."""
        return SHAPES[colour] if self.unicode else " "

    @property
    def dot(self) -> str:
        return "·" if self.unicode else "."

    @property
    def rule(self) -> str:
        """What a line across the screen is made of."""
        return "─" if self.unicode else "-"

    @property
    def bar(self) -> str:
        return "│" if self.unicode else "|"


def look_of(environment: Mapping[str, str]) -> Look:
    """What the locale and the kind of terminal promise."""
    terminal = environment.get("TERM", "")
    kind = environment.get("LC_CTYPE", "")
    named = (environment.get("LC_ALL"), "" if kind in COERCED else kind, environment.get("LANG"))
    locale = next(filter(None, named), "").lower().replace("-", "")
    colours = not environment.get("NO_COLOR") and not terminal.startswith(MONOCHROME)
    return Look("utf8" in locale and not terminal.startswith(OLD), colours)


def is_dumb(environment: Mapping[str, str]) -> bool:
    """Whether a terminal cannot move its cursor: full screens are out of the question."""
    return environment.get("TERM", "") in ("", "dumb", "unknown")


def to_ascii(sentence: str) -> str:
    """A sentence without accents and special characters.

    >>> to_ascii("Über · Größe … déjà")
    'Ueber - Groesse ... deja'
    """
    plain = unicodedata.normalize("NFKD", sentence.translate(IN_ASCII))
    return (
        "".join(sign for sign in plain if not unicodedata.combining(sign)).encode("ascii", "replace").decode()
    )
