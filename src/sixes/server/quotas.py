"""Limits on what is open at once: connections and sockets of an address, sockets of a player, descriptors."""

import resource
from collections import Counter
from collections.abc import Callable

from sixes.play.match import Refused
from sixes.server.limits import bucket_key
from sixes.server.logs import log
from sixes.server.metrics import Metrics

SOCKETS_OF_ADDRESS = 400
"""A school behind one address: thirty phones with several tabs each, some left open by a bad network."""
SOCKETS_OF_PLAYER = 100
"""More than a table takes of one player; a program that plays many tables needs several players."""
CONNECTIONS_OF_ADDRESS = 1200
"""With those for requests, of which browsers keep several open for a while."""
MOST_RESERVED = 200
"""Descriptors kept back for the database, the log, files and other nodes."""
SECONDS_BETWEEN_LOGS = 60.0


class TooManyOpen(Refused):
    """So much is open for an address or a player that there can be no more."""


class Quota:
    """How many may be open at once for each key. Nothing is remembered of keys with none."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def enter(self, key: str) -> bool:
        if self._open[key] >= self._most:
            return False
        self._open[key] += 1
        return True

    def leave(self, key: str) -> None:
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]


class ConnectionQuotas:
    """What clients may have open; refusals are counted, and logged once a minute for each reason."""

    def __init__(
        self, metrics: Metrics, seconds: Callable[[], float], is_proxy: Callable[[str], bool]
    ) -> None:
        """`is_proxy` says whether an address is that of a trusted proxy, whose connections are others'."""
        self._by_address = Quota(SOCKETS_OF_ADDRESS)
        self._by_player = Quota(SOCKETS_OF_PLAYER)
        self._connections = Quota(CONNECTIONS_OF_ADDRESS)
        self._is_proxy = is_proxy
        self._highest_descriptor = highest_descriptor(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
        self._refused = metrics.counter(
            "sixes_sockets_refused_total", "Connections and sockets refused because too many were open"
        )
        self._seconds = seconds
        self._logged: dict[str, float] = {}
        """When the next refusal may be logged, by reason."""

    def open_socket(self, player: str, address: str) -> None:
        """Count a socket until `close_socket`, or refuse it."""
        key = bucket_key(address)
        if not self._by_address.enter(key):
            raise self._refuse("address", address)
        if not self._by_player.enter(player):
            self._by_address.leave(key)
            raise self._refuse("player", address)

    def close_socket(self, player: str, address: str) -> None:
        self._by_address.leave(bucket_key(address))
        self._by_player.leave(player)

    def connect(self, address: str, descriptor: int) -> bool:
        """Count a connection, if there can be one more."""
        # The system gives the lowest free number, so all below that one are in use, whatever for.
        if descriptor > self._highest_descriptor:
            self._refuse("descriptors", address)
            return False
        if not (self._is_proxy(address) or self._connections.enter(bucket_key(address))):
            self._refuse("address", address)
            return False
        return True

    def disconnect(self, address: str) -> None:
        if not self._is_proxy(address):
            self._connections.leave(bucket_key(address))

    def _refuse(self, why: str, address: str) -> TooManyOpen:
        self._refused.value += 1
        now = self._seconds()
        if now >= self._logged.get(why, now):
            self._logged[why] = now + SECONDS_BETWEEN_LOGS
            log("connections_refused", why=why, address=address)
        return TooManyOpen("http.too_many_open")


def highest_descriptor(limit: int) -> int:
    """The highest descriptor that a client may get, where a process may have so many of them."""
    return limit - min(MOST_RESERVED, limit // 4)
