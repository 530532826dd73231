"""What one can do at a table now, each with its key, its words and its command."""

from collections.abc import Iterator

from sixes.play import commands
from sixes.play.deadlines import are_enough
from sixes.play.pad.match import PadMatch
from sixes.play.sixem.boards import marking
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.play.snapshots import Choice
from sixes.play.table import GATHERING, OVER, PLAYING, Table
from sixes.rules import rounds
from sixes.rules.rows import SOLO_NEEDS
from sixes.rules.sheets import SHEETS, box_names
from sixes.rules.six import COLOURS, colour_names, count, has
from sixes.rules.turns import CROSSING, DECIDING, ROLLING, SixtoState, open_boxes
from sixes.terminal.action import EMPTY_HAND, Action, Hand
from sixes.terminal.pad_actions import on_pad, over_pad
from sixes.terminal.wording import names_of
from sixes.text import say


def actions(table: Table, player: str, now: int, language: str, hand: Hand = EMPTY_HAND) -> list[Action]:
    """All that a player can do now."""
    if isinstance(table.match, PadMatch):  # whoever is there writes, with a seat or without
        return list(
            on_pad(table.match, language, hand) if table.phase == PLAYING else over_pad(table, language)
        )
    seat = table.seat_of(player)
    sitting = table.seats[seat] if seat is not None else None
    if table.phase == GATHERING:
        return list(before_the_game(table, player, language))
    if seat is None or sitting is None:
        return []
    if table.phase == OVER:
        return [Action("n", say("game.again", language), commands.RequestRematch, {})]
    if table.phase != PLAYING:
        return []
    if sitting.bot:
        return [Action("b", say("game.take_back", language), commands.Back, {})]
    if isinstance(table.match, SixtoMatch):
        return [*in_sixto(table.match, seat, language), *beside_sixto(table, table.match, seat, language)]
    if isinstance(table.match, SixemMatch):
        racing = in_race(table.match, seat, now, language, hand.kept)
        return [*in_sixem(table, table.match, seat, language), *racing]
    return []


def before_the_game(table: Table, player: str, language: str) -> Iterator[Action]:
    if table.seat_of(player) is None:
        if None in table.seats:
            yield Action("s", say("lobby.sit", language), commands.Sit, {})
        return
    if table.host == player and are_enough(table):
        yield Action("s", say("lobby.start", language), commands.Start, {})
    yield from sheets(table, player, language)


def sheets(table: Table, player: str, language: str) -> Iterator[Action]:
    """The sheets that nobody else has chosen, by their letters; one's own is given back."""
    if not table.game.has_sheets or table.beginning:
        return
    chosen = {str(seat.sheet): seat.player for seat in table.seats if seat and seat.sheet}
    for letter in SHEETS:
        if chosen.get(letter, player) == player:
            sheet = None if letter in chosen else letter
            words = say("terminal.choose_sheet", language)
            yield Action(letter.lower(), words, commands.ChooseSheet, {"sheet": sheet}, is_aside=True)


def in_sixto(match: SixtoMatch, seat: int, language: str) -> Iterator[Action]:
    state, turn = match.state, {"turn": match.number}
    if state.turn.phase == CROSSING:
        yield from crossing(match, seat, language)
    elif state.active == seat and not match.is_over:
        second = state.turn.phase == DECIDING
        if second:
            yield Action("k", say("game.keep", language), commands.Keep, turn)
        words = say("game.roll_again" if second else "game.roll", language)
        yield Action("r", words, commands.Roll, turn | {"second": second})


def beside_sixto(table: Table, match: SixtoMatch, seat: int, language: str) -> Iterator[Action]:
    """Ask the coach where something is to be decided; cover one's sheet while another player decides."""
    state, aside = match.state, {"is_aside": True}
    deciding = state.turn.phase == DECIDING
    if deciding and seat != state.active and len(table.places) > 1:
        is_covered = has(match.covered, seat)
        words = say("game.uncover" if is_covered else "game.cover", language)
        values = {"turn": match.number, "on": not is_covered}
        yield Action("c", words, commands.Cover, values, **aside)
    if table.allows_hints and state.turn.phase != ROLLING and has(match.seats_to_act(), seat):
        yield Action("h", say("game.hint", language), commands.AskHint, {}, **aside)


