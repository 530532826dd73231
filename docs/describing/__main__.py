"""Write the generated files, or with --check report which are out of date."""

import sys
from pathlib import Path

import msgspec

from docs.describing.folds import folds
from docs.describing.page import page
from docs.describing.typescript import game_data, later_data, messages
from sixes.server.http.openapi import describe_routes
from sixes.server.http.routes import ROUTES

DOCS = Path(__file__).parents[1]
CLIENT = DOCS.parent / "client"


def pages() -> dict[Path, str]:
    openapi = msgspec.json.format(msgspec.json.encode(describe_routes(ROUTES)), indent=2).decode()
    return {
        DOCS / "protocol.md": page(),
        DOCS / "openapi.json": openapi + "\n",
        CLIENT / "src" / "wire" / "messages.ts": messages(),
        CLIENT / "src" / "wire" / "gameData.ts": game_data(),
        CLIENT / "src" / "wire" / "laterData.ts": later_data(),
        **{CLIENT / "test" / "golden" / name: text for name, text in folds().items()},
    }


def stale(made: dict[Path, str]) -> list[str]:
    """Names of generated files on disk that are missing or different."""
    return [path.name for path, text in made.items() if not path.is_file() or path.read_text("utf-8") != text]


def main(arguments: list[str]) -> int:
    made = pages()
    if arguments == ["--check"]:
        names = stale(made)
        if names:
            print(f"Out of date, run python3 dev.py describe: {', '.join(names)}.", file=sys.stderr)
        return 1 if names else 0
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
