"""Reviews and opinions of positions as documents, for programs and for the browser."""

from typing import Any

from sixes.coach.hints import hint, value
from sixes.coach.reasons import Reason
from sixes.coach.review import CROSS, ERRORS, Decision, Review, Roll
from sixes.play.sixto.sheets import legal_with_gains
from sixes.rules.turns import ROLLING, SixtoState


def review_document(review: Review) -> dict[str, Any]:
    return {
        "game": "sixto",
        "seat": 0,
        "by": "values",
        "start": review.start,
        "luck": review.luck,
        "cost": review.cost,
        "final": review.final,
        "possible": review.possible,
        "percentile": review.percentile,
        "decisions": [decision_document(one) for one in review.decisions],
        "rolls": [roll_document(one) for one in review.rolls],
    }


def decision_document(decision: Decision) -> dict[str, Any]:
    """A choice with the boxes that the dice could cross, as events have them: who shows it needs no rules."""
    return {
        "turn": decision.turn,
        "kind": decision.kind,
        "chosen": decision.chosen,
        "best": decision.best,
        "value": decision.value,
        "cost": decision.cost,
        "error": decision.error,
        "mistake": decision.is_mistake,
        "why": reason_document(decision.reason) if decision.reason else None,
        "legal": legal_with_gains(decision.state)[0],
    }


def roll_document(roll: Roll) -> dict[str, Any]:
    return {"turn": roll.turn, "dice": roll.dice, "luck": roll.luck, "rank": round(roll.rank, 3)}


def reason_document(reason: Reason) -> dict[str, Any]:
    """The key of a sentence in the catalogue, and its values; a colour is a letter."""
    return {"key": f"coach.why_{reason.key}", "values": reason.values}


def study_document(state: SixtoState) -> dict[str, Any]:
    """What a position is worth and, after a roll, what to do there."""
    told = None if state.turn.phase == ROLLING else hint(state)
    return {
        "value": told.value if told else value(state),
        "error": ERRORS[CROSS],
        "again": told and told.again,
        "crossings": [
            {"boxes": one.boxes, "value": one.value, "why": reason_document(one.reason)}
            for one in (told.crossings if told else ())
        ],
    }