def crossing(match: SixtoMatch, seat: int, language: str) -> Iterator[Action]:
    state, turn = match.state, {"turn": match.number}
    if has(state.turn.done, seat):
        yield Action("u", say("game.undone", language), commands.WithdrawDone, turn)
        return
    half = half_crosses(state, seat)
    for box in legal_boxes(state, seat):
        if box in half:
            words = say("terminal.take_back", language, box=box)
            yield Action(f"-{box}", words, commands.Uncross, turn | {"box": box})
        else:
            words = say("terminal.cross", language, box=box)
            yield Action(box, words, commands.Cross, turn | {"box": box})
    ends = state.seats == 1 and len(half) < SOLO_NEEDS
    words = say("game.done", language, count=len(half)) if half else say("game.done_nothing", language)
    if ends:
        words = say("game.done_ends", language)
    yield Action("d", words, commands.SayDone, turn, is_final=ends)


def legal_boxes(state: SixtoState, seat: int) -> list[str]:
    """The boxes that the dice may cross, also those that they have crossed by half."""
    return box_names(tuple(open_boxes(state, seat, colour) for colour in range(6)))


def half_crosses(state: SixtoState, seat: int) -> list[str]:
    return box_names(state.turn.half[seat])


def in_sixem(table: Table, match: SixemMatch, seat: int, language: str) -> Iterator[Action]:
    """All but the race."""
    state = match.state
    if not has(match.seats_to_act(), seat):
        return
    if state.phase == rounds.STARTING:
        words = say("round.first_again" if match.again else "game.first", language)
        yield Action("r", words, commands.First, {"again": match.again})
    elif state.phase == rounds.SPINNING:
        yield Action("r", say("game.spin", language), commands.Spin, {})
    elif state.phase == rounds.MARKING:
        for choice in marking(state)[1]:
            yield from marks(table, match.number, choice, language)


def in_race(match: SixemMatch, seat: int, now: int, language: str, kept: int) -> Iterator[Action]:
    """Throw the dice that are not kept, and call STOP."""
    if match.state.phase != rounds.ROLLING or not has(match.seats_to_act(), seat):
        return
    if now < free_at(match, seat):
        return
    dice = throwable(match, seat) & ~kept
    if dice:
        words, letters = say("game.throw", language, count=count(dice)), "".join(colour_names(dice))
        yield Action("t", words, commands.Throw, {"round": match.number, "dice": letters})
    yield Action("s", "STOP", commands.Stop, {"round": match.number})


def free_at(match: SixemMatch, seat: int) -> int:
    """When a seat may throw and call: after the 3-2-1 and the pause for a false STOP."""
    return max(match.go, match.state.round.pauses[seat])


def throwable(match: SixemMatch, seat: int) -> int:
    """The dice of a seat that are not in the air."""
    return 0b111111 & ~rounds.in_the_air(match.state, seat)


def marks(table: Table, number: int, choice: Choice, language: str) -> Iterator[Action]:
    """A die to mark with: plainly, and with each X that may be erased or given."""
    names, mark = names_of(table, language), {"round": number, "die": choice.die}
    words = say("terminal.mark", language, cell=choice.cell)
    yield Action(choice.die, words, commands.Mark, mark)
    for deed, seats in (("erase", choice.erase), ("give", choice.give)):
        for seat in seats:
            then = say(f"game.{deed}", language, name=names[seat])
            key = f"{choice.die}{'x' if deed == 'erase' else '+'}{seat + 1}"
            yield Action(key, f"{words}. {then}", commands.Mark, mark | {deed: seat})


def one_of_each(dice: tuple[int, ...]) -> int:
    """The first die of each number on the table: what one keeps who wants 1 to 6."""
    first = {face: die for die, face in reversed(list(enumerate(dice))) if face}
    return sum(1 << die for die in first.values())


def die_bits(letters: str) -> int:
    """A set of dice from its letters; -1 if one is no die.

    >>> die_bits("ac")
    5
    """
    if any(letter not in COLOURS for letter in letters):
        return -1
    return sum(1 << COLOURS.index(letter) for letter in set(letters))
