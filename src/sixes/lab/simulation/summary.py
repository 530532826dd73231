"""Summarise many games: a document for programs, a page for people."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sixes.lab.games import LUCK_UNITS, POINTS, WIN, Simulation
from sixes.lab.simulation.adjustment import adjusted
from sixes.lab.simulation.tally import SHARES, Z95, Tally, figures, percentile
from sixes.lab.workers.playing import SimulationStopped
from sixes.play.games import GAMES, Summary

PERCENTILES = (5, 25, 50, 75, 95)
IN_WORDS = {
    "dice": "the third die has left the game",
    "player": "somebody can cross nothing more",
    "solo": "fewer than two dice were used",
}


class Report(NamedTuple):
    """What was asked for, what was played, and how long it took."""

    simulation: Simulation
    sheets: tuple[str, ...]
    """The names of the sheets."""
    asked: int
    tally: Tally
    workers: int
    wall: float
    """Elapsed seconds."""
    stopped: SimulationStopped | None = None
    """Why the simulation ended early, if it did."""


def document(report: Report) -> dict[str, Any]:
    simulation, tally = report.simulation, report.tally
    by_seat = [figures(tally.counts[seat].sum(axis=0), tally.shares[seat].sum()) for seat in seats(report)]
    return {
        "game": simulation.game,
        "seats": len(simulation.bots),
        "bots": list(simulation.bots),
        "sheets": list(report.sheets),
        "games": tally.games,
        "asked": report.asked,
        "stopped": str(report.stopped) if report.stopped else None,
        "seed": simulation.seed,
        "turns": int(tally.turns.sum()),
        "seconds": tally.seconds,
        "wall_seconds": report.wall,
        "workers": report.workers,
        "mean": [seat.mean for seat in by_seat],
        "sd": [seat.sd for seat in by_seat],
        "standard_error": [seat.error for seat in by_seat],
        "wins": [seat.wins for seat in by_seat],
        "adjusted": without_luck(report) if simulation.adjusted else None,
        "crosses": [int(crosses) / max(tally.games, 1) for crosses in tally.crosses],
        "percentiles": {str(percent): quantiles(report, percent) for percent in (0, *PERCENTILES, 100)},
        "ends": ends(report),
        "by_sheet": {name: of_sheet(report, at) for at, name in enumerate(report.sheets)},
    }


def seats(report: Report) -> range:
    return range(len(report.simulation.bots))


def without_luck(report: Report) -> dict[str, list[float]]:
    """For each seat its mean without luck; at tables its share of the wins, too."""
    found = {}
    for kind, unit, prefix in ((POINTS, 1, ""), (WIN, SHARES, "win_")):
        if kind == POINTS or len(report.simulation.bots) > 1:
            by_seat = [adjusted(halves, unit, int(LUCK_UNITS[kind])) for halves in report.tally.luck[kind]]
            found[f"{prefix}mean"] = [seat.mean for seat in by_seat]
            found[f"{prefix}standard_error"] = [seat.error for seat in by_seat]
            found[f"{prefix}fewer_games"] = [seat.fewer for seat in by_seat]
    return found


def quantiles(report: Report, percent: int) -> list[int]:
    """For each seat; 0 gives the least points, 100 the most."""
    some = percent or 1e-9
    return [percentile(report.tally.counts[seat].sum(axis=0), some) for seat in seats(report)]


def of_sheet(report: Report, at: int) -> dict[str, list[float | None]]:
    """The figures of each seat on one sheet; null for a seat that never had it."""
    tally = report.tally
    found = [figures(tally.counts[seat, at], tally.shares[seat, at]) for seat in seats(report)]
    return {
        "games": [seat.games for seat in found],
        "mean": [seat.mean if seat.games else None for seat in found],
        "standard_error": [seat.error if seat.games else None for seat in found],
        "wins": [seat.wins for seat in found],
    }


def ends(report: Report) -> dict[str, dict[str, float]]:
    """Games and mean turns: in Sixto by the ends that held, perhaps several; in Sixem by the pattern."""
    found = {}
    for name, codes in units(report.simulation.game).ends.items():
        games, turns = (int(counted[codes].sum()) for counted in (report.tally.ends, report.tally.turns))
        if games:
            found[name] = {"games": games, "turns": turns / games}
    return found


def units(game: str) -> Summary:
    found = GAMES[game].summary
    assert found, "only games with a summary are simulated"
    return found


def page(report: Report) -> str:
    summary = document(report)
    shown = (headline, by_seat, adjusted_by_seat, how_games_end, by_sheet, speed)
    parts = [list(part(summary)) for part in shown]
    return "\n\n".join("\n".join(part) for part in parts if part)


def headline(summary: dict[str, Any]) -> Iterator[str]:
    names = summary["bots"] if len(set(summary["bots"])) > 1 else summary["bots"][:1]
    where = f" on sheets {' '.join(summary['sheets'])}" if summary["sheets"] else ""
    seats = f"{summary['seats']} seats" if summary["seats"] > 1 else "alone"
    yield f"{summary['game'].title()}, {seats}: {', '.join(names)}{where}"
    some = f" (of {summary['asked']:,})" if summary["stopped"] else ""
    yield f"{game_count(summary['games'])}{some} of seed {summary['seed']}"


def by_seat(summary: dict[str, Any]) -> Iterator[str]:
    unit, width = units(summary["game"]), widest("bot", summary["bots"])
    percents = "".join(f"{percent:>5}%" for percent in PERCENTILES)
    wins = "          wins" if summary["seats"] > 1 else ""
    yield f"seat  {'bot':{width}}  {unit.score + ' (95%)':>15}  spread{percents}{wins}"
    for seat, bot in enumerate(summary["bots"]):
        places = "".join(f"{summary['percentiles'][str(percent)][seat]:>6}" for percent in PERCENTILES)
        won = f"  {share(summary['wins'][seat], summary['games']):>12}" if summary["seats"] > 1 else ""
        mean = between(summary["mean"][seat], summary["standard_error"][seat], unit.decimals)
        yield f"{seat:>4}  {bot:{width}}  {mean:>15}  {summary['sd'][seat]:6.1f}{places}{won}"


def adjusted_by_seat(summary: dict[str, Any]) -> Iterator[str]:
    found, width = summary["adjusted"], widest("bot", summary["bots"])
    if not found:
        return
    kinds = [("", 1.0, f"{units(summary['game']).score} (95%)"), ("win_", 100.0, "wins, % (95%)")]
    kinds = kinds if summary["seats"] > 1 else kinds[:1]
    yield "without the luck of the dice"
    yield f"seat  {'bot':{width}}" + "".join(f"  {title:>15}  {'as good as':>17}" for *_, title in kinds)
    for seat, bot in enumerate(summary["bots"]):
        cells = ""
        for prefix, times, _ in kinds:
            mean, error = found[f"{prefix}mean"][seat], found[f"{prefix}standard_error"][seat]
            games = game_count(round(summary["games"] * found[f"{prefix}fewer_games"][seat]))
            cells += f"  {between(mean * times, error * times, 2):>15}  {games:>17}"
        yield f"{seat:>4}  {bot:{width}}{cells}"


def how_games_end(summary: dict[str, Any]) -> Iterator[str]:
    unit = units(summary["game"])
    yield unit.ends_title
    for name, end in summary["ends"].items():
        turns = f"{end['turns']:.1f} {unit.step}"
        yield f"  {end['games'] / summary['games']:6.1%}  after {turns:>12}  {IN_WORDS.get(name, name)}"


def by_sheet(summary: dict[str, Any]) -> Iterator[str]:
    if len(summary["sheets"]) < 2:
        return
    width = widest("sheet", summary["sheets"])
    yield f"{'sheet':{width}}" + "".join(f"  {f'seat {seat}':>15}" for seat in range(summary["seats"]))
    for name, sheet in summary["by_sheet"].items():
        means = zip(sheet["mean"], sheet["standard_error"], strict=True)
        yield f"{name:{width}}" + "".join(f"  {between(mean, error, 1):>15}" for mean, error in means)


def speed(summary: dict[str, Any]) -> Iterator[str]:
    what = units(summary["game"]).step
    rate = summary["turns"] / max(summary["seconds"], 1e-9)
    workers = f"{summary['workers']} workers" if summary["workers"] > 1 else "one worker"
    played = f"{summary['turns']:,} {what} in {summary['seconds']:.2f} s of playing"
    clock = f"{summary['wall_seconds']:.2f} s by the clock with {workers}"
    yield f"{played}, {rate:,.0f} a second on one core; {clock}"


def game_count(number: int) -> str:
    return f"{number:,} game{'s' if number != 1 else ''}"


def widest(head: str, names: list[str]) -> int:
    return max(map(len, (head, *names)))


def between(mean: float | None, error: float | None, digits: int) -> str:
    if mean is None or error is None:
        return "–"
    return f"{mean:.{digits}f} ± {Z95 * error:.{digits}f}"


def share(wins: float, games: int) -> str:
    """The share of games won, with its interval; one win and one loss are added to the variance."""
    won = wins / games
    variance = (games * won * (1 - won) + 0.5) / games**2
    return f"{won:.1%} ± {Z95 * variance**0.5:.1%}"
