"""Every die of a finished game recomputed from the seed in its record.

The record keeps them in `match`: `{"dice": {"game", "seed", "promise", "additions"}}`. For Sixto there can be
`lot` (where seat 0 sat before the first player was drawn, from 0), `taken` (how many turns were taken over
from another game: their dice are not checked) or `shared` (the dice are those of another game, of as many
seats as there are additions). For Sixem there are `throws` (for each
round and seat, which throw of each die it was that stood at the end), `starts` (the starting rolls, as often
as all rolled) and `spun` (where the spinner came to rest, from 0).
"""

import re
from typing import Any, NamedTuple

from sixes.play import daily
from sixes.play.dice import FEWEST_ADDED, MOST_ADDED, SEED_BYTES, draw, key_of, promise
from sixes.play.games import GAMES
from sixes.records import Played, RecordError, replay
from sixes.records.checks import check_keys, is_seat
from sixes.rules.sheets import SHEETS
from sixes.rules.sixto import MOST_SEATS

KEYS = ("game", "seed", "promise", "additions")
GAME_ID = re.compile(r"[A-Za-z0-9-]{1,40}")
SEED = re.compile(rf"[0-9a-f]{{{2 * SEED_BYTES}}}")
ADDITION = re.compile(rf"(?:[0-9a-f]{{2}}){{{FEWEST_ADDED},{MOST_ADDED}}}")


class Promised(NamedTuple):
    """The daily challenge whose dice a record has, and the promise that must have been published for it."""

    day: int
    promise: str


def verify_dice(played: Played) -> int:
    """How many numbers were drawn, all of them right; the first wrong one is raised as a RecordError."""
    dice = read(played)
    _check_daily(played, dice)
    seed = bytes.fromhex(dice["seed"])
    if promise(seed) != dice["promise"]:
        raise RecordError("dice.broken_promise")
    proof = GAMES[played.record["game"]].dice
    key, checked = key_of(seed, dice["additions"]), proof.check_start(seed, dice)
    for where, name, sides, face in proof.draws(played, dice):
        if draw(key, name, sides) != face:
            raise RecordError("dice.other_number", number=draw(key, name, sides), told=face, **where)
        checked += 1
    return checked + verify_first_game(played, dice)


def verify_first_game(played: Played, dice: dict[str, Any]) -> int:
    """Check the first game of a duel, which the second one's record holds, and its points as head starts."""
    match = played.record["match"]
    if "duel" not in match:
        return 0
    told = match["duel"].get("first") if isinstance(match["duel"], dict) else None
    if not isinstance(told, dict):
        raise RecordError("dice.form", key="duel")
    first = replay(told | {"match": _with_seed(told.get("match"), dice["seed"])})
    kept, sheets = read(first), (first.states[0].sheets, played.states[0].sheets)
    if any(kept[key] != dice[key] for key in ("game", "promise", "additions")) or sheets[0] != sheets[1]:
        raise RecordError("dice.other_duel")
    ahead = first.record["match"].get("head_starts", [0] * first.seats)
    made = [score["total"] + more for score, more in zip(first.result()["scores"], ahead, strict=True)]
    if match.get("head_starts") != made[::-1]:
        raise RecordError("dice.other_duel")
    return verify_dice(first)


def _with_seed(match: Any, seed: str) -> Any:
    """What a record keeps, with the seed that was still secret when it was written."""
    if not isinstance(match, dict) or not isinstance(match.get("dice"), dict) or "duel" in match:
        raise RecordError("dice.form", key="duel")
    return match | {"dice": match["dice"] | {"seed": seed}}


def daily_of(played: Played) -> Promised | None:
    """The daily challenge whose dice a record has, if it is one."""
    dice = read(played)
    day = daily.day_of_dice(dice["game"])
    return None if day is None else Promised(day, dice["promise"])


def _check_daily(played: Played, dice: dict[str, Any]) -> None:
    """A daily challenge is played alone on the sheet of its day, and nobody adds anything."""
    day = daily.day_of_dice(dice["game"])
    if day is None:
        return
    if dice["additions"] != [None] or not dice.get("shared"):
        raise RecordError("dice.form", key="additions")
    if played.seats != 1 or played.states[0].sheets[0] != SHEETS[daily.letter_of(day)]:
        raise RecordError("dice.daily_sheet", day=day, letter=daily.letter_of(day))


def read(played: Played) -> dict[str, Any]:
    """What the record says of its dice, with its form checked."""
    dice: Any = played.record.get("match", {}).get("dice")
    if not isinstance(dice, dict):
        raise RecordError("dice.none")
    if "seed" not in dice:
        raise RecordError("dice.no_seed")
    proof = GAMES[played.record["game"]].dice
    check_keys(dice, KEYS + proof.keys, proof.optional)
    for key, form in (("game", GAME_ID), ("seed", SEED), ("promise", SEED)):
        if not _fits(form, dice[key]):
            raise RecordError("dice.form", key=key)
    _check_additions(dice, played.seats)
    for key, most in (("lot", played.seats), ("taken", len(played.states))):
        if not is_seat(dice.get(key, 0), most):
            raise RecordError("dice.form", key=key)
    return dice


def _check_additions(dice: dict[str, Any], seats: int) -> None:
    """One for each seat; if the dice are those of another game, for each seat of that."""
    shared, added = dice.get("shared", False), dice["additions"]
    if not isinstance(shared, bool):
        raise RecordError("dice.form", key="shared")
    many = range(1, MOST_SEATS + 1) if shared else [seats]
    if not isinstance(added, list) or len(added) not in many:
        raise RecordError("dice.form", key="additions")
    for seat, addition in enumerate(added):
        if addition is not None and not _fits(ADDITION, addition):
            raise RecordError("dice.form", key="additions", seat=seat)


def _fits(form: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and form.fullmatch(value) is not None
