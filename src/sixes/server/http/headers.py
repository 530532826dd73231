"""Headers of every response, and the cookie that keeps an identity."""

import re
from collections.abc import Mapping
from types import MappingProxyType

COOKIE = "sixes"
SECURE_COOKIE = "__Host-sixes"
"""Its name under TLS: browsers then take it neither over plain http nor from another host of the domain."""
POLICY = "Content-Security-Policy"
YEAR = 365 * 24 * 60 * 60
HSTS = ("Strict-Transport-Security", f"max-age={YEAR}")
"""Under TLS: browsers then never try plain http at this host."""

_OUR_COOKIE = re.compile(rf"(?:^|;)[ \t]*({COOKIE}|{SECURE_COOKIE})=([\w-]+)[ \t]*(?=;|$)", re.ASCII)

# Everything comes from this server, and no script or style is inline; 'self' includes WebSockets.
_POLICY = (
    "default-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
# The worker that runs Python compiles WebAssembly, and imports scripts that it has checked and stored before.
WORKER_POLICY = "; ".join((*_POLICY, "script-src 'self' blob: 'wasm-unsafe-eval'"))
_UNUSED = ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "serial", "usb")

SECURITY: Mapping[str, str] = MappingProxyType(
    {
        POLICY: "; ".join(_POLICY),
        "Permissions-Policy": ", ".join(f"{feature}=()" for feature in _UNUSED),
        # URLs contain the codes of tables: no other site may learn them. With no-referrer, browsers would
        # send "Origin: null" for our own forms.
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Server": "Sixes",  # without libraries and versions
    }
)


def identity_cookie(secret: str, secure: bool) -> str:
    """The value of Set-Cookie for an identity.

    Lax and not Strict: a player who follows a link from a chat to a table must be recognised. Secure under
    TLS only: a phone in the local network uses plain http, and would not keep a secure cookie.
    """
    attributes = f"Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax"
    return f"{SECURE_COOKIE}={secret}; {attributes}; Secure" if secure else f"{COOKIE}={secret}; {attributes}"


def our_cookies(header: str) -> dict[str, str]:
    """Our own among the cookies of a request; to parse all of them could take 20 ms."""
    return dict(_OUR_COOKIE.findall(header))


def identity_secret(cookies: Mapping[str, str], secure: bool) -> str:
    """The secret of an identity among the cookies of a request, or "".

    Under TLS also from a cookie with the plain name, as earlier releases set it; see `needs_moving`.
    """
    return (cookies.get(SECURE_COOKIE, "") if secure else "") or cookies.get(COOKIE, "")


def needs_moving(cookies: Mapping[str, str], secure: bool) -> bool:
    """Whether a request under TLS has a cookie with the plain name, to be replaced by the secure one."""
    return secure and COOKIE in cookies


FORGET_SECURE_COOKIE = f"{SECURE_COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure"
"""The value of Set-Cookie that removes an identity under TLS."""
FORGET_COOKIE = f"{COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"
"""The value of Set-Cookie that removes a cookie with the plain name."""
