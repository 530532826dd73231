"""Where a request comes from: the client's address and language, TLS or not, and the page that sent it."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from aiohttp import web

from sixes.server.addresses import DEFAULT_PORT, Address, Network, parse_address
from sixes.text import LANGUAGES


class Origin(NamedTuple):
    """Where a request comes from; the middleware stores it in the request."""

    address: str
    secure: bool
    language: str
    is_local: bool = False
    """The browser runs on the machine of this server, and opened it as localhost."""


ORIGIN = web.RequestKey("origin", Origin)
HOST = re.compile(r"([\w.-]+|\[[0-9a-fA-F:.]+\])(:[0-9]+)?", re.ASCII)


def read_origin(request: web.Request, trusted: Sequence[Network]) -> Origin:
    peername = request.transport.get_extra_info("peername") if request.transport else None
    peer = peername[0] if peername else ""
    forwarded = ",".join(request.headers.getall("X-Forwarded-For", ()))
    address = client_address(peer, forwarded or None, trusted)
    proto = request.headers.get("X-Forwarded-Proto")
    secure = is_secure(request.scheme, proto, is_trusted(peer, trusted))
    language = preferred_language(request.headers.get("Accept-Language", ""))
    # A proxy on this machine that we do not trust hides where a request comes from.
    hidden = bool(forwarded) and not is_trusted(peer, trusted)
    return Origin(address, secure, language, is_local(address, request.host) and not hidden)


def is_host(host: str) -> bool:
    """Whether a Host header is a name or an address: pages repeat it, so nothing else may stand there."""
    return HOST.fullmatch(host) is not None


def preferred_language(accept_language: str) -> str:
    """The first of our languages that a browser accepts; English if there is none."""
    for accepted in accept_language[:200].lower().split(","):
        language = accepted.strip()[:2]
        if language in LANGUAGES:
            return language
    return "en"


def is_trusted(peer: str, trusted: Sequence[Network]) -> bool:
    """Whether a peer is a trusted proxy, whose headers we believe."""
    return _is_in(parse_address(peer), trusted)


def client_address(peer: str, forwarded: str | None, trusted: Sequence[Network]) -> str:
    """The address of the client: the nearest one that is not a trusted proxy.

    Proxies append to X-Forwarded-For (several such headers: joined by commas), so it is read from the right.
    What stands left of an untrusted or malformed address may be forged.
    """
    nearest = parse_address(peer)
    if nearest is None:
        return peer
    for hop in reversed((forwarded or "").split(",")):
        if not _is_in(nearest, trusted) or (address := parse_address(hop.strip())) is None:
            break
        nearest = address
    return str(nearest)


def _is_in(address: Address | None, networks: Sequence[Network]) -> bool:
    return address is not None and any(address in network for network in networks)


def is_secure(scheme: str, forwarded_proto: str | None, peer_trusted: bool) -> bool:
    """Whether the browser uses TLS: to this server, or to a trusted proxy that says so."""
    if peer_trusted and forwarded_proto:
        scheme = forwarded_proto.partition(",")[0].strip()
    return scheme.lower() in ("https", "wss")


def same_origin(origin_header: str | None, host: str, secure: bool) -> bool:
    """Whether a page of ours sent the request; without an Origin header, no foreign page did.

    An https page may send what looks like plain http here: then a proxy that we do not trust ends TLS.
    """
    if origin_header is None:
        return True
    scheme, _, site = origin_header.lower().partition("://")
    if scheme not in DEFAULT_PORT or (secure and scheme != "https"):
        return False
    port = f":{DEFAULT_PORT[scheme]}"
    return site != "" and site.removesuffix(port) == host.lower().removesuffix(port)


def is_local(address: str, host: str) -> bool:
    """Whether a client is on this machine and named it so; the Host header alone says what anybody likes."""
    client = parse_address(address)
    return client is not None and client.is_loopback and names_this_machine(host)


def names_this_machine(host: str) -> bool:
    address = parse_address(host)
    return host.partition(":")[0].lower() == "localhost" or (address is not None and address.is_loopback)
