"""Where a request comes from, and the addresses at which this server can be opened."""

import socket
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address

DEFAULT_PORT = {"http": 80, "https": 443}
EVERYWHERE = {"": socket.AF_INET, "0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}
# Reserved addresses, one behind the default route and one in each kind of private network: nobody is there.
ELSEWHERE = {
    socket.AF_INET: ("192.0.2.1", "192.168.254.254", "10.254.254.254", "172.31.254.254"),
    socket.AF_INET6: ("2001:db8::1", "fd00::1"),
}


def parse_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Networks of trusted proxies: "10.0.0.0/8", or one address. A bad one is the text of a ValueError."""
    networks = []
    for text in texts:
        try:
            networks.append(ip_network(text.strip(), strict=False))
        except ValueError:
            raise ValueError(text) from None
    return tuple(networks)


def is_trusted(peer: str, trusted: Sequence[Network]) -> bool:
    """Whether what this peer says about a request can be believed."""
    return _is_in(read_address(peer), trusted)


def client_address(peer: str, forwarded: str | None, trusted: Sequence[Network]) -> str:
    """The address of whoever asks: the nearest one that is not a trusted proxy.

    Proxies add to the right of X-Forwarded-For (several such headers: joined by commas), so it is read from
    there. What stands left of an address that we do not trust, or of nonsense, is only somebody's claim.
    """
    nearest = read_address(peer)
    if nearest is None:
        return peer
    for hop in reversed((forwarded or "").split(",")):
        if not _is_in(nearest, trusted) or (address := read_address(hop.strip())) is None:
            break
        nearest = address
    return str(nearest)


def read_address(text: str) -> Address | None:
    """An address, perhaps with a port; one of IPv4 dressed as IPv6 is itself again."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_in(address: Address | None, networks: Sequence[Network]) -> bool:
    return address is not None and any(address in network for network in networks)


def is_secure(scheme: str, forwarded_proto: str | None, peer_trusted: bool) -> bool:
    """Whether the browser came by TLS: to us, or to the trusted proxy in front, which then says so."""
    if peer_trusted and forwarded_proto:
        scheme = forwarded_proto.partition(",")[0].strip()
    return scheme.lower() in ("https", "wss")


def same_origin(origin: str | None, host: str, secure: bool) -> bool:
    """Whether a page of ours asks. No Origin header: not a page, or one that asks its own server.

    An https page may ask what we take for plain http: then a proxy in front that we do not trust speaks TLS.
    """
    if origin is None:
        return True
    scheme, _, site = origin.lower().partition("://")
    if scheme not in DEFAULT_PORT or (secure and scheme != "https"):
        return False
    usual = f":{DEFAULT_PORT[scheme]}"
    return site != "" and site.removesuffix(usual) == host.lower().removesuffix(usual)


def is_this_machine(host: str) -> bool:
    """Whether a Host header names the machine itself, as only a browser on it can mean."""
    address = read_address(host)
    return host.partition(":")[0].lower() == "localhost" or (address is not None and address.is_loopback)


def addresses_to_open(host: str, port: int, secure: bool) -> list[str]:
    """What to open in a browser: on this machine, then, if we listen everywhere, from the same network."""
    if host not in EVERYWHERE:
        return [_url(host, port, secure)]
    return [_url(name, port, secure) for name in ("localhost", *_own_addresses(EVERYWHERE[host]))]


def _url(host: str, port: int, secure: bool) -> str:
    scheme = "https" if secure else "http"
    site = f"[{host}]" if ":" in host else host
    return f"{scheme}://{site}" if port == DEFAULT_PORT[scheme] else f"{scheme}://{site}:{port}"


def _own_addresses(family: socket.AddressFamily) -> list[str]:
    """The addresses of this machine in its networks; none without a network.

    Connecting a UDP socket sends nothing: the system only chooses the address that it would send from.
    """
    found: dict[str, None] = {}
    for elsewhere in ELSEWHERE[family]:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))
                own = ip_address(probe.getsockname()[0])
        except OSError:
            continue
        if not (own.is_unspecified or own.is_loopback or own.is_link_local):
            found[str(own)] = None
    return list(found)
