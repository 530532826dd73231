"""What came of a tournament, as a document for programs and as a page for people."""

from collections.abc import Iterator
from typing import Any

from sixes.lab.arena.estimates import Z95, Estimate, estimate, share
from sixes.lab.arena.ratings import Rating, ratings
from sixes.lab.arena.sprt import FIRST, LEVEL, OPEN, SECOND
from sixes.lab.arena.tournament import Contest, Tournament
from sixes.lab.simulation.summary import between, widest

VERDICTS = {FIRST: "the first is better", SECOND: "the second is better", LEVEL: "neither is", OPEN: "open"}


def document(tournament: Tournament, sheets: tuple[str, ...]) -> dict[str, Any]:
    one = tournament.contests[0].pair
    setting = one.settings[0]
    test = tournament.test
    return {
        "game": setting.game,
        "seats": len(setting.bots),
        "bots": list(names_of(tournament)),
        "sheets": list(sheets),
        "seed": setting.seed,
        "games": sum(contest.played * contest.pair.deal_games for contest in tournament.contests),
        "asked": tournament.deals * one.deal_games * len(tournament.contests),
        "deal_games": one.deal_games,
        "stopped": tournament.stopped or None,
        "sprt": test._asdict() if test else None,
        "seconds": tournament.seconds,
        "wall_seconds": tournament.wall,
        "workers": tournament.workers,
        "standings": standings(tournament),
        "pairings": [of_pairing(contest) for contest in tournament.contests if contest.played],
    }


def names_of(tournament: Tournament) -> list[str]:
    """In the order in which they were named."""
    pairs = [contest.pair for contest in tournament.contests]
    return list(dict.fromkeys([pairs[0].first, *(pair.second for pair in pairs)]))


def standings(tournament: Tournament) -> list[dict[str, Any]]:
    """The bots by their ratings, the best first; what they did against all others."""
    rated = ratings([(contest.pair, contest.deals) for contest in tournament.contests if contest.deals])
    rows = [of_bot(name, rating, tournament) for name, rating in rated.items()]
    return sorted(rows, key=lambda row: -row["rating"])


def of_bot(name: str, rating: Rating, tournament: Tournament) -> dict[str, Any]:
    scores, ranks, points = [], [], []
    for pair, deals, _ in tournament.contests:
        if deals and name in (pair.first, pair.second):
            ours = name == pair.first
            scores.append(deals.scores if ours else 1 - deals.scores)
            ranks.append(deals.ranks if ours else both_ranks(pair.settings[0].bots) - deals.ranks)
            points.append(deals.points if ours else -deals.points)
    return {
        "bot": name,
        "rating": rating.mu,
        "sigma": rating.sigma,
        **interval("win_share", share(*scores)),
        **interval("mean_rank", estimate(*ranks)),
        **interval("points_difference", estimate(*points)),
    }


def both_ranks(lineup: tuple[str, ...]) -> int:
    """What the mean ranks of two bots make together; alone it is as if two had met."""
    return max(len(lineup), 2) + 1


def of_pairing(contest: Contest) -> dict[str, Any]:
    """Seen from the first of the two."""
    pair, deals, found = contest
    assert deals is not None
    return {
        "bots": [pair.first, pair.second],
        "deals": contest.played,
        "games": contest.played * pair.deal_games,
        **interval("win_share", share(deals.scores)),
        **interval("mean_rank", estimate(deals.ranks)),
        **interval("points_difference", estimate(deals.points)),
        "verdict": found.who,
    }


def interval(name: str, found: Estimate) -> dict[str, Any]:
    return {name: found.mean, f"{name}_interval": found.interval()}


# For people ---------------------------------------------------------------------------------------------


def page(tournament: Tournament, sheets: tuple[str, ...]) -> str:
    told = document(tournament, sheets)
    parts = [headline(told), table(told), pairings(told)]
    return "\n\n".join("\n".join(part) for part in parts)


def headline(told: dict[str, Any]) -> Iterator[str]:
    where = f" on sheets {' '.join(told['sheets'])}" if told["sheets"] else ""
    seats = f"{told['seats']} seats" if told["seats"] > 1 else "alone"
    yield f"{told['game'].title()}, {seats}{where}: {told['games']:,} games of seed {told['seed']}"
    luck = "the same dice for both" if told["seats"] == 1 else "everybody in everybody's place"
    yield f"A deal is {told['deal_games']} games with the same dice, {luck}; intervals are of 95%, by deals"
    if told["sprt"]:
        p0, p1 = told["sprt"]["p0"], told["sprt"]["p1"]
        yield f"A pairing ends when it is clear whether one of the two wins {p1:.0%} rather than {p0:.0%}"


def columns(told: dict[str, Any]) -> list[tuple[str, str, int, float]]:
    """What is told of a bot, or of a pairing: its title, its key, its decimals, and a factor."""
    points = "points" if told["game"] == "sixto" else "lines"
    shown = [("wins, %", "win_share", 1, 100.0), (f"{points} ahead", "points_difference", 2, 1.0)]
    return [*shown, ("mean rank", "mean_rank", 2, 1.0)] if told["seats"] > 2 else shown


def cells(told: dict[str, Any], row: dict[str, Any]) -> str:
    found = []
    for _, key, digits, times in columns(told):
        error = (row[f"{key}_interval"][1] - row[key]) / Z95
        found.append(f"  {between(row[key] * times, error * times, digits):>16}")
    return "".join(found)


def table(told: dict[str, Any]) -> Iterator[str]:
    width = widest("bot", told["bots"])
    yield f"     {'bot':{width}}        rating" + "".join(f"  {title:>16}" for title, *_ in columns(told))
    for place, row in enumerate(told["standings"], 1):
        rating = between(row["rating"], row["sigma"], 1)
        yield f"{place:>3}  {row['bot']:{width}}  {rating:>12}{cells(told, row)}"


def pairings(told: dict[str, Any]) -> Iterator[str]:
    names = [" - ".join(row["bots"]) for row in told["pairings"]]
    width = widest("pairing", names)
    titles = "".join(f"  {title:>16}" for title, *_ in columns(told))
    yield f"{'pairing':{width}}   deals{titles}{'  verdict' if told['sprt'] else ''}"
    for name, row in zip(names, told["pairings"], strict=True):
        verdict = f"  {VERDICTS[row['verdict']]}" if told["sprt"] else ""
        yield f"{name:{width}}  {row['deals']:>6}{cells(told, row)}{verdict}"
