"""Rate limits: token buckets, for a connection or for each address.

Times are seconds of a monotonic clock.
"""

from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address

from sixes.server.addresses import parse_address

MOST_KEYS = 50_000
KEPT = 1000
"""Buckets kept even if they are full: a new one for every message would cost more."""


class Bucket:
    """Holds at most `burst` tokens and gains `rate` a second; a message costs one or more."""

    __slots__ = ("_at", "_burst", "_level", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._level = burst
        self._at = 0.0

    def take(self, now: float, cost: float = 1) -> bool:
        """Take tokens if there are enough; a refusal costs nothing."""
        level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        if level < cost:
            self._level = level
            return False
        self._level = level - cost
        return True

    def give(self, cost: float = 1) -> None:
        self._level = min(self._burst, self._level + cost)

    def is_full(self, now: float) -> bool:
        return self._level + (now - self._at) * self._rate >= self._burst


class Buckets:
    """A bucket for each address, in bounded memory.

    Where there are many, full ones are removed: a new one is the same. If there are still too many, the least
    recently used one goes: a client with more addresses than we remember could use each of them once anyway.
    """

    def __init__(self, rate: float, burst: float, most: int = MOST_KEYS) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, address: str, now: float, cost: float = 1) -> bool:
        key = bucket_key(address)
        bucket = self._buckets.get(key)
        if bucket is None:
            self._make_room(now)
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(now, cost)

    def give(self, address: str, cost: float = 1) -> None:
        bucket = self._buckets.get(bucket_key(address))
        if bucket:
            bucket.give(cost)

    def _make_room(self, now: float) -> None:
        """Remove buckets, least recently used first; each only once, so this costs little."""
        while len(self._buckets) >= min(KEPT, self._most):
            oldest = next(iter(self._buckets.values()))
            if len(self._buckets) < self._most and not oldest.is_full(now):
                return
            self._buckets.popitem(last=False)


class Limits:
    """Token buckets (tokens a second, burst), by address: a whole school may be behind one."""

    def __init__(self) -> None:
        self.requests = Buckets(200, 2000)
        self.messages = Buckets(1000, 4000)
        """At tables."""
        self.guests = Buckets(5, 500)
        self.tables = Buckets(2, 200)
        self.guesses = Buckets(0.5, 60)
        """Codes of tables, or of identities, that do not exist."""
        self.tables_by_player = Buckets(1 / 30, 12)
        """Keyed by player, so that nobody fills the lobby."""


@lru_cache(maxsize=4096)  # parsing takes long compared to the other costs of a message
def bucket_key(address: str) -> str:
    """The address, or the /64 network of an IPv6 address: a household has a whole one to choose from."""
    if ":" not in address:
        return address
    parsed = parse_address(address)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed or address)
