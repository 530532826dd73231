"""A review as text for people: the verdict, then the decisions that cost most."""

from collections.abc import Iterator

from sixes.coach.review import CROSS, Decision, Review
from sixes.rules.printing import dice_text
from sixes.text import say

MOST_SHOWN = 3


def describe(review: Review, language: str) -> str:
    return "\n".join(_lines(review, language))


def _lines(review: Review, language: str) -> Iterator[str]:
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
    yield say("coach.possible", language, points=review.possible)
    mistakes = review.mistakes
    if not mistakes:
        yield say("coach.no_mistake", language)
    for mistake in mistakes[:MOST_SHOWN]:
        yield ""
        yield from _mistake(mistake, language)


def _mistake(mistake: Decision, language: str) -> Iterator[str]:
    values = {
        "turn": mistake.turn,
        "dice": dice_text(mistake.state.turn.dice),
        "cost": f"{shown(mistake.cost):.1f}",
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


def shown(points: float) -> float:
    """Points to one decimal; what is not zero is not shown as zero."""
    rounded = round(points, 1)
    return rounded or (0.0 if not points else 0.1 if points > 0 else -0.1)
