"""`sixes bot`: let any Python bot sit at a table and play."""

import argparse

SERVER = "http://localhost:8066"
HELP = "let a bot sit at a table and play"


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--table", metavar="CODE", required=True, help="the table's code, or its link")
    command.add_argument("--server", metavar="URL", help=f"where the table is (default: {SERVER})")
    bot_help = "a level, or MODULE:NAME for a bot of your own (default: nearest)"
    command.add_argument("--bot", metavar="BOT", default="nearest", help=bot_help)
    command.add_argument("--name", help="what the bot is called at the table")


def run(called: argparse.Namespace) -> int:
    # Slow to import, and used by this command only.
    from sixes.cli.bot_session import run_session  # noqa: PLC0415

    server, code = server_and_code(called.table, called.server)
    return run_session(server, code, called.bot, called.name, called.lang)


def server_and_code(table: str, server: str | None) -> tuple[str, str]:
    """The address of the server and the code of the table; a link has both."""
    address, slash, code = table.strip().rstrip("/").rpartition("/table/")
    server = server or (address if slash else SERVER)
    return (server if "://" in server else f"http://{server}").rstrip("/"), code
