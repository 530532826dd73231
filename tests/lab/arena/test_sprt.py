"""The stop rule: it is seldom wrong, soon done where the difference is plain, and does not look ahead."""

import numpy as np
import pytest

from sixes.lab.arena.sprt import FEWEST, FIRST, LEVEL, OPEN, SECOND, Scores, Sprt, verdict

TEST = Sprt()


def deals(share: float, many: int, chance: np.random.Generator) -> Scores:
    """Deals of two games each, as between two bots of which the first wins this share."""
    return chance.binomial(2, share, many) / 2


def verdicts(share: float, runs: int = 400, many: int = 6000) -> dict[str, float]:
    chance = np.random.default_rng(6)
    found = [verdict(deals(share, many, chance), TEST).who for _ in range(runs)]
    return {who: found.count(who) / runs for who in (FIRST, SECOND, LEVEL, OPEN)}


def test_it_is_seldom_wrong() -> None:
    """At the bounds themselves; 400 runs tell 5% to about 2%."""
    level, better, worse = verdicts(0.5), verdicts(0.55), verdicts(0.45)
    assert level[FIRST] + level[SECOND] < 0.13  # either of two tests can be wrong
    assert level[LEVEL] > 0.87
    assert better[FIRST] > 0.93
    assert worse[SECOND] > 0.93
    assert better[OPEN] == worse[OPEN] == 0


def test_a_plain_difference_is_soon_clear() -> None:
    chance = np.random.default_rng(6)
    near, plain = (verdict(deals(share, 6000, chance), TEST) for share in (0.55, 0.8))
    assert plain.who == FIRST
    assert FEWEST <= plain.deals < near.deals
    assert plain.deals < 60


@pytest.mark.parametrize("share", [0.4, 0.5, 0.6])
def test_what_comes_later_changes_nothing(share: float) -> None:
    scores = deals(share, 3000, np.random.default_rng(3))
    found = verdict(scores, TEST)
    assert found.who != OPEN
    assert verdict(scores[: found.deals], TEST) == found
    assert verdict(scores[: found.deals - 1], TEST) == (OPEN, found.deals - 1)
    assert verdict(np.concatenate([scores[: found.deals], 1 - scores]), TEST) == found


def test_both_sides_are_the_same() -> None:
    scores = deals(0.6, 2000, np.random.default_rng(1))
    assert verdict(scores, TEST).who == FIRST
    assert verdict(1 - scores, TEST) == (SECOND, verdict(scores, TEST).deals)


@pytest.mark.parametrize(
    ("scores", "found"),
    [
        ([], (OPEN, 0)),
        ([1.0] * 10, (OPEN, 10)),
        ([1.0] * 100, (FIRST, FEWEST)),
        ([0.0] * 100, (SECOND, FEWEST)),
    ],
)
def test_a_few_deals_say_nothing_and_the_same_again_and_again_says_enough(
    scores: list[float], found: tuple[str, int]
) -> None:
    assert verdict(np.array(scores), TEST) == found
