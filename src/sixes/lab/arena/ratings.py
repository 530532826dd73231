"""Rate bots with openskill, from all their games in a fixed order: deal by deal, pairing by pairing."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from sixes.lab.arena.pairings import DealResults, Pairing

MOST_MATCHES = 50_000
"""They take a second or two; more would not change the ratings visibly."""


class Rating(NamedTuple):
    mu: float
    sigma: float


def rate(contests: Sequence[tuple[Pairing, DealResults]]) -> dict[str, Rating]:
    model = PlackettLuce(tau=0.0)  # the strength of a bot does not change
    names = dict.fromkeys(name for pair, _ in contests for name in (pair.first, pair.second))
    known = {name: model.rating(name=name) for name in names}
    for first, second, score in matches(contests):
        ranks = [1 - score, score]
        (known[first],), (known[second],) = model.rate([[known[first]], [known[second]]], ranks=ranks)
    return {name: Rating(rating.mu, rating.sigma) for name, rating in known.items()}


def matches(contests: Sequence[tuple[Pairing, DealResults]]) -> Iterator[tuple[str, str, float]]:
    """Both bots of each game, and the score of the first: 1, 0.5 or 0."""
    left = MOST_MATCHES
    for deal in range(max((len(deals.scores) for _, deals in contests), default=0)):
        for pair, deals in contests:
            for score in deals.matches[deal] if deal < len(deals.scores) else ():
                yield pair.first, pair.second, float(score)
                left -= 1
        if left <= 0:
            return
