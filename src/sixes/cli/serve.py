"""`sixes serve`: run a server to play both games in the browser."""

import argparse
import os
import ssl
from pathlib import Path
from typing import TYPE_CHECKING

from sixes.cli.data_options import add_data_options, data_location
from sixes.cli.output import complain
from sixes.text import UserError, say

if TYPE_CHECKING:
    from sixes.server.run import Settings

PORT = 8066
HELP = "play both games in the browser"


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", default="0.0.0.0", help="address to listen on (default: every network)")
    command.add_argument("--port", type=port, default=PORT, help=f"port to listen on (default: {PORT})")
    add_data_options(command)
    command.add_argument("--nats", metavar="URL", help="run as one of several nodes: nats://host:4222")
    command.add_argument("--tls-cert", metavar="FILE", type=Path, help="certificate, for HTTPS")
    command.add_argument("--tls-key", metavar="FILE", type=Path, help="its key")
    proxy_help = "address or network of a reverse proxy that reports where requests come from"
    command.add_argument("--trusted-proxy", metavar="ADDRESS", action="append", default=[], help=proxy_help)
    command.add_argument("--log-addresses", action="store_true", help="log the addresses of visitors")
    command.add_argument(
        "--bot-pace", metavar="FACTOR", type=pace, default=1.0, help="how long bots pause (default: 1)"
    )


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
    # Slow to import, and used by this command only.
    from sixes.server.run import run_server  # noqa: PLC0415

    def ready(addresses: list[str]) -> None:
        print(say("serve.open", called.lang, address=addresses[0]), flush=True)
        for address in addresses[1:]:
            print(say("serve.phones", called.lang, address=address), flush=True)

    try:
        run_server(settings(called), ready)
    except ssl.SSLError:
        complain(say("serve.tls", called.lang))
    except OSError as error:
        why = error.strerror or str(error)
        complain(say("serve.cannot_listen", called.lang, host=called.host, port=called.port, why=why))
    else:
        return 0
    return 1


class BadOption(UserError):
    """An option cannot be used."""


def settings(called: argparse.Namespace) -> "Settings":
    from sixes.server.addresses import parse_networks  # noqa: PLC0415
    from sixes.server.run import Settings  # noqa: PLC0415

    if (called.tls_cert is None) != (called.tls_key is None):
        raise BadOption("serve.tls")
    for file in filter(None, (called.tls_cert, called.tls_key)):
        try:
            file.open("rb").close()
        except OSError as error:
            raise BadOption("record.unreadable", file=file, why=error.strerror) from None
    try:
        trusted = parse_networks(called.trusted_proxy)
    except ValueError as error:
        raise BadOption("serve.proxy", network=str(error)) from None
    tls = (called.tls_cert, called.tls_key) if called.tls_cert else None
    data = data_location(called)
    nats = called.nats or ("" if called.data else os.environ.get("SIXES_NATS_URL", ""))
    if nats and isinstance(data, Path):
        raise BadOption("serve.nodes")
    addresses = called.log_addresses
    return Settings(called.host, called.port, data, tls, trusted, addresses, nats, called.bot_pace)
