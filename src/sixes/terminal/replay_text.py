"""A replayed game as text for people: each turn or round, then the sheets or boards, then who won."""

from collections.abc import Iterator
from typing import Any

from sixes.records import Played
from sixes.records.sixto import ENDS
from sixes.rules import sixem, sixto
from sixes.rules.boards import Lines, cell_name
from sixes.rules.printing import board_lines, dice_text, sheet_lines
from sixes.rules.rounds import SixemState
from sixes.rules.six import COLOURS, colour_names, members
from sixes.rules.spinner import Pattern
from sixes.rules.turns import SixtoState
from sixes.text import say


def describe(played: Played, language: str) -> str:
    return "\n".join(DESCRIBERS[played.record["game"]](played, language))


def _sixto(played: Played, language: str) -> Iterator[str]:
    record, states = played
    seats = states[0].seats
    yield say("show.sixto_solo" if seats == 1 else "show.sixto", language, seats=seats)
    for number, turn in enumerate(record["turns"], 1):
        yield from turn_lines(number, turn, states[number - 1], states[number], language)
    for seat, name in enumerate(record["sheets"]):
        yield ""
        yield from _sheet(states[-1], seat, name, language)
    yield ""
    yield from _sixto_end(states[-1], language)


def turn_lines(number: int, turn: Any, before: SixtoState, after: SixtoState, language: str) -> Iterator[str]:
    rolls = [dice_text(roll) for roll in turn["rolls"]]
    yield say("show.turn", language, turn=number, seat=before.active, dice=rolls[0])
    for dice in rolls[1:]:
        yield say("show.rolls_again", language, dice=dice)
    for seat, boxes in enumerate(turn["crosses"]):
        key = "show.crosses" if boxes else "show.crosses_nothing"
        yield say(key, language, seat=seat, boxes=" ".join(sorted(boxes)))
    closed = after.closed & ~before.closed
    if closed:
        yield say("show.closes", language, colours=" ".join(colour_names(closed)))


def _sheet(state: SixtoState, seat: int, name: object, language: str) -> Iterator[str]:
    score = sixto.score(state, seat)
    key = "show.sheet" if isinstance(name, str) else "show.own_sheet"
    yield say(key, language, seat=seat, letter=name, total=score.total, crosses=score.crosses)
    yield from sheet_lines(state.sheets[seat], state.crosses[seat])


def _sixto_end(state: SixtoState, language: str) -> Iterator[str]:
    for end, name in ENDS.items():
        if state.ends & end:
            yield say(f"game.end_{name}", language)
    if state.ends and state.seats == 1:
        yield say("show.solo_points", language, total=sixto.score(state, 0).total)
    else:
        yield _winners(members(sixto.winners(state)), language)


def _sixem(played: Played, language: str) -> Iterator[str]:
    record, states = played
    first, last = states[0], states[-1]
    yield say("show.sixem", language, seats=first.options.seats, pattern=_counts(first.pattern, language))
    if first.options.sweet:
        yield say("show.sweet", language)
    for number, played_round in enumerate(record["rounds"], 1):
        yield from round_lines(number, played_round, language)
        tied = members(states[number].tied)
        if tied:
            yield say("show.tied", language, seats=_seats(tied))
    for seat in range(first.options.seats):
        yield ""
        yield from _board(last, seat, language)
    yield ""
    yield _winners(members(sixem.winners(last)), language)


def round_lines(number: int, this: Any, language: str) -> Iterator[str]:
    """A round in the order of marking: left of the caller first."""
    seats, stop = len(this["dice"]), this["stop"]
    yield say("show.round", language, round=number, seat=stop)
    for seat in [(stop + step) % seats for step in range(1, seats + 1)]:
        dice = this["dice"][seat]
        if dice is not None:
            cells = " ".join(_mark(mark, dice, language) for mark in this["marks"][seat])
            yield say("show.marks", language, seat=seat, dice=dice_text(dice), cells=cells)


def _mark(mark: dict[str, Any], dice: list[int], language: str) -> str:
    colour = COLOURS.index(mark["die"])
    cell = cell_name(colour, dice[colour])
    for deed in ("erase", "give"):
        if deed in mark:
            return say(f"show.{deed}", language, cell=cell, other=mark[deed])
    return cell


def _board(state: SixemState, seat: int, language: str) -> Iterator[str]:
    lines = _counts(sixem.score(state, seat), language) or "-"
    yield say("show.board", language, seat=seat, lines=lines)
    yield from board_lines(state.boards[seat])


def _counts(lines: Lines | Pattern, language: str) -> str:
    """Lines by kind, those there are none of left out."""
    counts = zip(lines._fields, lines, strict=True)
    return ", ".join(say(f"show.{kind}", language, lines=count) for kind, count in counts if count)


def _winners(seats: list[int], language: str) -> str:
    if not seats:
        return say("show.unfinished", language)
    if len(seats) == 1:
        return say("show.winner", language, seat=seats[0])
    return say("show.winners", language, seats=_seats(seats))


def _seats(seats: list[int]) -> str:
    return ", ".join(map(str, seats))


def end_lines(played: Played, language: str) -> Iterator[str]:
    """How the game ended."""
    if played.record["game"] == "sixto":
        yield from _sixto_end(played.states[-1], language)
    else:
        yield _winners(members(sixem.winners(played.states[-1])), language)


DESCRIBERS = {"sixto": _sixto, "sixem": _sixem}
