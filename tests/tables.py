"""Games by the rules alone, with moves by their names; each must be legal unless the test says why not."""

from sixes.rules import sixem, sixto
from sixes.rules.boards import NEITHER, SixemRefusal, cell_of
from sixes.rules.rounds import LAND, MARK, SPIN, START, STOP, THROW, SixemMove, landing
from sixes.rules.rows import SixtoRefusal
from sixes.rules.sheets import BOXES, SHEETS, Sheet
from sixes.rules.six import COLOURS, Six, members
from sixes.rules.spinner import Pattern
from sixes.rules.turns import CROSS, DONE, KEEP, ROLL, UNCROSS, UNDONE, SixtoMove


def numbers(text: str) -> Six:
    """`"3 1 6 2 5 4"`: what dice show, by colour."""
    return tuple(map(int, text.split()))


def is_whole(state: object) -> bool:
    """A state is made of ints and tuples of ints all through; nothing is missing anywhere."""
    return all(map(is_whole, state)) if isinstance(state, tuple) else isinstance(state, int)


class SixtoTable:
    """Everybody has sheet A, as if it were their own (its numbers never change), or another sheet."""

    def __init__(self, seats: int = 1, sheet: Sheet = SHEETS["A"]) -> None:
        self.state = sixto.setup((sheet,) * seats)

    def make(self, move: SixtoMove) -> None:
        assert sixto.refusal(self.state, move) == SixtoRefusal.FINE
        self.state = sixto.apply(self.state, move)
        assert is_whole(self.state)

    def refusal(self, kind: int, seat: int, box: str = "a1", dice: str = "1 1 1 1 1 1") -> SixtoRefusal:
        colour, place = BOXES[box]
        return sixto.refusal(self.state, SixtoMove(kind, seat, colour, place, numbers(dice)))

    def roll(self, dice: str) -> None:
        self.make(SixtoMove(ROLL, self.state.active, dice=numbers(dice)))

    def keep(self) -> None:
        self.make(SixtoMove(KEEP, self.state.active))

    def cross(self, seat: int, *boxes: str) -> None:
        for box in boxes:
            self.make(SixtoMove(CROSS, seat, *BOXES[box]))

    def uncross(self, seat: int, box: str) -> None:
        self.make(SixtoMove(UNCROSS, seat, *BOXES[box]))

    def done(self, *seats: int) -> None:
        for seat in seats:
            self.make(SixtoMove(DONE, seat))

    def undone(self, seat: int) -> None:
        self.make(SixtoMove(UNDONE, seat))

    def turn(self, dice: str, *crosses: str) -> None:
        """A whole turn: the active player keeps the first roll, each seat crosses its boxes."""
        self.roll(dice)
        self.keep()
        for seat, boxes in enumerate(crosses):
            self.cross(seat, *boxes.split())
        self.done(*range(self.state.seats))

    def who_is_done(self) -> list[int]:
        return members(self.state.turn.done)

    def crosses(self, seat: int) -> str:
        """The boxes crossed for good."""
        return _boxes(self.state.crosses[seat])

    def half_crosses(self, seat: int) -> str:
        return _boxes(self.state.turn.half[seat])


def _boxes(rows: Six) -> str:
    return " ".join(f"{COLOURS[colour]}{place}" for colour in range(6) for place in members(rows[colour]))


class SixemTable:
    def __init__(self, seats: int = 2, pattern: Pattern | None = None, sweet: bool = False) -> None:
        wanted = pattern or Pattern(horizontal=1, vertical=0, diagonal=0, any=0)
        self.state = sixem.setup_with(wanted, seats, sweet)

    def make(self, move: SixemMove) -> None:
        assert sixem.refusal(self.state, move) == SixemRefusal.FINE
        self.state = sixem.apply(self.state, move)
        assert is_whole(self.state)

    def start(self, seat: int, face: int) -> None:
        self.make(SixemMove(START, seat, self.state.now, faces=(face, 0, 0, 0, 0, 0)))

    def spin(self, seat: int, spun: int) -> None:
        self.make(SixemMove(SPIN, seat, self.state.now, spun=spun))

    def throw(self, seat: int, dice: str, now: int) -> None:
        self.make(SixemMove(THROW, seat, now, sum(1 << COLOURS.index(die) for die in dice)))

    def land(self, seat: int, faces: str, now: int) -> None:
        self.make(SixemMove(LAND, seat, now, faces=numbers(faces)))

    def stop(self, seat: int, now: int) -> None:
        self.make(SixemMove(STOP, seat, now))

    def mark(self, seat: int, dice: str, deed: int = NEITHER, other: int = 0) -> None:
        for die in dice:
            move = SixemMove(MARK, seat, self.state.now, die=COLOURS.index(die), deed=deed, other=other)
            self.make(move)

    def refusal(self, kind: int, seat: int, now: int | None = None, **rest: int) -> SixemRefusal:
        move = SixemMove(kind, seat, self.state.now if now is None else now, **rest)  # type: ignore[arg-type]
        return sixem.refusal(self.state, move)

    def land_refusal(self, seat: int, faces: str, now: int) -> SixemRefusal:
        return sixem.refusal(self.state, SixemMove(LAND, seat, now, faces=numbers(faces)))

    def lie(self, caller: int, *dice: str) -> None:
        """Rolling in short: everybody throws all dice, they land like this, the caller stops."""
        for seat, faces in enumerate(dice):
            if faces:
                self.throw(seat, COLOURS, self.state.now)
        lands = self.state.now + self.state.options.throw_time
        for seat, faces in enumerate(dice):
            if faces:
                self.land(seat, faces, lands)
        self.stop(caller, lands)

    def draw(self, seat: int, board: str) -> None:
        """Put a board before a seat: rows of X and dot, or names of cells."""
        boards = list(self.state.boards)
        boards[seat] = board_of(board)
        self.state = self.state._replace(boards=tuple(boards))

    def landing(self, seat: int, now: int) -> str:
        return "".join(COLOURS[die] for die in members(landing(self.state, seat, now)))

    def has_x(self, seat: int, cell: str) -> bool:
        return bool(self.state.boards[seat] & board_of(cell))


def board_of(text: str) -> int:
    """`"a1 b2"`, or six rows like `"XX...."`."""
    words = text.split()
    if words and set(words[0]) <= set("X."):
        rows = [(colour, row) for colour, row in enumerate(words)]
        return sum(cell_of(colour, n) for colour, row in rows for n, mark in enumerate(row, 1) if mark == "X")
    return sum(cell_of(COLOURS.index(word[0]), int(word[1])) for word in words)
