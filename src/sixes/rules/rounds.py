"""A game of Sixem at one moment: its state, the round under way, and where everybody's dice are."""

from collections.abc import Iterator
from typing import NamedTuple

from sixes.rules.boards import ERASE, GIVE, NEITHER, Lines, lines_of, shows_one_to_six
from sixes.rules.printing import board_lines, dice_text, faces_text, read_faces
from sixes.rules.six import COLOURS, NOBODY, NONE, NONE_EACH, Six, colour_names, everybody, has, members, put
from sixes.rules.spinner import SPINNER, Pattern

STARTING, SPINNING, ROLLING, LAST_THROWS, MARKING, OVER = range(6)
"""The phases of a game; each round goes through ROLLING, LAST_THROWS and MARKING."""
PHASES = ("starting", "spinning", "rolling", "last_throws", "marking", "over")
START, SPIN, THROW, LAND, STOP, MARK = range(6)
"""The kinds of moves; LAND is made by the dice, not by a player."""
WORDS = {"start": START, "spin": SPIN, "stop": STOP}
"""The moves that are one word; the numbers of the first two come by chance."""
DEEDS = {"erase": ERASE, "give": GIVE}
DICE = {letter: die for die, letter in enumerate(COLOURS)}
SMALL_INTS = {str(number): number for number in range(len(SPINNER))}


class SixemOptions(NamedTuple):
    """What is agreed before the game."""

    seats: int
    sweet: bool
    throw_time: int


class Round(NamedTuple):
    """What lasts for one round."""

    dice: tuple[Six, ...]
    """For each seat and die, the number it shows on the table; 0 while it is in hand."""
    lands: tuple[Six, ...]
    """For each seat and die, when it lands; 0 for a die that is not in the air."""
    pauses: Six
    """For each seat, until when a false STOP keeps it from throwing and calling."""
    caller: int
    marker: int
    to_mark: int
    """The numbers that the marker has still to mark, each with one die."""


class SixemState(NamedTuple):
    """A whole game; `print` shows the round under way and all boards."""

    options: SixemOptions
    phase: int
    now: int
    """When the last move was made."""
    starts: Six
    """For each seat, its starting roll; 0 before it."""
    pattern: Pattern
    boards: Six
    tied: int
    """Those who play on alone after a tie."""
    winner: int
    rounds: int
    """Rounds played."""
    round: Round

    def __str__(self) -> str:
        return "\n".join(game_lines(self))


class SixemMove(NamedTuple):
    """One move of one seat; `str` writes it as a player would, and `parse` reads that.

    `start`, or with the number rolled `start 4`; `spin`, or with the pattern's place in SPINNER `spin 3`;
    `throw acf`; `land 300002`, with 0 for each die that does not land; `stop`; and a mark by its die: `c`, or
    `c erase 1`, `c give 1` for what seat 1 loses or gets. Who moves, and when, is not written.

    >>> str(SixemMove.parse("throw acf", seat=1, now=500))
    'throw acf'
    >>> str(SixemMove(MARK, 0, die=2, deed=ERASE, other=1))
    'c erase 1'
    """

    kind: int
    seat: int
    now: int = 0
    dice: int = 0
    """The set of dice thrown."""
    faces: Six = NONE
    """What dice show as they land; the starting roll is the first of them."""
    spun: int = NOBODY
    """Where the spinner came to rest, as a place in SPINNER."""
    die: int = 0
    """The die that marks, by colour."""
    deed: int = NEITHER
    other: int = 0
    """The player who has to erase an X, or is given one."""

    @classmethod
    def parse(cls, text: str, seat: int = 0, now: int = 0) -> "SixemMove":
        match text.lower().split():
            case ["start" | "spin" | "stop" as word]:
                return cls(WORDS[word], seat, now)
            case ["start", face] if face in SMALL_INTS:
                return cls(START, seat, now, faces=put(NONE, 0, SMALL_INTS[face]))
            case ["spin", place] if place in SMALL_INTS:
                return cls(SPIN, seat, now, spun=SMALL_INTS[place])
            case ["throw", dice]:
                return cls(THROW, seat, now, dice=read_dice(dice))
            case ["land", faces]:
                return cls(LAND, seat, now, faces=read_faces(faces))
            case [die] if die in DICE:
                return cls(MARK, seat, now, die=DICE[die])
            case [die, "erase" | "give" as deed, other] if die in DICE and other in SMALL_INTS:
                return cls(MARK, seat, now, die=DICE[die], deed=DEEDS[deed], other=SMALL_INTS[other])
        raise ValueError(f"{text!r} is no move of Sixem: write start, spin, throw acf, stop, c or c erase 1")

    def __str__(self) -> str:
        if self.kind == START:
            return f"start {self.faces[0]}" if self.faces[0] else "start"
        if self.kind == SPIN:
            return "spin" if self.spun == NOBODY else f"spin {self.spun}"
        if self.kind == THROW:
            return f"throw {''.join(colour_names(self.dice))}"
        if self.kind == LAND:
            return f"land {faces_text(self.faces)}"
        if self.kind == MARK and 0 <= self.die < 6:
            deed = next((f" {word} {self.other}" for word, deed in DEEDS.items() if deed == self.deed), "")
            return f"{COLOURS[self.die]}{deed}"
        return "stop" if self.kind == STOP else repr(self)


