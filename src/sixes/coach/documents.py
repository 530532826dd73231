"""Reviews and opinions of positions as documents, for programs and for the browser."""

from typing import Any

from sixes.coach.accounts import CROSS, ERRORS, TABLE_ERRORS, Decision, Review, Roll
from sixes.coach.hints import study
from sixes.coach.reasons import Reason
from sixes.coach.review import review
from sixes.coach.sixem_review import review_sixem, sixem_document
from sixes.play.sixto.sheets import legal_with_gains
from sixes.records import Played
from sixes.rules.turns import SixtoState


def game_document(played: Played, seat: int) -> dict[str, Any]:
    """The review of a finished game of either kind."""
    if played.record["game"] == "sixem":
        return sixem_document(review_sixem(played, seat))
    return review_document(review(played, seat))


def review_document(told: Review) -> dict[str, Any]:
    return {
        "game": "sixto",
        "seat": told.seat,
        "by": told.by,
        "start": told.start,
        "luck": told.luck,
        "cost": told.cost,
        "final": told.final,
        "win": told.win,
        "margin": told.margin and told.margin._asdict(),
        "possible": told.possible,
        "percentile": told.percentile,
        "decisions": [decision_document(one) for one in told.decisions],
        "rolls": [roll_document(one) for one in told.rolls],
        "others": [one._asdict() for one in told.others],
    }


def decision_document(decision: Decision) -> dict[str, Any]:
    """A choice with the boxes that the dice could cross, as events have them: who shows it needs no rules."""
    return {
        "turn": decision.turn,
        "kind": decision.kind,
        "chosen": decision.chosen,
        "best": decision.best,
        "value": decision.value,
        "win": decision.win,
        "cost": decision.cost,
        "best_win": decision.best_win,
        "error": decision.error,
        "mistake": decision.is_mistake,
        "why": reason_document(decision.reason) if decision.reason else None,
        "legal": legal_with_gains(decision.state)[decision.seat],
    }


def roll_document(roll: Roll) -> dict[str, Any]:
    rank = None if roll.rank is None else round(roll.rank, 3)
    return {"turn": roll.turn, "dice": roll.dice, "luck": roll.luck, "rank": rank, "win": roll.win}


def reason_document(reason: Reason) -> dict[str, Any]:
    """The key of a sentence in the catalogue, and its values; a colour is a letter."""
    return {"key": f"coach.why_{reason.key}", "values": reason.values}


def study_document(state: SixtoState, seat: int | None = None) -> dict[str, Any]:
    """What a position is worth to a seat, usually the active one, and after a roll what to do there."""
    seat = state.active if seat is None else seat
    worth, told = study(state, seat)
    errors = ERRORS if state.seats == 1 else TABLE_ERRORS
    return {
        "seat": seat,
        "by": "values",
        "value": worth.points,
        "win": worth.win,
        "place": worth.rank,
        "error": errors[CROSS],
        "again": told and told.again,
        "again_win": told and told.again_win,
        "crossings": [
            {"boxes": one.boxes, "value": one.value, "win": one.win, "why": reason_document(one.reason)}
            for one in (told.crossings if told else ())
        ],
    }
