"""Rate bots with openskill, from all their games in a fixed order: deal by deal, pairing by pairing.

Openskill needs to know who won each game, which is often luck. Where luck is removed, we have shares of wins
instead. Then the ratings are those that predict these shares best, on the scale of openskill: a bot that is
ahead by d wins as often as a normal deviate is below d / (sqrt(2) * beta).
"""

from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from openskill.models import PlackettLuce

from sixes.lab.arena.estimates import share
from sixes.lab.arena.pairings import DealResults, Pairing

MOST_MATCHES = 50_000
"""They take a second or two; more would not change the ratings visibly."""


class Rating(NamedTuple):
    mu: float
    sigma: float


def rate(contests: Sequence[tuple[Pairing, DealResults]]) -> dict[str, Rating]:
    model = PlackettLuce(tau=0.0)  # the strength of a bot does not change
    names = dict.fromkeys(name for pair, _ in contests for name in (pair.first, pair.second))
    if contests and all(deals.luck.shape[1] for _, deals in contests):
        return rate_by_shares(contests, tuple(names), model)
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


def rate_by_shares(
    contests: Sequence[tuple[Pairing, DealResults]], names: tuple[str, ...], model: PlackettLuce
) -> dict[str, Rating]:
    """Least squares over the shares of wins without luck, each weighed by its error; the mean is as usual."""
    normal, scale = NormalDist(), 2**0.5 * model.beta
    weights, ahead = np.zeros((len(names), len(names))), np.zeros(len(names))
    for pair, deals in contests:
        found, room = share(deals.adjusted().scores), 0.5 / (len(deals.scores) + 1)
        deviate = normal.inv_cdf(min(max(found.mean, room), 1 - room))
        weight = (normal.pdf(deviate) / (scale * found.error)) ** 2
        sides = np.array([(name == pair.first) - (name == pair.second) for name in names], float)
        weights += weight * np.outer(sides, sides)
        ahead += weight * scale * deviate * sides
    spread = np.linalg.pinv(weights)
    strengths, errors = spread @ ahead, np.sqrt(np.maximum(np.diag(spread), 0.0))
    return {name: Rating(float(model.mu + strengths[at]), float(errors[at])) for at, name in enumerate(names)}
