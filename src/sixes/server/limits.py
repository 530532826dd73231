"""How much somebody may send: a bucket of tokens that fills by itself, for a connection or for an address.

Time comes in as seconds of a clock that never goes back.
"""

from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address

from sixes.server.addresses import read_address

MOST_KEYS = 50_000
KEPT = 1000
"""So many buckets are kept though they are full: to make them anew for every message would cost more."""


class Bucket:
    """Holds `burst` tokens, gets `rate` a second back; a message costs one or more."""

    __slots__ = ("_at", "_burst", "_level", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._level = burst
        self._at = 0.0

    def take(self, now: float, cost: float = 1) -> bool:
        """Take tokens out if there are enough; what is refused costs nothing."""
        level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        if level < cost:
            self._level = level
            return False
        self._level = level - cost
        return True

    def give(self, cost: float = 1) -> None:
        """Put back what was taken: it turned out to be worth nothing."""
        self._level = min(self._burst, self._level + cost)

    def is_full(self, now: float) -> bool:
        return self._level + (now - self._at) * self._rate >= self._burst


class Buckets:
    """A bucket for each address, and no more memory however many addresses come.

    A full bucket is as good as a new one and is forgotten where there are many. If there are still too many,
    the one that was used longest ago goes: whoever has more addresses than we remember could use each of them
    once anyway.
    """

    def __init__(self, rate: float, burst: float, most: int = MOST_KEYS) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, now: float, cost: float = 1) -> bool:
        """Take tokens out of the bucket of this address."""
        place = place_of(key)
        bucket = self._buckets.get(place)
        if bucket is None:
            self._forget(now)
            bucket = self._buckets[place] = Bucket(self._rate, self._burst)
        else:
            self._buckets.move_to_end(place)
        return bucket.take(now, cost)

    def give(self, key: str, cost: float = 1) -> None:
        """Put back what was taken out of the bucket of this address."""
        bucket = self._buckets.get(place_of(key))
        if bucket:
            bucket.give(cost)

    def _forget(self, now: float) -> None:
        """Make room, from the one used longest ago; each is forgotten once, so this costs next to nothing."""
        while len(self._buckets) >= min(KEPT, self._most):
            oldest = next(iter(self._buckets.values()))
            if len(self._buckets) < self._most and not oldest.is_full(now):
                return
            self._buckets.popitem(last=False)


class Limits:
    """Token buckets for each address: a second, and at once. A whole school may be behind one address."""

    def __init__(self) -> None:
        self.requests = Buckets(200, 2000)
        self.messages = Buckets(1000, 4000)
        """At tables."""
        self.guests = Buckets(5, 500)
        self.tables = Buckets(2, 200)
        self.guesses = Buckets(0.5, 60)
        """Codes of tables, or of identities, that do not exist."""
        self.hosts = Buckets(1 / 30, 12)
        """Tables made by one player, and not by an address: nobody fills the lobby."""


@lru_cache(maxsize=4096)  # reading one takes long beside all else that a message costs
def place_of(address: str) -> str:
    """An IPv6 address stands for its /64: a household has all of those, and could use a new one each time."""
    if ":" not in address:
        return address
    known = read_address(address)
    if isinstance(known, IPv6Address):
        return str(IPv6Address(int(known) >> 64 << 64))
    return str(known or address)
