"""Summarise a tournament: a document for programs, a page for people."""

from collections.abc import Iterator, Sequence
from typing import Any

from sixes.lab.arena.estimates import Estimate, estimate, share
from sixes.lab.arena.pairings import DealResults
from sixes.lab.arena.ratings import Rating, rate
from sixes.lab.arena.sprt import FIRST, LEVEL, OPEN, SECOND
from sixes.lab.arena.tournament import Contest, Tournament
from sixes.lab.simulation.summary import between, units, widest
from sixes.lab.simulation.tally import Z95

VERDICTS = {FIRST: "the first is better", SECOND: "the second is better", LEVEL: "neither is", OPEN: "open"}


def document(tournament: Tournament, sheets: tuple[str, ...]) -> dict[str, Any]:
    one = tournament.contests[0].pair
    simulation = one.simulations[0]
    test = tournament.test
    return {
        "game": simulation.game,
        "seats": len(simulation.bots),
        "bots": list(names_of(tournament)),
        "sheets": list(sheets),
        "seed": simulation.seed,
        "games": sum(contest.played * contest.pair.deal_games for contest in tournament.contests),
        "asked": tournament.deals * one.deal_games * len(tournament.contests),
        "deal_games": one.deal_games,
        "stopped": str(tournament.stopped) if tournament.stopped else None,
        "sprt": test._asdict() if test else None,
        "adjusted": simulation.adjusted,
        "seconds": tournament.seconds,
        "wall_seconds": tournament.wall,
        "workers": tournament.workers,
        "standings": ranked(tournament),
        "pairings": [of_pairing(contest) for contest in tournament.contests if contest.played],
    }


def names_of(tournament: Tournament) -> list[str]:
    """The bots in the order of the command line."""
    pairs = [contest.pair for contest in tournament.contests]
    return list(dict.fromkeys([pairs[0].first, *(pair.second for pair in pairs)]))


def ranked(tournament: Tournament) -> list[dict[str, Any]]:
    """The bots with their results against all others, the best rating first."""
    rated = rate([(contest.pair, contest.deals) for contest in tournament.contests if contest.deals])
    rows = [of_bot(name, rating, tournament) for name, rating in rated.items()]
    return sorted(rows, key=lambda row: -row["rating"])


def of_bot(name: str, rating: Rating, tournament: Tournament) -> dict[str, Any]:
    met = [contest for contest in tournament.contests if contest.deals]
    met = [contest for contest in met if name in (contest.pair.first, contest.pair.second)]
    return {"bot": name, "rating": rating.mu, "sigma": rating.sigma, **results(name, met)}


def results(name: str, contests: Sequence[Contest]) -> dict[str, Any]:
    """The results of a bot, as they are and without luck."""
    as_played = [seen_by(name, contest) for contest in contests]
    if not all(is_adjusted(contest) for contest in contests):
        return {**estimates(as_played), "adjusted": None}
    adjusted = [seen_by(name, contest, adjusted=True) for contest in contests]
    return {**estimates(as_played), "adjusted": estimates(adjusted) | fewer_games(as_played, adjusted)}


def is_adjusted(contest: Contest) -> bool:
    return contest.deals is not None and contest.deals.luck.shape[1] > 0


def seen_by(name: str, contest: Contest, adjusted: bool = False) -> DealResults:
    """The results of a contest seen from one of the two."""
    pair, deals, _ = contest
    assert deals is not None
    deals = deals.adjusted() if adjusted else deals
    if name == pair.first:
        return deals
    both_ranks = max(len(pair.simulations[0].bots), 2) + 1  # alone, as if two had met
    return deals._replace(scores=1 - deals.scores, ranks=both_ranks - deals.ranks, points=-deals.points)


def estimates(deals: Sequence[DealResults]) -> dict[str, Any]:
    return {
        **interval("win_share", share(*(each.scores for each in deals))),
        **interval("mean_rank", estimate(*(each.ranks for each in deals))),
        **interval("points_difference", estimate(*(each.points for each in deals))),
    }


