"""The plots of strategy.md and bound.md, drawn from plots/measured.json, and what stands under each."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from docs.plotting.charts import Z95, Axes, Point, Series, bar_chart, line_chart, span, stacked_chart
from sixes.rules.rows import DICE_END, PLAYER_END, SOLO_END

DOCS = Path(__file__).parents[1]
STRATEGY, BOUND, PLOTS = DOCS / "strategy.md", DOCS / "bound.md", DOCS / "plots"
COMMAND = "python3 dev.py draw --measure"
PLAYERS = {
    "1": ("alone", "e"),
    "2": ("two players", "b"),
    "4": ("four players", "d"),
    "6": ("six players", "f"),
}
"""By the number of players: a name, and the row whose colour and shape tell it."""
AMONG = {"1": "alone", "2": "with two players", "4": "with four"}
LEVELS = {"nearest": "c", "steady": "a", "expert": "e"}
ENDS = {
    "three colours closed": ("d", {DICE_END}),
    "and somebody stuck": ("c", {PLAYER_END, DICE_END | PLAYER_END}),
    "one die or none used": ("a", {SOLO_END}),
    "both at once": ("b", {SOLO_END | other for other in (DICE_END, PLAYER_END, DICE_END | PLAYER_END)}),
}
"""Ends of games, the rows that tell them, and what the rules say held."""
BINS = range(50, 400, 10)
"""Points that are counted together, by the least of them."""


class Plot(NamedTuple):
    svg: str
    caption: str


def percent(share: float) -> str:
    return f"{share:.0%}"


def signed(points: float) -> str:
    return f"{points:+.0f}".replace("-", "−").replace("+0", "0")


def read() -> dict[str, Any]:
    measured: dict[str, Any] = json.loads((PLOTS / "measured.json").read_text(encoding="utf-8"))
    return measured


def read_estimate() -> dict[str, Any]:
    estimate: dict[str, Any] = json.loads((PLOTS / "bound.json").read_text(encoding="utf-8"))
    return estimate


def points_of(figures: list[Any]) -> list[Point]:
    return [Point(mean, error) for mean, error, _ in figures]


def first_cross(measured: dict[str, Any]) -> Plot:
    data = measured["first_cross"]
    series = [Series(*PLAYERS[seats], points_of(figures)) for seats, figures in data.items()]
    places = [str(place) for place in range(1, 10)]
    axes = Axes("What a first cross is worth", "the box it is in", places, range(-120, 21, 20), signed)
    games = data["1"][0][2]
    caption = (
        f"Points at the end, compared with an empty sheet: {games:,} games of experts for each point, on all "
        f"sheets and rows; 95% intervals are at most ± {widest(data['1'])} alone and "
        f"± {widest(data['2'], data['4'])} with others"
    )
    return Plot(line_chart(axes, series), caption)


def widest(*figures: list[Any]) -> str:
    """Half of the widest 95% interval."""
    return f"{max(Z95 * error for some in figures for _, error, _ in some):.1f}"


def crosses_a_turn(measured: dict[str, Any]) -> Plot:
    data = measured["turns"]
    series = [Series(*PLAYERS[seats], points_of(part["crossed"])) for seats, part in data.items()]
    ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
    axes = Axes("Crosses in a turn", "crosses that one player makes", list("0123456"), ticks, percent)
    return Plot(bar_chart(axes, series), f"The share of all turns of experts, {games_of(data)}")


def roll_again(measured: dict[str, Any]) -> Plot:
    data = measured["turns"]
    series = [Series(*PLAYERS[seats], points_of(part["again"])) for seats, part in data.items()]
    labels, ticks = ["none", "one", "two", "three or more"], [0, 0.2, 0.4, 0.6, 0.8, 1]
    axes = Axes(
        "How often the expert rolls again", "dice that fit the next box of their row", labels, ticks, percent
    )
    return Plot(bar_chart(axes, series), f"The share of first rolls of experts, {games_of(data)}")


def games_of(data: dict[str, Any]) -> str:
    parts = [f"{part['games']:,} games {AMONG[seats]}" for seats, part in data.items()]
    return f"with 95% intervals: {', '.join(parts[:-1])} and {parts[-1]}"


def endings(measured: dict[str, Any]) -> Plot:
    data = measured["ends"]
    series = [
        Series(name, row, [Point(ended(part, held)) for part in data.values()])
        for name, (row, held) in ENDS.items()
    ]
    labels = ["alone", *(f"{seats} players" for seats in range(2, 7))]
    axes = Axes("How games end", "", labels, [0, 0.25, 0.5, 0.75, 1], percent)
    caption = f"The share of {data['1']['games']:,} games of experts for each bar, ± 0.7% (95%)"
    return Plot(stacked_chart(axes, series), caption)


def ended(part: dict[str, Any], held: set[int]) -> float:
    games = sum(many for ends, many in part["ends"].items() if int(ends) in held)
    return float(games / part["games"])


def turns_left(measured: dict[str, Any]) -> Plot:
    data = measured["turns"]
    series = [Series(*PLAYERS[seats], points_of(part["left"])) for seats, part in data.items()]
    labels, ticks = ["none", *"12345", "6 or more"], [0, 0.2, 0.4, 0.6]
    axes = Axes("Turns left once two colours are closed", "turns", labels, ticks, percent)
    caption = f"The share of games of experts in which two were closed, {games_of(data)}"
    return Plot(bar_chart(axes, series), caption)


def lengths(measured: dict[str, Any]) -> Plot:
    data, turns = measured["ends"], range(4, 28)
    series = [
        Series(
            name,
            row,
            [Point(data[seats]["turns"].get(str(turn), 0) / data[seats]["games"]) for turn in turns],
        )
        for seats, (name, row) in PLAYERS.items()
    ]
    labels = [str(turn) if turn % 2 == 0 else "" for turn in turns]
    axes = Axes("How long games last", "turns", labels, [0, 0.1, 0.2, 0.3], percent)
    return Plot(
        line_chart(axes, series, markers=False),
        f"The share of {data['1']['games']:,} games of experts for each line, ± 0.7% (95%)",
    )


def levels(measured: dict[str, Any]) -> Plot:
    axes, series = by_level("Points alone, by the level of the bot", measured["levels"])
    return Plot(line_chart(axes, series, markers=False), games_by_level(measured["levels"]))


def by_level(title: str, data: dict[str, Any]) -> tuple[Axes, list[Series]]:
    """How often each level makes how many points."""
    series = [
        Series(
            level,
            LEVELS[level],
            [Point(part["counts"].get(str(points), 0) / part["games"]) for points in BINS],
        )
        for level, part in data.items()
    ]
    labels = [str(points) if points % 50 == 0 else "" for points in BINS]
    return Axes(title, "points", labels, [0, 0.02, 0.04, 0.06, 0.08, 0.1], percent), series


def games_by_level(data: dict[str, Any]) -> str:
    return f"The share of {data['expert']['games']:,} games of each bot, in steps of 10 points, ± 0.5% (95%)"


def perfect(measured: dict[str, Any]) -> Plot:
    """The levels on sheet A, and the widest beam's estimate of perfect play."""
    data, estimate = measured["sheet_a"], read_estimate()
    axes, series = by_level("Points alone on sheet A, and the mean of perfect play", data)
    beam = estimate["beams"][-1]
    ends = [beam["mean"] + side * beam["margin"] for side in (-1, 1)]
    low, high = ((end - BINS[0]) / BINS.step for end in ends)
    caption = (
        f"{games_by_level(data)}; the mean of perfect play is estimated from above at "
        f"{beam['mean']:.1f} ± {beam['margin']:.1f} (`sixes bound`, {estimate['paths']} paths, "
        f"{estimate['rolls']} rolls, beam {beam['width']})"
    )
    mark = span(axes, (low, high), f"perfect: {beam['mean']:.1f}")
    return Plot(line_chart(axes, series, markers=False, behind=mark), caption)


