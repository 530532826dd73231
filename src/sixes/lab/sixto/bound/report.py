"""What `sixes bound` prints."""

from collections.abc import Iterator, Sequence
from typing import Any

from sixes.lab.sixto.bound.estimate import Estimate, Mean, summary
from sixes.lab.sixto.bound.shrunken import SHARE, WIDTH, Solved

WARNING = """\
This is a numerical dual estimate, no proven bound: a beam can miss the best way through a path, and then its
mean is too low. Expectations over few rolls, and values that are not exact, make it too high."""
HEADINGS = ("rows x places", "positions", "optimum", "all dice known", "1 turn", "2 turns", "exact")


def page(estimate: Estimate) -> str:
    """The estimate as a table."""
    found = summary(estimate)
    return "\n".join(
        [
            f"Sixto alone on sheet {estimate.sheet}, played perfectly",
            f"{found['paths']:,} paths of seed {estimate.seed}, {estimate.rolls} rolls for expectations",
            "",
            f"{'':10}{'points (95%)':>18}{'above expert':>18}",
            f"{'expert':10}{_mean(found['expert']):>18}",
            *map(_beam_line, found["beams"]),
            "",
            WARNING,
        ]
    )


def _beam_line(beam: dict[str, Any]) -> str:
    name = f"beam {beam['width']}"
    return f"{name:10}{_mean(beam):>18}{_mean(beam['above_expert']):>18}"


def _mean(found: dict[str, Any]) -> str:
    return f"{found['mean']:.2f} ± {found['margin']:.2f}"


def games_page(games: Sequence[Solved], sheet: str, seed: int, paths: int) -> str:
    """The shrunken games as a table."""
    about = f"{paths:,} paths of seed {seed} in each, for the beam one in {SHARE}; 95% intervals"
    lines = [_line(HEADINGS, f"beam {WIDTH}"), *map(_game_line, games)]
    return "\n".join([f"Shrunken games of Sixto alone on sheet {sheet}, solved exactly", about, "", *lines])


def _game_line(game: Solved) -> str:
    size = f"{game.rows} x {game.places}"
    above = (game.uncharged, game.one_turn, game.two_turns, game.exact, game.beam)
    *cells, beam = (_interval(mean) for mean in above)
    return _line((size, f"{game.positions:,}", f"{game.optimum:.3f}", *cells), beam)


def _interval(mean: Mean) -> str:
    return f"{mean.mean:.2f} ± {mean.margin:.2f}"


def _line(cells: Sequence[str], last: str) -> str:
    size, *others = cells
    return f"{size:13}" + "".join(f"{cell:>16}" for cell in (*others, last))


def games_document(games: Sequence[Solved], sheet: str, seed: int, paths: int) -> dict[str, Any]:
    """The shrunken games as a JSON object."""
    return {"sheet": sheet, "seed": seed, "paths": paths, "games": [dict(_items(game)) for game in games]}


def _items(game: Solved) -> Iterator[tuple[str, Any]]:
    for name, value in game._asdict().items():
        yield name, value._asdict() if isinstance(value, Mean) else value