def fewer_games(as_played: Sequence[DealResults], adjusted: Sequence[DealResults]) -> dict[str, Any]:
    """How many times the games would be needed for the same error if luck was not removed."""
    found = {}
    for key, column in (("win_share", 0), ("mean_rank", 1), ("points_difference", 2)):
        one, other = (estimate(*(each[column] for each in deals)) for deals in (as_played, adjusted))
        found[f"{key}_fewer_games"] = (one.error / other.error) ** 2 if other.error else 1.0
    return found


def of_pairing(contest: Contest) -> dict[str, Any]:
    """Seen from the first of the two."""
    pair, _, found = contest
    return {
        "bots": [pair.first, pair.second],
        "deals": contest.played,
        "games": contest.played * pair.deal_games,
        **results(pair.first, [contest]),
        "verdict": found.who,
    }


def interval(name: str, found: Estimate) -> dict[str, Any]:
    return {name: found.mean, f"{name}_interval": found.interval()}


def page(tournament: Tournament, sheets: tuple[str, ...]) -> str:
    summary = document(tournament, sheets)
    parts = [headline(summary), table(summary), pairings(summary)]
    return "\n\n".join("\n".join(part) for part in parts)


def headline(summary: dict[str, Any]) -> Iterator[str]:
    where = f" on sheets {' '.join(summary['sheets'])}" if summary["sheets"] else ""
    seats = f"{summary['seats']} seats" if summary["seats"] > 1 else "alone"
    yield f"{summary['game'].title()}, {seats}{where}: {summary['games']:,} games of seed {summary['seed']}"
    luck = "the same dice for both" if summary["seats"] == 1 else "everybody in everybody's place"
    games = summary["deal_games"]
    yield f"A deal is {games} games with the same dice, {luck}; intervals are of 95%, by deals"
    if summary["adjusted"]:
        yield "The luck of the dice is removed from all results; --no-adjusted gives them as they were played"
    if summary["sprt"]:
        p0, p1 = summary["sprt"]["p0"], summary["sprt"]["p1"]
        yield f"A pairing ends when it is clear whether one of the two wins {p1:.0%} rather than {p0:.0%}"


def columns(summary: dict[str, Any]) -> list[tuple[str, str, int, float]]:
    """The columns of a table: title, key, decimals, and a factor."""
    score = units(summary["game"]).score
    shown = [("wins, %", "win_share", 1, 100.0), (f"{score} ahead", "points_difference", 2, 1.0)]
    return [*shown, ("mean rank", "mean_rank", 2, 1.0)] if summary["seats"] > 2 else shown


def cells(summary: dict[str, Any], row: dict[str, Any]) -> str:
    found, row = [], row["adjusted"] or row
    for _, key, digits, times in columns(summary):
        error = (row[f"{key}_interval"][1] - row[key]) / Z95
        found.append(f"  {between(row[key] * times, error * times, digits):>16}")
    return "".join(found)


def table(summary: dict[str, Any]) -> Iterator[str]:
    width = widest("bot", summary["bots"])
    yield f"     {'bot':{width}}        rating" + "".join(f"  {title:>16}" for title, *_ in columns(summary))
    for place, row in enumerate(summary["standings"], 1):
        rating = between(row["rating"], row["sigma"], 1)
        yield f"{place:>3}  {row['bot']:{width}}  {rating:>12}{cells(summary, row)}"


def pairings(summary: dict[str, Any]) -> Iterator[str]:
    names = [" - ".join(row["bots"]) for row in summary["pairings"]]
    width = widest("pairing", names)
    titles = "".join(f"  {title:>16}" for title, *_ in columns(summary))
    titles += "       as good as" if summary["adjusted"] else ""
    yield f"{'pairing':{width}}   deals{titles}{'  verdict' if summary['sprt'] else ''}"
    for name, row in zip(names, summary["pairings"], strict=True):
        good = f"{as_good_as(row):>17}" if summary["adjusted"] else ""
        verdict = f"  {VERDICTS[row['verdict']]}" if summary["sprt"] else ""
        yield f"{name:{width}}  {row['deals']:>6}{cells(summary, row)}{good}{verdict}"


def as_good_as(row: dict[str, Any]) -> str:
    """How many games would say as much about wins if luck was not removed."""
    return f"{round(row['games'] * row['adjusted']['win_share_fewer_games']):,} games"
