"""Headers of every response, and the cookie that keeps an identity."""

from collections.abc import Mapping
from types import MappingProxyType

COOKIE = "sixes"
YEAR = 365 * 24 * 60 * 60

# Everything comes from this server, and no script or style is inline; 'self' includes WebSockets.
_POLICY = (
    "default-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
_UNUSED = ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "serial", "usb")

SECURITY: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": "; ".join(_POLICY),
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
    text = f"{COOKIE}={secret}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax"
    return f"{text}; Secure" if secure else text
