"""Headers of every response, and the cookie that keeps an identity."""

from collections.abc import Mapping
from types import MappingProxyType

COOKIE = "sixes"
YEAR = 365 * 24 * 60 * 60

# Pages take all from this server, and no script or style from the page itself; 'self' means WebSockets, too.
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
        # Addresses hold the codes of tables: no other site hears them. With no-referrer, browsers would say
        # "Origin: null" for our own forms.
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Server": "Sixes",  # and not which libraries, in which version
    }
)


def cookie(secret: str, secure: bool) -> str:
    """The text of Set-Cookie for an identity.

    Lax and not Strict: who follows a link from a chat to a table must come there as who they are. Secure
    under TLS only: a phone in the local network comes by plain http, and would not keep it.
    """
    text = f"{COOKIE}={secret}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax"
    return f"{text}; Secure" if secure else text
