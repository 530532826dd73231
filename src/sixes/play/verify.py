"""Every die of a finished game recomputed from the seed in its record.

The record keeps them in `match`: `{"dice": {"game", "seed", "promise", "additions"}}`. For Sixto there can be
`lot` (where seat 0 sat before the first player was drawn, from 0), `taken` (how many turns were taken over
from another game: their dice are not checked) or `shared` (the dice are those of another game, of as many
seats as there are additions). For Sixem there are `throws` (for each
round and seat, which throw of each die it was that stood at the end), `starts` (the starting rolls, as often
as all rolled) and `spun` (where the spinner came to rest, from 0).
"""

import re
from typing import Any

from sixes.play.dice import FEWEST_ADDED, MOST_ADDED, SEED_BYTES, draw, key_of, promise
from sixes.play.games import GAMES
from sixes.records import Played, RecordError
from sixes.records.checks import check_keys, is_seat
from sixes.rules.sixto import MOST_SEATS

KEYS = ("game", "seed", "promise", "additions")
GAME_ID = re.compile(r"[A-Za-z0-9-]{1,40}")
SEED = re.compile(rf"[0-9a-f]{{{2 * SEED_BYTES}}}")
ADDITION = re.compile(rf"(?:[0-9a-f]{{2}}){{{FEWEST_ADDED},{MOST_ADDED}}}")


def verify_dice(played: Played) -> int:
    """How many numbers were drawn, all of them right; the first wrong one is raised as a RecordError."""
    dice = read(played)
    seed = bytes.fromhex(dice["seed"])
    if promise(seed) != dice["promise"]:
        raise RecordError("dice.broken_promise")
    proof = GAMES[played.record["game"]].dice
    key, checked = key_of(seed, dice["additions"]), proof.check_start(seed, dice)
    for where, name, sides, face in proof.draws(played, dice):
        if draw(key, name, sides) != face:
            raise RecordError("dice.other_number", number=draw(key, name, sides), told=face, **where)
        checked += 1
    return checked


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
