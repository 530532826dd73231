"""What every response says to the browser, and the cookie of an identity, as a standard parser reads it."""

from http.cookies import SimpleCookie

import pytest

from sixes.server.codes import new_secret
from sixes.server.http.headers import COOKIE, SECURE_COOKIE, SECURITY, identity_cookie, our_cookies


def test_pages_load_from_this_server_only_and_nobody_frames_them() -> None:
    rules = dict(rule.split(" ", 1) for rule in SECURITY["Content-Security-Policy"].split("; "))
    assert rules["default-src"] == rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["object-src"] == rules["base-uri"] == "'none'"
    assert "unsafe" not in SECURITY["Content-Security-Policy"]


def test_nothing_is_guessed_told_to_others_or_asked_of_the_device() -> None:
    assert SECURITY["X-Content-Type-Options"] == "nosniff"
    assert SECURITY["Referrer-Policy"] == "same-origin"
    rules = SECURITY["Permissions-Policy"].split(", ")
    assert "camera=()" in rules
    assert all(rule.endswith("=()") for rule in rules)


@pytest.mark.parametrize("secure", [True, False])
def test_the_cookie_is_for_this_server_only_for_a_year_and_secure_only_under_tls(secure: bool) -> None:
    secret = new_secret()
    read = SimpleCookie(identity_cookie(secret, secure))[SECURE_COOKIE if secure else COOKIE]
    assert read.value == secret
    assert read["max-age"] == "31536000"
    assert (read["path"], read["samesite"], read["domain"]) == ("/", "Lax", "")
    assert read["httponly"] is True
    assert bool(read["secure"]) is secure


def test_of_all_cookies_only_ours_are_read() -> None:
    header = "theme=dark; sixes=a_-1; __Host-sixes=b2;notsixes=c; xsixes=d; sixes=e f; other"
    assert our_cookies(header) == {"sixes": "a_-1", "__Host-sixes": "b2"}
    assert our_cookies("sixes=é; a=;=;;") == our_cookies("") == {}
    assert our_cookies(f"{' ' * 8000}sixes=a") == {"sixes": "a"}
