"""Where requests come from: headers are believed only from proxies that we trust."""

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixes.server.addresses import parse_networks
from sixes.server.http.origins import client_address, is_host, is_local, is_secure, is_trusted, same_origin

PROXIES = parse_networks(["10.0.0.0/8", "2001:db8:ffff::/48"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.9", None, "192.0.2.9"),
        ("192.0.2.9", "198.51.100.1", "192.0.2.9"),  # anybody can send this header
        ("10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"),  # the left one is the client's own invention
        ("10.0.0.1", "6.6.6.6,198.51.100.1 , 10.2.3.4", "198.51.100.1"),
        ("10.0.0.1", "10.9.9.9, 10.2.3.4", "10.9.9.9"),
        ("10.0.0.1", "198.51.100.1:5123", "198.51.100.1"),
        ("10.0.0.1", "[2001:db8::7]:5123", "2001:db8::7"),
        ("10.0.0.1", "2001:DB8::7", "2001:db8::7"),
        ("2001:db8:ffff::1", "198.51.100.1", "198.51.100.1"),
        ("::ffff:10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "6.6.6.6, nonsense, 10.2.3.4", "10.2.3.4"),
        ("10.0.0.1", "999.1.1.1", "10.0.0.1"),
        ("", "198.51.100.1", ""),
    ],
)
def test_the_client_is_the_nearest_that_is_no_trusted_proxy(
    peer: str, forwarded: str | None, client: str
) -> None:
    assert client_address(peer, forwarded, PROXIES) == client


@given(st.text(st.sampled_from("0123456789.:,[] af%x\u0661")))
def test_no_header_breaks_anything(forwarded: str) -> None:
    assert str(ip_address(client := client_address("10.0.0.1", forwarded, PROXIES))) == client
    assert client_address("192.0.2.9", forwarded, PROXIES) == "192.0.2.9"


def test_headers_are_believed_from_trusted_networks() -> None:
    assert is_trusted("10.200.0.1", PROXIES)
    assert is_trusted("::ffff:10.200.0.1", PROXIES)
    assert not is_trusted("11.0.0.1", PROXIES)
    assert not is_trusted("", PROXIES)


@pytest.mark.parametrize(
    ("scheme", "forwarded", "trusted", "secure"),
    [
        ("http", None, False, False),
        ("https", None, False, True),
        ("http", "https", False, False),
        ("http", "https", True, True),
        ("http", "HTTPS, http", True, True),
        ("http", "http", True, False),
        ("https", "http", True, False),
        ("https", "", True, True),
        ("wss", None, False, True),
    ],
)
def test_a_request_is_secure_by_its_own_scheme_or_by_the_word_of_a_trusted_proxy(
    scheme: str, forwarded: str | None, trusted: bool, secure: bool
) -> None:
    assert is_secure(scheme, forwarded, trusted) is secure


@pytest.mark.parametrize(
    ("origin", "host", "secure"),
    [
        (None, "sixes.example", True),
        ("https://sixes.example", "sixes.example", True),
        ("https://sixes.example", "Sixes.Example:443", True),
        ("http://sixes.example", "sixes.example:80", False),
        ("http://localhost:8080", "localhost:8080", False),
        ("http://[fd00::2]:8080", "[fd00::2]:8080", False),
        ("https://sixes.example", "sixes.example", False),
    ],
)
def test_our_own_pages_may_ask(origin: str | None, host: str, secure: bool) -> None:
    assert same_origin(origin, host, secure)


@pytest.mark.parametrize(
    ("origin", "host", "secure"),
    [
        ("null", "sixes.example", True),
        ("", "sixes.example", True),
        ("", "", False),
        ("http://", "", False),
        ("https://other.example", "sixes.example", True),
        ("https://sixes.example.other.example", "sixes.example", True),
        ("https://sixes.example@other.example", "sixes.example", True),
        ("https://sixes.example:8443", "sixes.example", True),
        ("http://localhost:5173", "localhost:8080", False),
        ("http://sixes.example", "sixes.example", True),
        ("chrome-extension://sixes.example", "sixes.example", False),
        ("sixes.example", "sixes.example", False),
    ],
)
def test_pages_of_others_may_not(origin: str, host: str, secure: bool) -> None:
    assert not same_origin(origin, host, secure)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8066", "127.0.0.1:8066", "127.1.2.3", "[::1]:8066"])
@pytest.mark.parametrize("address", ["127.0.0.1", "127.1.2.3", "::1"])
def test_who_asks_on_this_machine_for_this_machine(address: str, host: str) -> None:
    assert is_local(address, host)


@pytest.mark.parametrize(
    ("address", "host"),
    [
        *[("127.0.0.1", host) for host in ("", "192.168.1.5:8066", "localhost.example:80", "[fd00::1]")],
        *[(address, "localhost") for address in ("192.168.1.7", "203.0.113.5", "fd00::1", "", "unix")],
    ],
)
def test_who_asks_from_a_network_or_for_a_machine_in_one(address: str, host: str) -> None:
    """The header alone says nothing: anybody can write it."""
    assert not is_local(address, host)


@pytest.mark.parametrize("host", ["localhost", "six.example:8080", "my_host", "192.0.2.1", "[2001:db8::7]"])
def test_a_host_is_a_name_or_an_address(host: str) -> None:
    assert is_host(host)


@pytest.mark.parametrize("host", ["", "a b", 'x">', "a/b", "gäste", "x\udcae", "x:", "x:port", "a:1:2"])
def test_nothing_else_is_a_host(host: str) -> None:
    assert not is_host(host)
