"""A review as text for people: the verdict, then the decisions that cost most."""

from collections.abc import Iterator

from sixes.coach.accounts import CROSS, Decision, Margin, Review
from sixes.coach.sixem_review import MarkDecision, SixemReview
from sixes.rules.boards import ERASE
from sixes.rules.printing import dice_text
from sixes.rules.rounds import SixemMove
from sixes.terminal.figures import percent, shown
from sixes.text import say

MOST_SHOWN = 3


def describe(review: Review, language: str) -> str:
    return "\n".join(_lines(review, language))


def _lines(review: Review, language: str) -> Iterator[str]:
    if review.margin is not None:
        yield _margin(review.margin, language)
    luck, cost = shown(review.luck), shown(review.cost)
    start = review.final - luck + cost  # as it is shown; so that the line adds up to its last digit
    yield say(
        "coach.verdict",
        language,
        final=f"{review.final:.0f}",
        start=f"{start:.1f}",
        luck=f"{luck:+.1f}",
        play=f"{-cost:+.1f}" if cost else "0",
    )
    if review.percentile is not None:
        yield say("review.percentile", language, worse=review.percentile)
    if review.possible is not None:
        yield say("coach.possible", language, points=review.possible)
    if review.win is not None:
        yield say("coach.chance_at_start", language, win=percent(review.win))
    if review.playouts:
        yield say("coach.by_playouts", language, games=review.playouts)
    mistakes = review.mistakes
    if not mistakes:
        yield say("coach.no_mistake", language)
    for mistake in mistakes[:MOST_SHOWN]:
        yield ""
        yield from mistake_lines(mistake, language, bool(review.playouts))


def _margin(margin: Margin, language: str) -> str:
    """By how much it was won or lost; sheets and who begins are drawn by lot, so that is luck, too."""
    play = shown(margin.play)
    luck = margin.points - play  # as it is shown; so that the line adds up to its last digit
    key = "won_by" if margin.points > 0 else "lost_by" if margin.points < 0 else "level"
    values = {"points": f"{abs(margin.points):.0f}", "luck": f"{luck:+.1f}", "play": f"{play:+.1f}"}
    return say(f"coach.{key}", language, **values)


def mistake_lines(mistake: Decision, language: str, measured: bool) -> Iterator[str]:
    error = f" ± {shown(mistake.error):.1f}" if measured else ""
    values = {
        "turn": mistake.turn,
        "dice": dice_text(mistake.state.turn.dice),
        "cost": f"{shown(mistake.cost):.1f}{error}",
    }
    yield say("coach.mistake", language, **values)
    yield say("coach.chosen", language, what=_choice(mistake, mistake.chosen, language))
    yield say("coach.better", language, what=_choice(mistake, mistake.best, language))
    if mistake.reason:
        yield "  " + mistake.reason.sentence(language)


def _choice(decision: Decision, choice: tuple[str, ...] | str, language: str) -> str:
    if decision.kind != CROSS:
        return say(f"coach.{choice}", language)
    return " ".join(choice) or say("coach.nothing", language)


def describe_sixem(review: SixemReview, language: str) -> str:
    return "\n".join(_sixem_lines(review, language))


def _sixem_lines(review: SixemReview, language: str) -> Iterator[str]:
    yield say("coach.sixem_won" if review.won else "coach.sixem_lost", language, rounds=review.rounds)
    race = review.race
    if race:
        rate, seconds = f"{race.throws_a_second:.2f}", f"{race.seconds:.0f}"
        yield say("coach.sixem_race", language, throws=race.throws, seconds=seconds, rate=rate)
        if race.stops:
            values = {"throws": race.throws_to_stop, "expected": f"{race.expected_to_stop:.0f}"}
            yield say("coach.sixem_stops", language, stops=race.stops, **values)
    yield say("coach.sixem_cost", language, cost=f"{shown(100 * review.cost):.1f}")
    if not review.mistakes:
        yield say("coach.no_mistake", language)
    for mistake in review.mistakes[:MOST_SHOWN]:
        yield ""
        yield from bad_mark_lines(mistake, language)


def bad_mark_lines(mistake: MarkDecision, language: str) -> Iterator[str]:
    cost = f"{shown(100 * mistake.cost):.1f}"
    yield say("coach.sixem_mistake", language, round=mistake.round, cost=cost)
    yield say("coach.chosen", language, what=_mark(mistake.chosen, mistake.cell, language))
    yield say("coach.better", language, what=_mark(mistake.best, mistake.best_cell, language))


def _mark(move: SixemMove, cell: str, language: str) -> str:
    if not move.deed:
        return cell
    return say("coach.erases" if move.deed == ERASE else "coach.gives", language, cell=cell, seat=move.other)