IN_STRATEGY = (first_cross, crosses_a_turn, roll_again, endings, turns_left, lengths, levels)


def draw_plots() -> dict[Path, str]:
    """The plots, and the pages with the captions and figures that belong to them."""
    measured = read()
    strategy = {draw.__name__.replace("_", "-"): draw(measured) for draw in IN_STRATEGY}
    bound = {"perfect": perfect(measured)}
    drawn = {PLOTS / f"{name}.svg": plot.svg for name, plot in (strategy | bound).items()}
    page = tabled(captioned(STRATEGY, strategy, measured["seed"]), measured["first_cross"])
    return drawn | {STRATEGY: page, BOUND: with_estimate(captioned(BOUND, bound, measured["seed"]))}


def captioned(file: Path, plots: dict[str, Plot], seed: int) -> str:
    """The page with the captions of these plots."""

    def under(match: re.Match[str]) -> str:
        return f"{match[1]}*{plots[match[2]].caption}. `{COMMAND}`, seed {seed}.*\n"

    page = file.read_text(encoding="utf-8")
    page, found = re.subn(r"(\]\(plots/([\w-]+)\.svg\)\n\n)\*.*\*\n", under, page)
    if found != len(plots):
        raise ValueError(f"{file.name} should show every plot once, with a line of caption below")
    return page


def tabled(page: str, first_cross: dict[str, Any]) -> str:
    """The page with these figures in the table of first crosses."""
    for seats, figures in first_cross.items():
        name, _ = PLAYERS[seats]
        cells = " | ".join(signed(mean) for mean, _, _ in figures)
        page = re.sub(rf"^\| {name} \|.*$", f"| {name} | {cells} |", page, flags=re.MULTILINE)
    return page


def with_estimate(page: str) -> str:
    """The page with the figures of the estimate in its table."""
    estimate = read_estimate()
    lines = [f"| the expert | {plus_minus(estimate['expert'])} | |"]
    for beam in estimate["beams"]:
        above = plus_minus(beam["above_expert"])
        lines.append(f"| beam {beam['width']} | {plus_minus(beam)} | {above} |")
    table = "\n".join(lines)
    about = f"{estimate['paths']} paths of seed {estimate['seed']}, {estimate['rolls']} rolls"
    page = re.sub(r"^\*.* paths of seed .* rolls", f"*{about}", page, flags=re.MULTILINE)
    return re.sub(r"^\| the expert \|.*\n(\| beam .*\n)*", f"{table}\n", page, flags=re.MULTILINE)


def plus_minus(mean: dict[str, float]) -> str:
    return f"{mean['mean']:.2f} ± {mean['margin']:.2f}"