Move, State = SixemMove, SixemState
"""Short names, for programs that play Sixem alone."""

FRESH_ROUND = Round(dice=NONE_EACH, lands=NONE_EACH, pauses=NONE, caller=NOBODY, marker=NOBODY, to_mark=0)
"""A round begins with all six dice of everybody in hand."""


def playing(state: SixemState) -> int:
    """Everybody; after a tie only those tied."""
    return state.tied or everybody(state.options.seats)


def in_the_air(state: SixemState, seat: int) -> int:
    dice = 0
    for die in range(6):
        if state.round.lands[seat][die]:
            dice |= 1 << die
    return dice


def in_hand(state: SixemState, seat: int) -> int:
    """The dice that show nothing: in the air, or not thrown yet in this round."""
    dice = 0
    for die in range(6):
        if state.round.dice[seat][die] == 0:
            dice |= 1 << die
    return dice


def landing(state: SixemState, seat: int, now: int) -> int:
    """The dice of a seat that land now: those whose throw time is over; after STOP all that are in hand."""
    dice = 0
    if not has(playing(state), seat):
        return dice
    if state.phase == LAST_THROWS:
        return in_hand(state, seat)
    if state.phase == ROLLING:
        for die in range(6):
            if 0 < state.round.lands[seat][die] <= now:
                dice |= 1 << die
    return dice


def next_landing(state: SixemState) -> int:
    """When the next dice land, or 0 while none are in the air; the last throws, after STOP, land at once."""
    if state.phase == LAST_THROWS:
        return state.now
    soonest = 0
    for seat in range(state.options.seats):
        for die in range(6):
            time = state.round.lands[seat][die]
            if time and (soonest == 0 or time < soonest):
                soonest = time
    return soonest


def lands_first(state: SixemState, now: int) -> bool:
    """While all roll, some dice are due: they land before anybody throws or calls."""
    due = False
    for seat in range(state.options.seats):
        for die in range(6):
            due |= 0 < state.round.lands[seat][die] <= now
    return due


def must_wait(state: SixemState, seat: int) -> bool:
    """Dice that are due land before a seat throws or calls, or its pause after a false STOP is not over."""
    return lands_first(state, state.now) or state.now < state.round.pauses[seat]


def all_rolled(seats: int, starts: Six) -> bool:
    for seat in range(seats):
        if starts[seat] == 0:
            return False
    return True


def highest(seats: int, starts: Six) -> int:
    """The seats with the highest starting roll."""
    found = everybody(seats)
    for seat in range(seats):
        for other in range(seats):
            if starts[other] > starts[seat]:
                found &= ~(1 << seat)
    return found


def is_stop(state: SixemState, seat: int) -> bool:
    """All six dice of a seat lie on the table and show 1 to 6: a call of STOP counts."""
    return shows_one_to_six(state.round.dice[seat])


def read_dice(letters: str) -> int:
    """The set of these dice; each stands once.

    >>> bin(read_dice("acf"))
    '0b100101'
    """
    if not letters or len(set(letters)) != len(letters) or not set(letters) <= DICE.keys():
        raise ValueError(f"{letters!r} is no set of dice: write their letters, a to f, each once")
    return sum(1 << DICE[letter] for letter in letters)


def game_lines(state: SixemState) -> Iterator[str]:
    """The round under way, then each board with its lines and dice."""
    yield round_line(state)
    if any(state.pattern):
        yield f"pattern: {line_text(state.pattern)}{', sweet' if state.options.sweet else ''}"
    if state.tied:
        yield f"tied, and playing on alone: seats {', '.join(map(str, members(state.tied)))}"
    for seat in range(state.options.seats):
        yield ""
        yield f"Seat {seat}: {line_text(lines_of(state.boards[seat])) or '-'}{where_dice_are(state, seat)}"
        yield from board_lines(state.boards[seat])


def round_line(state: SixemState) -> str:
    if state.phase == OVER:
        return f"The game is over after round {state.rounds}: seat {state.winner} wins."
    line = f"Round {state.rounds + 1}, {PHASES[state.phase].replace('_', ' ')}"
    if state.phase != MARKING:
        return line
    numbers = " ".join(map(str, members(state.round.to_mark)))
    return f"{line}: seat {state.round.marker} has still to mark {numbers}"


def line_text(lines: Lines | Pattern) -> str:
    """How many lines of each kind; kinds without any are left out."""
    return ", ".join(f"{kind} {many}" for kind, many in lines._asdict().items() if many)


def where_dice_are(state: SixemState, seat: int) -> str:
    """The dice of a seat that lie on the table, and those in the air; the others are in hand."""
    lie, fly = dice_text(state.round.dice[seat]), colour_names(in_the_air(state, seat))
    return (f"; dice {lie}" if lie else "") + (f"; in the air {' '.join(fly)}" if fly else "")
