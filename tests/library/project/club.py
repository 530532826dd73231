"""A program of somebody else, in strict types: bots of a club, their games, and how good they are."""

import random

import sixes
from sixes import Bot, Played, SixtoMove, SixtoState
from sixes.bots import LEVELS, Level


class Hasty:
    """Makes the first move that is legal."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, state: SixtoState, seat: int) -> SixtoMove | None:
        moves = sixes.sixto.legal(state, seat)
        return moves[0] if moves else None


def club_bot(level: str) -> Bot:
    LEVELS["hasty"] = Level({"sixto": Hasty})
    return sixes.make_bot(level, "sixto", seed=7)


def points_of(data: bytes, seat: int) -> int:
    try:
        played: Played = sixes.replay(sixes.parse(data))
    except sixes.RecordError as error:
        raise SystemExit(str(error)) from error
    end: SixtoState = played.states[-1]
    return sixes.sixto.score(end, seat).total


def opening(sheet: str) -> float:
    state = sixes.sixto.setup((sixes.SHEETS[sheet],))
    assert not sixes.sixto.is_over(state)
    return sixes.coach.value(state).points


def lines_of(state: sixes.SixemState, seat: int) -> tuple[int, ...]:
    refused = sixes.sixem.refusal(state, sixes.SixemMove.parse("stop"))
    return sixes.sixem.score(state, seat) if refused else ()


def best(names: list[str]) -> str:
    try:
        found: sixes.Simulated = sixes.simulate("sixto", names, 1000, seed=1)
    except sixes.MissingExtra as missing:
        return str(missing)
    return max(zip(found.wins, names, strict=True))[1]


if __name__ == "__main__":
    print(sixes.__version__, sixes.levels("sixto"), club_bot("hasty"), opening("A"))
