"""Rate limits: token buckets, for a connection, or for each address or player.

Times are seconds of a monotonic clock.
"""

from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address
from weakref import WeakValueDictionary

from sixes.server.addresses import parse_address

MOST_KEYS = 50_000
KEPT = 1000
"""Buckets kept even if they are full: a new one for every message would cost more."""


class Bucket:
    """Holds at most `burst` tokens and gains `rate` a second; a message costs one or more."""

    __slots__ = ("__weakref__", "_at", "_burst", "_level", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._level = burst
        self._at = 0.0

    def take(self, now: float, cost: float = 1) -> bool:
        """Take tokens if there are enough; a refusal costs nothing."""
        level = self._level + (now - self._at) * self._rate
        if level > self._burst:  # noqa: PLR1730 - `min` takes as long as the rest of this function
            level = self._burst
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
    """A bucket for each address, or each player, in bounded memory.

    Where there are many, full ones are removed: a new one is the same. If there are still too many, the least
    recently used one goes: a client with more addresses than we remember could use each of them once anyway.
    """

    def __init__(self, rate: float, burst: float, most: int = MOST_KEYS) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._held: WeakValueDictionary[str, Bucket] = WeakValueDictionary()
        """All buckets that somebody holds, also removed ones: their sockets and others share one."""

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, address: str, now: float, cost: float = 1) -> bool:
        return self.bucket(address, now).take(now, cost)

    def bucket(self, address: str, now: float) -> Bucket:
        """The one bucket of an address, which a socket may hold as long as it is open."""
        key = bucket_key(address)
        bucket = self._buckets.get(key)
        if bucket is None:
            self._make_room(now)
            bucket = self._held.get(key) or Bucket(self._rate, self._burst)
            self._buckets[key] = self._held[key] = bucket
        else:
            self._buckets.move_to_end(key)
        return bucket

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


EVENTS_READ = (2000, 200_000)
"""Of logs, when tables are opened: each takes up to 30 microseconds, so that is 6 % of a core."""


class Limits:
    """All rate limits by address or player, as tokens a second and a burst; a whole school may be behind one.

    Each says what an honest crowd needs: a class of 30 phones behind one address, all of which come in the
    same minute to 8 tables. Limits of a single socket are in `sockets.connection`.
    """

    def __init__(self) -> None:  # noqa: PLR0915 - a list, each with its reason
        self.requests = Buckets(200, 2000)
        """By address. A class: 30 phones load some 20 files and send some 15 requests each, 1,050 in all."""
        self.requests_by_player = Buckets(2, 60)
        """For a player at some table, when somebody at the same address has used up its requests: enough to
        load the page and to come back to the table."""
        self.requests_of_players = Buckets(100, 1000)
        """By address, all those together: identities cost nothing."""
        self.messages = Buckets(1000, 4000)
        """By address, at tables. A class: 30 children who play fast send 5 a second each, 150 in all."""
        self.guests = Buckets(5, 500)
        """By address, new identities. A class needs 30, a whole school in the same minute 500."""
        self.renames = Buckets(0.5, 150)
        """By address: each is an event at every table of the player. A class: 30 children try 3 names."""
        self.renames_by_player = Buckets(1 / 60, 5)
        """A child tries five names at once; whoever wants to chat by names waits a minute for each."""
        self.tables = Buckets(2, 200)
        """By address. A class: 8 tables together, or 30 alone."""
        self.events_read = Buckets(*EVENTS_READ)
        """By address, of the logs of tables that are opened. A class: 30 tables of 1,000 events."""
        self.tables_by_player = Buckets(1 / 30, 12)
        """A child makes one, perhaps a second with other options."""
        self.open_tables = Buckets(1 / 120, 24)
        """By address, tables that the lobby lists; it has 100 places. A class: 8 tables, three times over.
        One address needs two and a half hours to fill the lobby, however many identities it has."""
        self.guesses = Buckets(0.5, 60)
        """By address, codes of tables that do not exist. A class: all 30 mistype theirs twice."""
        self.guesses_by_player = Buckets(1 / 10, 10)
        """For a player who sits at some table or hosts one, when somebody at the same address has used up its
        guesses: ten mistakes at once. Fresh identities have none."""
        self.guesses_of_players = Buckets(1, 120)
        """By address, all those together: with however many identities, one address tries at most 1.5 of
        480 million codes a second."""
        self.coach = Buckets(2, 200)
        """By address, reviews and hints. A class: 30 children ask six times each in a minute."""
        self.coach_by_player = Buckets(1 / 2, 30)
        """Hints and positions: more than anybody reads, and too few to keep the coach from others."""
        self.marks = Buckets(2, 500)
        """By address, marks of friends. A class: 30 children mark 15 others each."""
        self.marks_by_player = Buckets(1 / 5, 60)
        """A child marks a whole class at once."""
        self.invitations = Buckets(2, 240)
        """By address. A class: 30 children invite 7 others each."""
        self.invitations_by_player = Buckets(1 / 10, 30)
        """A child invites everybody to a table, twice over; whoever wants to ring others up waits."""
        self.exports = Buckets(1 / 10, 60)
        """By address, files with everything about a player. A class: 30 children save theirs twice."""
        self.exports_by_player = Buckets(1 / 60, 5)
        """Each reads all their games."""
        self.imports = Buckets(20, 2000)
        """By address, games that are read from such a file: each is replayed, which takes milliseconds; of a
        score pad as long as a request can be, a few tenths of a second."""
        self.erasures = Buckets(1 / 60, 40)
        """By address, people who delete their data: the logs of all tables are looked through. A class."""
        self.carries = Buckets(0.5, 60)
        """By address, wrong codes for another device: not shared with codes of tables, so that who guesses
        one kind does not lock others out of the other. A class: all 30 mistype theirs twice."""
        self.carry_codes = Buckets(0.5, 120)
        """By address, new codes for another device. A class: 30 children get four each."""
        self.carry_codes_by_player = Buckets(1 / 60, 10)
        """A child who loses a code gets the next one at once, and ten in a row."""


@lru_cache(maxsize=4096)  # parsing takes long compared to the other costs of a message
def bucket_key(address: str) -> str:
    """The address, or the /64 network of an IPv6 address: a household has a whole one to choose from."""
    if ":" not in address:
        return address
    parsed = parse_address(address)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed or address)
