"""What came of many games, as a document for programs and as a page for people."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sixes.lab.arena.estimates import Z95
from sixes.lab.games import Simulation
from sixes.lab.simulation.tally import Tally, figures, percentile
from sixes.records.sixto import ENDS
from sixes.rules.boards import SPINNER, Pattern

PERCENTILES = (5, 25, 50, 75, 95)
IN_WORDS = {
    "dice": "the third die has left the game",
    "player": "somebody can cross nothing more",
    "solo": "fewer than two dice were used",
}
DIGITS = {"sixto": 1, "sixem": 2}
"""To which points are told, or lines."""


class Report(NamedTuple):
    """What was asked for, what was played of it, and how it went."""

    setting: Simulation
    sheets: tuple[str, ...]
    """Their names."""
    asked: int
    tally: Tally
    workers: int
    wall: float
    """Seconds by the clock."""
    stopped: str = ""
    """Why it came to an end before its time, if it did."""


def document(report: Report) -> dict[str, Any]:
    setting, tally = report.setting, report.tally
    by_seat = [figures(tally.counts[seat].sum(axis=0), tally.shares[seat].sum()) for seat in seats(report)]
    return {
        "game": setting.game,
        "seats": len(setting.bots),
        "bots": list(setting.bots),
        "sheets": list(report.sheets),
        "games": tally.games,
        "asked": report.asked,
        "stopped": report.stopped or None,
        "seed": setting.seed,
        "turns": int(tally.turns.sum()),
        "seconds": tally.seconds,
        "wall_seconds": report.wall,
        "workers": report.workers,
        "mean": [seat.mean for seat in by_seat],
        "sd": [seat.sd for seat in by_seat],
        "standard_error": [seat.error for seat in by_seat],
        "wins": [seat.wins for seat in by_seat],
        "crosses": [int(crosses) / max(tally.games, 1) for crosses in tally.crosses],
        "percentiles": {str(percent): quantiles(report, percent) for percent in (0, *PERCENTILES, 100)},
        "ends": ends(report),
        "by_sheet": {name: of_sheet(report, at) for at, name in enumerate(report.sheets)},
    }


def seats(report: Report) -> range:
    return range(len(report.setting.bots))


def quantiles(report: Report, percent: int) -> list[int]:
    """For each seat; the least for 0, the most for 100."""
    some = percent or 1e-9
    return [percentile(report.tally.counts[seat].sum(axis=0), some) for seat in seats(report)]


def of_sheet(report: Report, at: int) -> dict[str, list[float | None]]:
    """What each seat did on one sheet; nothing is known of one that it never had."""
    tally = report.tally
    found = [figures(tally.counts[seat, at], tally.shares[seat, at]) for seat in seats(report)]
    return {
        "games": [seat.games for seat in found],
        "mean": [seat.mean if seat.games else None for seat in found],
        "standard_error": [seat.error if seat.games else None for seat in found],
        "wins": [seat.wins for seat in found],
    }


def ends(report: Report) -> dict[str, dict[str, float]]:
    """In Sixto by the ends that held, several perhaps; in Sixem by the pattern that was to be made."""
    if report.setting.game == "sixto":
        held = {name: [at for at in range(8) if at & end] for end, name in ENDS.items()}
    else:
        held = {pattern_name(pattern): [at] for at, pattern in enumerate(SPINNER)}
    found = {}
    for name, places in held.items():
        games, turns = (int(counted[places].sum()) for counted in (report.tally.ends, report.tally.turns))
        if games:
            found[name] = {"games": games, "turns": turns / games}
    return found


def pattern_name(pattern: Pattern) -> str:
    kinds = zip(pattern, ("horizontal", "vertical", "diagonal", "of any kind"), strict=True)
    return " + ".join(f"{lines} {kind}" for lines, kind in kinds if lines)


# For people ---------------------------------------------------------------------------------------------


def page(report: Report) -> str:
    told = document(report)
    parts = [headline(told), by_seat(told), how_games_end(told), by_sheet(told), speed(told)]
    return "\n\n".join("\n".join(part) for part in map(list, parts) if part)


def headline(told: dict[str, Any]) -> Iterator[str]:
    names = told["bots"] if len(set(told["bots"])) > 1 else told["bots"][:1]
    where = f" on sheets {' '.join(told['sheets'])}" if told["sheets"] else ""
    seats = f"{told['seats']} seats" if told["seats"] > 1 else "alone"
    yield f"{told['game'].title()}, {seats}: {', '.join(names)}{where}"
    some = f" (of {told['asked']:,})" if told["stopped"] else ""
    yield f"{so_many(told['games'])}{some} of seed {told['seed']}"


def by_seat(told: dict[str, Any]) -> Iterator[str]:
    what, width = ("points" if told["game"] == "sixto" else "lines"), widest("bot", told["bots"])
    percents = "".join(f"{percent:>5}%" for percent in PERCENTILES)
    wins = "          wins" if told["seats"] > 1 else ""
    yield f"seat  {'bot':{width}}  {what + ' (95%)':>15}  spread{percents}{wins}"
    for seat, bot in enumerate(told["bots"]):
        places = "".join(f"{told['percentiles'][str(percent)][seat]:>6}" for percent in PERCENTILES)
        won = f"  {share(told['wins'][seat], told['games']):>12}" if told["seats"] > 1 else ""
        mean = between(told["mean"][seat], told["standard_error"][seat], DIGITS[told["game"]])
        yield f"{seat:>4}  {bot:{width}}  {mean:>15}  {told['sd'][seat]:6.1f}{places}{won}"


def how_games_end(told: dict[str, Any]) -> Iterator[str]:
    sixto = told["game"] == "sixto"
    yield "How games end (several can hold at once)" if sixto else "What had to be made, and how long it took"
    for name, end in told["ends"].items():
        turns = f"{end['turns']:.1f} {'turns' if sixto else 'rounds'}"
        yield f"  {end['games'] / told['games']:6.1%}  after {turns:>12}  {IN_WORDS.get(name, name)}"


def by_sheet(told: dict[str, Any]) -> Iterator[str]:
    if len(told["sheets"]) < 2:
        return
    width = widest("sheet", told["sheets"])
    yield f"{'sheet':{width}}" + "".join(f"  {f'seat {seat}':>15}" for seat in range(told["seats"]))
    for name, sheet in told["by_sheet"].items():
        means = zip(sheet["mean"], sheet["standard_error"], strict=True)
        yield f"{name:{width}}" + "".join(f"  {between(mean, error, 1):>15}" for mean, error in means)


def speed(told: dict[str, Any]) -> Iterator[str]:
    what = "turns" if told["game"] == "sixto" else "rounds"
    rate = told["turns"] / max(told["seconds"], 1e-9)
    workers = f"{told['workers']} workers" if told["workers"] > 1 else "one worker"
    yield (
        f"{told['turns']:,} {what} in {told['seconds']:.2f} s of playing, {rate:,.0f} a second on one core; "
        f"{told['wall_seconds']:.2f} s by the clock with {workers}"
    )


def so_many(number: int) -> str:
    return f"{number:,} game{'s' if number != 1 else ''}"


def widest(head: str, names: list[str]) -> int:
    return max(map(len, (head, *names)))


def between(mean: float | None, error: float | None, digits: int) -> str:
    if mean is None or error is None:
        return "–"
    return f"{mean:.{digits}f} ± {Z95 * error:.{digits}f}"


def share(wins: float, games: int) -> str:
    """Wins as a share of the games, with its interval; one win and one loss are added to what they vary."""
    won = wins / games
    variance = (games * won * (1 - won) + 0.5) / games**2
    return f"{won:.1%} ± {Z95 * variance**0.5:.1%}"
