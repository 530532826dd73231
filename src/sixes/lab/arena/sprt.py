"""A sequential test of who wins more, to stop as soon as that is clear.

For each of two bots we weigh "it wins a share of P1" against "it wins a share of P0" by the likelihood ratio
of the deals so far, their scores taken as normal with the variance that they show (a generalised SPRT, as
testers of chess engines use it). Wald's bounds then hold wrong verdicts to about 5%, however often we look.
"""

from math import inf, log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

FEWEST = 16
"""Deals before the first verdict: the variance needs some."""
FIRST, SECOND, LEVEL, OPEN = "first", "second", "level", "open"
"""Verdicts: one of the two is better, neither is by so much, or it is still open."""

Scores = npt.NDArray[np.float64]


class Sprt(NamedTuple):
    p0: float = 0.5
    p1: float = 0.55
    alpha: float = 0.05
    beta: float = 0.05


class Verdict(NamedTuple):
    who: str
    deals: int
    """After how many deals the verdict was clear; for an open one, all so far."""


def verdict(scores: Scores, test: Sprt) -> Verdict:
    """From the share of wins of the first bot in each deal, in order."""
    (first_at, first_better), (second_at, second_better) = _crossed(scores, test), _crossed(1 - scores, test)
    if first_better and (not second_better or first_at <= second_at):
        return Verdict(FIRST, int(first_at))
    if second_better:
        return Verdict(SECOND, int(second_at))
    clear = max(first_at, second_at)
    return Verdict(OPEN, len(scores)) if clear == inf else Verdict(LEVEL, int(clear))


def _crossed(scores: Scores, test: Sprt) -> tuple[float, bool]:
    """After how many deals one of the bounds is crossed, and whether it is the upper one."""
    ratios = log_ratios(scores, test)
    over = ratios >= log((1 - test.beta) / test.alpha)
    under = ratios <= log(test.beta / (1 - test.alpha))
    out = np.flatnonzero((over | under)[FEWEST - 1 :])
    if not len(out):
        return inf, False
    at = int(out[0]) + FEWEST - 1
    return at + 1, bool(over[at])


def log_ratios(scores: Scores, test: Sprt) -> Scores:
    """The log-likelihood ratio after each deal. One win and one loss keep the variance above zero."""
    deals = np.arange(1, len(scores) + 1)
    mean = np.cumsum(scores) / deals
    variance = (np.cumsum(scores**2) - deals * mean**2 + 0.5) / (deals + 2)
    ratios: Scores = deals * (test.p1 - test.p0) * (mean - (test.p0 + test.p1) / 2) / variance
    return ratios
