"""`sixes serve`: tables to play at, in the browser."""

import argparse
import os
import ssl
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sixes.cli.output import complain
from sixes.text import say

if TYPE_CHECKING:
    from sixes.server.run import Settings

PORT = 8066


def add_to(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser("serve", help="play both games in the browser")
    command.add_argument("--host", default="0.0.0.0", help="address to listen on (default: every network)")
    command.add_argument("--port", type=port, default=PORT, help=f"port to listen on (default: {PORT})")
    command.add_argument("--data", metavar="DIR", type=Path, help="where to keep the tables")
    command.add_argument(
        "--database", metavar="URL", help="keep them in PostgreSQL: postgresql://user@host/name"
    )
    command.add_argument(
        "--nats", metavar="URL", help="be one of several nodes, which meet at nats://host:4222"
    )
    command.add_argument("--tls-cert", metavar="FILE", type=Path, help="certificate, for https")
    command.add_argument("--tls-key", metavar="FILE", type=Path, help="its key")
    command.add_argument(
        "--trusted-proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help="a proxy in front, or its network, that says where requests come from",
    )
    command.add_argument("--log-addresses", action="store_true", help="log the addresses of visitors")
    command.add_argument(
        "--bot-pace", metavar="FACTOR", type=pace, default=1.0, help="how long bots pause (default: 1)"
    )
    command.set_defaults(run=run)
    return command


def port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; ports are 0 to 65535")
    return int(text)


def pace(text: str) -> float:
    try:
        factor = float(text)
    except ValueError:
        factor = -1
    if not 0 <= factor <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to 100")
    return factor


def run(called: argparse.Namespace) -> int:
    # Slow to import, and of use to this command only.
    from sixes.server.run import run as serve  # noqa: PLC0415
    from sixes.server.storage.store import CannotOpen  # noqa: PLC0415

    def ready(addresses: list[str]) -> None:
        print(say("serve.open", called.lang, address=addresses[0]), flush=True)
        for address in addresses[1:]:
            print(say("serve.phones", called.lang, address=address), flush=True)

    try:
        serve(settings(called), ready)
    except CannotOpen as error:
        complain(error.sentence(called.lang))
    except Wrong as wrong:
        complain(str(wrong))
    except ssl.SSLError:
        complain(say("serve.tls", called.lang))
    except OSError as error:
        why = error.strerror or str(error)
        complain(say("serve.cannot_listen", called.lang, host=called.host, port=called.port, why=why))
    else:
        return 0
    return 1


def chosen(called: argparse.Namespace) -> tuple[str, str]:
    """The database and NATS: as the call says, or else the environment, where nobody else sees passwords."""
    if called.data:
        return called.database or "", called.nats or ""
    database = called.database or os.environ.get("SIXES_DATABASE_URL", "")
    return database, called.nats or os.environ.get("SIXES_NATS_URL", "")


class Wrong(ValueError):
    """An option makes no sense; the text says so."""


def settings(called: argparse.Namespace) -> "Settings":
    from sixes.server.addresses import parse_networks  # noqa: PLC0415
    from sixes.server.run import Settings  # noqa: PLC0415
    from sixes.server.storage.database import default_data  # noqa: PLC0415

    if (called.tls_cert is None) != (called.tls_key is None):
        raise Wrong(say("serve.tls", called.lang))
    for file in filter(None, (called.tls_cert, called.tls_key)):
        try:
            file.open("rb").close()
        except OSError as error:
            raise Wrong(say("record.unreadable", called.lang, file=file, why=error.strerror)) from None
    try:
        trusted = parse_networks(called.trusted_proxy)
    except ValueError as error:
        raise Wrong(say("serve.proxy", called.lang, network=str(error))) from None
    tls = (called.tls_cert, called.tls_key) if called.tls_cert else None
    database, nats = chosen(called)
    data = database or called.data or default_data()
    if nats and not database:
        raise Wrong(say("serve.nodes", called.lang))
    shown = called.log_addresses
    return Settings(called.host, called.port, data, tls, trusted, shown, nats, called.bot_pace)
