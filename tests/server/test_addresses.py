"""Networks of trusted proxies as operators write them, and where this server can be opened."""

import socket
from ipaddress import ip_address

import pytest

from sixes.server.addresses import parse_networks, urls_to_open


def test_trusted_proxies_are_networks_or_single_addresses() -> None:
    assert [str(network) for network in parse_networks(["127.0.0.1", " 10.0.0.5/8", "::1"])] == [
        "127.0.0.1/32",
        "10.0.0.0/8",
        "::1/128",
    ]


@pytest.mark.parametrize("text", ["", "10.0.0.0/33", "proxy.example.org", "10.0.0.0/8/8"])
def test_a_bad_network_is_named(text: str) -> None:
    with pytest.raises(ValueError) as bad:  # noqa: PT011 - its text is all there is
        parse_networks(["127.0.0.1", text])
    assert str(bad.value) == text


@pytest.mark.parametrize(
    ("host", "port", "secure", "address"),
    [
        ("127.0.0.1", 8080, False, "http://127.0.0.1:8080"),
        ("sixes.example", 443, True, "https://sixes.example"),
        ("sixes.example", 443, False, "http://sixes.example:443"),
        ("sixes.example", 80, False, "http://sixes.example"),
        ("::1", 8443, True, "https://[::1]:8443"),
    ],
)
def test_a_server_at_one_address_is_opened_there(host: str, port: int, secure: bool, address: str) -> None:
    assert urls_to_open(host, port, secure) == [address]


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::"])
def test_a_server_everywhere_is_opened_here_and_from_the_same_network(host: str) -> None:
    here, *phones = urls_to_open(host, 8080, False)
    assert here == "http://localhost:8080"
    assert len(set(phones)) == len(phones)
    for phone in phones:
        own = ip_address(phone.removeprefix("http://").removesuffix(":8080").strip("[]"))
        assert not own.is_loopback
        assert not own.is_link_local
        family = socket.AF_INET if own.version == 4 else socket.AF_INET6
        with socket.socket(family, socket.SOCK_STREAM) as server:
            server.bind((str(own), 0))  # only an address of this machine can be bound


def test_each_address_of_this_machine_that_others_reach_is_named_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = iter(["192.168.1.5", "192.168.1.5", "169.254.1.1", "10.0.0.7"])
    monkeypatch.setattr(socket.socket, "connect", lambda *_: None)
    monkeypatch.setattr(socket.socket, "getsockname", lambda _: (next(own), 1))
    phones = ["http://192.168.1.5:8080", "http://10.0.0.7:8080"]
    assert urls_to_open("0.0.0.0", 8080, False) == ["http://localhost:8080", *phones]


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_without_a_network_there_is_only_this_machine(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert urls_to_open(host, 8080, True) == ["https://localhost:8080"]
