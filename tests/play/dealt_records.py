"""Records of games whose dice can be verified, as a server deals them; players make the first legal move."""

from typing import Any

from sixes.play.dice import draw, key_of, label, promise
from sixes.rules import sixem, sixto
from sixes.rules.rounds import MARKING, SixemState, playing
from sixes.rules.sheets import SHEETS, box_name, rows_of
from sixes.rules.six import COLOURS, has, members
from sixes.rules.spinner import SPINNER
from sixes.rules.turns import CROSS, DONE, KEEP, ROLL, SixtoMove, SixtoState

SEED = bytes(range(32))
GAME = "k3f9-1"


def of_match(additions: list[str | None], **more: object) -> dict[str, Any]:
    dice = {"game": GAME, "seed": SEED.hex(), "promise": promise(SEED), "additions": additions}
    return {"players": ["somebody"] * len(additions), "dice": dice | more}


def deal_sixto(additions: list[str | None]) -> dict[str, Any]:
    """Everybody crosses the first legal box of each row; who has used fewer than three dice rolls again."""
    key = key_of(SEED, additions)
    state = sixto.setup((SHEETS["A"],) * len(additions))
    turns: list[Any] = []
    while not sixto.is_over(state):
        seat, number, rolls = state.active, len(turns) + 1, []
        for throw in (1, 2):
            faces = [draw(key, label(GAME, seat, number, die, throw)) for die in COLOURS]
            dice = tuple(0 if has(state.closed, die) else face for die, face in enumerate(faces))
            state = sixto.apply(state, SixtoMove(ROLL, seat, dice=dice))
            rolls.append(list(dice))
            if throw == 1 and sum(face > 3 for face in dice) >= 3:
                state = sixto.apply(state, SixtoMove(KEEP, seat))
                break
        crosses, state = _cross(state)
        turns.append({"rolls": rolls, "crosses": crosses})
    sheets = [rows_of(SHEETS["A"])] * len(additions)
    return {"game": "sixto", "sheets": sheets, "turns": turns, "match": of_match(additions)}


def _cross(state: SixtoState) -> tuple[list[list[str]], SixtoState]:
    crosses: list[list[str]] = [[] for _ in range(state.seats)]
    turns = state.turns
    while state.turns == turns:
        seat = next(seat for seat in range(state.seats) if not has(state.turn.done, seat))
        moves = [
            m for m in sixto.legal(state, seat) if m.kind == CROSS and not state.turn.half[seat][m.colour]
        ]
        for move in moves[:1]:
            crosses[seat].append(box_name(move.colour, move.place))
        state = sixto.apply(state, moves[0] if moves else SixtoMove(DONE, seat))
    return crosses, state


def deal_sixem(additions: list[str | None]) -> dict[str, Any]:
    """All throw what does not help, in step, until somebody has 1 to 6; marks are the first legal ones."""
    key, seats = key_of(SEED, additions), len(additions)
    starts: list[list[int]] = []
    while not starts or starts[-1].count(max(starts[-1])) > 1:
        throw = len(starts) + 1
        starts.append([draw(key, label(GAME, seat, 0, "start", throw)) for seat in range(seats)])
    spinner = starts[-1].index(max(starts[-1]))
    spun = draw(key, label(GAME, spinner, 0, "spin", 1), len(SPINNER)) - 1
    state = sixem.setup_with(SPINNER[spun], seats)
    rounds: list[Any] = []
    throws: list[Any] = []
    while not sixem.is_over(state) and len(rounds) < 40:
        dice, counts, stop = _throw(key, state)
        full = tuple(tuple(faces or (0,) * 6) for faces in dice) + ((0,) * 6,) * (6 - seats)
        marks, state = _mark(sixem.begin_marking(state, stop, full), dice)
        rounds.append({"stop": stop, "dice": dice, "marks": marks})
        throws.append(counts)
    wanted = {kind: lines for kind, lines in SPINNER[spun]._asdict().items() if lines}
    match = of_match(additions, throws=throws, starts=starts, spun=spun)
    return {"game": "sixem", "seats": seats, "pattern": wanted, "rounds": rounds, "match": match}


def _throw(key: bytes, state: SixemState) -> tuple[list[Any], list[Any], int]:
    number, here = state.rounds + 1, members(playing(state))
    dice: list[Any] = [[0] * 6 if seat in here else None for seat in range(state.options.seats)]
    counts: list[Any] = [[0] * 6 if seat in here else None for seat in range(state.options.seats)]
    while True:
        for seat in here:
            for die, face in enumerate(dice[seat]):
                if face == 0 or face in dice[seat][:die]:
                    counts[seat][die] += 1
                    name = label(GAME, seat, number, COLOURS[die], counts[seat][die])
                    dice[seat][die] = draw(key, name)
        for seat in here:
            if len(set(dice[seat])) == 6:
                return dice, counts, seat


def _mark(state: SixemState, dice: list[Any]) -> tuple[list[Any], SixemState]:
    marks: list[Any] = [None if faces is None else [] for faces in dice]
    rounds = state.rounds
    while state.rounds == rounds and state.phase == MARKING:
        move = sixem.legal(state, state.round.marker)[0]
        marks[move.seat].append({"die": COLOURS[move.die]})
        state = sixem.apply(state, move)
    return marks, state
