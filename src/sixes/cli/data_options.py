"""The options of commands that use a server's data, and where these are."""

import argparse
import os
from pathlib import Path


def add_data_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--data", metavar="DIR", type=Path, help="where the tables are kept, in SQLite")
    command.add_argument(
        "--database", metavar="URL", help="or where they are in PostgreSQL: postgresql://user@host/name"
    )


def data_location(called: argparse.Namespace) -> Path | str:
    """A directory, or the URL of a database: as the options say, else the environment, else the default."""
    if called.data and not called.database:
        return Path(called.data)
    return database_url(called) or default_directory()


def database_url(called: argparse.Namespace) -> str:
    """The option or the environment variable, which hides the password from other users of the machine."""
    return called.database or os.environ.get("SIXES_DATABASE_URL", "")


def default_directory() -> Path:
    if chosen := os.environ.get("SIXES_DATA"):
        return Path(chosen)
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "sixes"
