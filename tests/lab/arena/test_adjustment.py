"""Deals without luck: the same expectation, fewer deals, and nothing that looks ahead."""

import numpy as np
import pytest

from sixes.lab.arena.adjustment import without_luck
from sixes.lab.arena.pairings import DealResults, Pairing, deal_results, pairing
from sixes.lab.arena.ratings import rate
from sixes.lab.arena.sprt import FIRST, LEVEL, SECOND, Scores, Sprt, verdict
from sixes.lab.games import KINDS, LUCK_UNITS, POINTS, RANK, WIN, empty_results

DEALS = 2000


def luck_and_scores(share: float, chance: np.random.Generator, many: int = DEALS) -> tuple[Scores, Scores]:
    """Scores of deals, and a luck that explains most of them; its coefficient is not 1."""
    skill = chance.normal(0, 0.1, many)
    luck = chance.exponential(0.25, many) - 0.25
    return share + skill + 0.8 * luck, luck


def test_the_mean_stays_and_the_spread_falls() -> None:
    scores, luck = luck_and_scores(0.55, np.random.default_rng(1))
    adjusted = without_luck(scores, luck)
    assert adjusted.std() < 0.11
    assert scores.std() > 0.2
    assert adjusted.mean() == pytest.approx(0.55, abs=4 * adjusted.std() / DEALS**0.5)


def test_what_comes_later_changes_nothing() -> None:
    scores, luck = luck_and_scores(0.55, np.random.default_rng(2), 300)
    for many in (0, 1, 7, 8, 9, 100):
        assert without_luck(scores[:many], luck[:many]).tolist() == without_luck(scores, luck)[:many].tolist()


def test_twins_stay_level() -> None:
    assert without_luck(np.full(50, 0.5), np.zeros(50)).tolist() == [0.5] * 50


def test_few_deals_have_no_bias() -> None:
    chance = np.random.default_rng(3)
    means = [without_luck(*luck_and_scores(0.5, chance, 12)).mean() for _ in range(3000)]
    assert abs(np.mean(means) - 0.5) < 4 * np.std(means) / len(means) ** 0.5


def test_the_stop_rule_is_seldom_wrong_and_sooner_done() -> None:
    chance = np.random.default_rng(6)
    found = {share: [luck_and_scores(share, chance, 1500) for _ in range(200)] for share in (0.5, 0.55)}
    verdicts = {
        share: [verdict(without_luck(*each), Sprt()) for each in deals] for share, deals in found.items()
    }
    assert sum(each.who == LEVEL for each in verdicts[0.5]) > 170
    assert sum(each.who == FIRST for each in verdicts[0.55]) > 185
    assert not any(each.who == SECOND for each in verdicts[0.55])
    raw = [verdict(scores, Sprt()) for scores, _ in found[0.55]]
    assert np.mean([each.deals for each in verdicts[0.55]]) * 2 < np.mean([each.deals for each in raw])


def test_luck_is_summed_by_deals() -> None:
    pair = pairing("sixto", ("x", "y"), 2, 0)
    luck = np.zeros((2, 2, KINDS), np.int64)
    luck[:, :, POINTS] = np.array([[5, 1], [2, 8]]) * LUCK_UNITS[POINTS]
    luck[:, :, WIN] = np.array([[0.5, -0.5], [-0.25, 0.25]]) * LUCK_UNITS[WIN]
    luck[:, :, RANK] = np.array([[-0.5, 0.5], [0.25, -0.25]]) * LUCK_UNITS[RANK]
    found = deal_results(pair, [empty_results(0, 2, 2)._replace(luck=luck)])
    assert found.luck.tolist() == [[(0.5 + 0.25) / 2, (-0.5 - 0.25) / 2, (5 + 8) / 2 - (1 + 2) / 2]]


def test_alone_luck_is_compared() -> None:
    pair = pairing("sixto", ("x", "y"), 1, 0)
    ones = [empty_results(0, 1, 1)._replace(luck=np.full((1, 1, KINDS), LUCK_UNITS[0] * n)) for n in (30, 15)]
    assert deal_results(pair, ones).luck.tolist() == [[pytest.approx(0.1), pytest.approx(-0.1), 15]]


def contest(
    first: str, second: str, share: float, chance: np.random.Generator
) -> tuple[Pairing, DealResults]:
    scores, luck = luck_and_scores(share, chance)
    none, matches = np.zeros(DEALS), np.zeros((DEALS, 2))
    columns = np.stack([luck, none, none], axis=1)
    return pairing("sixto", (first, second), 2, 0), DealResults(scores, none, none, matches, columns)


def test_ratings_predict_the_shares() -> None:
    chance = np.random.default_rng(7)
    found = rate(
        [contest("a", "b", 0.6, chance), contest("b", "c", 0.6, chance), contest("a", "c", 0.69, chance)]
    )
    assert found["a"].mu > found["b"].mu > found["c"].mu
    assert sum(rating.mu for rating in found.values()) == pytest.approx(75)
    assert found["a"].mu - found["b"].mu == pytest.approx(1.49, abs=0.2)  # 60% on the scale of openskill
    assert max(rating.sigma for rating in found.values()) < 0.1
