"""Ratings of bots by openskill, from all their matches in a fixed order: deal by deal, pairing by pairing."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from sixes.lab.arena.pairings import Deals, Pairing

MOST_MATCHES = 50_000
"""They take a second or two, and more would change nothing that can be seen."""


class Rating(NamedTuple):
    mu: float
    sigma: float


def ratings(contests: Sequence[tuple[Pairing, Deals]]) -> dict[str, Rating]:
    model = PlackettLuce(tau=0.0)  # bots do not get better from one game to the next
    names = dict.fromkeys(name for pair, _ in contests for name in (pair.first, pair.second))
    known = {name: model.rating(name=name) for name in names}
    for first, second, score in matches(contests):
        ranks = [1 - score, score]
        (known[first],), (known[second],) = model.rate([[known[first]], [known[second]]], ranks=ranks)
    return {name: Rating(rating.mu, rating.sigma) for name, rating in known.items()}


def matches(contests: Sequence[tuple[Pairing, Deals]]) -> Iterator[tuple[str, str, float]]:
    """Who met whom, and what the first one had of it: 1, a half or nothing."""
    left = MOST_MATCHES
    for deal in range(max((len(deals.scores) for _, deals in contests), default=0)):
        for pair, deals in contests:
            for score in deals.matches[deal] if deal < len(deals.scores) else ():
                yield pair.first, pair.second, float(score)
                left -= 1
        if left <= 0:
            return
