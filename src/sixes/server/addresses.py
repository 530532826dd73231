"""IP addresses and networks, and the URLs under which this server can be opened."""

import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address

DEFAULT_PORT = {"http": 80, "https": 443}
ANY_ADDRESS = {"": socket.AF_INET, "0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}
# Unused addresses, one behind the default route and one in each kind of private network.
PROBES = {
    socket.AF_INET: ("192.0.2.1", "192.168.254.254", "10.254.254.254", "172.31.254.254"),
    socket.AF_INET6: ("2001:db8::1", "fd00::1"),
}


def parse_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Parse networks such as "10.0.0.0/8", or single addresses; ValueError has the text of a bad one."""
    networks = []
    for text in texts:
        try:
            networks.append(ip_network(text.strip(), strict=False))
        except ValueError:
            raise ValueError(text) from None
    return tuple(networks)


def parse_address(text: str) -> Address | None:
    """Parse an address, with or without a port; an IPv4 address mapped to IPv6 becomes IPv4 again."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def urls_to_open(host: str, port: int, secure: bool) -> list[str]:
    """The URL on this machine; if the server listens on all addresses, also those for the same network."""
    if host not in ANY_ADDRESS:
        return [_url(host, port, secure)]
    return [_url(name, port, secure) for name in ("localhost", *_own_addresses(ANY_ADDRESS[host]))]


def _url(host: str, port: int, secure: bool) -> str:
    scheme = "https" if secure else "http"
    site = f"[{host}]" if ":" in host else host
    return f"{scheme}://{site}" if port == DEFAULT_PORT[scheme] else f"{scheme}://{site}:{port}"


def _own_addresses(family: socket.AddressFamily) -> list[str]:
    """The addresses of this machine in its networks.

    Connecting a UDP socket sends nothing: the system only chooses the address that it would send from.
    """
    found: dict[str, None] = {}
    for target in PROBES[family]:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                own = ip_address(probe.getsockname()[0])
        except OSError:
            continue
        if not (own.is_unspecified or own.is_loopback or own.is_link_local):
            found[str(own)] = None
    return list(found)
