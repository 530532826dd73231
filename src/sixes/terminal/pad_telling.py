"""What is written on a score pad, in sentences."""

from collections.abc import Callable, Iterator
from typing import Any

from sixes.play import events
from sixes.play.pad.sixem import SixemPadMatch
from sixes.play.pad.sixto import SixtoPadMatch
from sixes.rules.rows import sheet_score
from sixes.rules.six import COLOURS, NOBODY, colour_names, members
from sixes.terminal.tale import Tale
from sixes.terminal.wording import as_sentence, colour_word, dice_words, listed, pattern_words
from sixes.text import say


def diced(tale: Tale, event: events.PadDiced) -> Iterator[str]:
    words = dice_words(event.dice, tale.language)
    yield tale.say("heard.rolled", dice=words) if words else tale.say("pad.no_dice")


def crossed(tale: Tale, event: events.PadCrossed) -> Iterator[str]:
    name = tale.names[event.seat]
    if event.forced:
        yield against(tale, event.seat, event.box, event.forced)
    else:
        yield tale.say("terminal.pad_crossed", name=name, box=event.box)
    if event.closes:
        yield tale.say("heard.closes", name=name, colour=colour_word(event.box[0], tale.language))


def against(tale: Tale, seat: int, box: str, rule: str) -> str:
    why = as_sentence(tale.say(rule))
    return (
        f"{tale.say('pad.against')}: {tale.say('pad.against_note', name=tale.names[seat], box=box, rule=why)}"
    )


def uncrossed(tale: Tale, event: events.PadUncrossed) -> Iterator[str]:
    yield f"{tale.names[event.seat]}. {tale.say('terminal.taken_back', box=event.box)}"


def patterned(tale: Tale, _: events.PadPatterned) -> Iterator[str]:
    match = tale.after.match
    assert isinstance(match, SixemPadMatch)
    yield tale.say("pattern.wanted", pattern=pattern_words(match.state.pattern, tale.language))


def marked(tale: Tale, event: events.PadMarked) -> Iterator[str]:
    names, cell = tale.names, event.cell
    if event.forced:
        yield against(tale, event.seat, cell, event.forced)
    else:
        yield tale.say("terminal.marked", name=names[event.seat], cell=cell)
    if event.erase is not None:
        yield tale.say("terminal.erased", name=names[event.erase], cell=cell)
    if event.give is not None:
        yield tale.say("terminal.given", name=names[event.give], cell=cell)


def turned(tale: Tale, _: events.PadTurned) -> Iterator[str]:
    """The points after a turn or round, and what the rules make of it."""
    before, after = tale.before.match, tale.after.match
    if isinstance(after, SixtoPadMatch) and isinstance(before, SixtoPadMatch):
        for letter in colour_names(after.state.closed & ~before.state.closed):
            yield tale.say("heard.die_left", colour=colour_word(letter, tale.language))
    yield totals(tale)
    yield from step_words(tale)
    yield from proposal(tale)


def totals(tale: Tale) -> str:
    match = tale.after.match
    assert match is not None
    unit = "game.points" if isinstance(match, SixtoPadMatch) else "round.lines"
    pairs = zip(tale.names, match.scores, strict=True)
    return listed(f"{name}: {tale.say(unit, count=count)}" for name, count in pairs)


def step_words(tale: Tale) -> Iterator[str]:
    match = tale.after.match
    if isinstance(match, SixtoPadMatch) and not match.is_proposed:
        yield tale.say("pad.turn", number=match.number, name=tale.names[match.state.active])
    elif isinstance(match, SixemPadMatch) and not match.is_proposed:
        yield tale.say("pad.round", number=match.number)


def proposal(tale: Tale) -> Iterator[str]:
    """Why the game is over by the rules, or who plays on after a tie."""
    match = tale.after.match
    if isinstance(match, SixtoPadMatch):
        for end in match.board().ends:
            yield tale.say(f"game.end_{end}")
    elif isinstance(match, SixemPadMatch) and match.state.winner != NOBODY:
        yield tale.say("pad.won", name=tale.names[match.state.winner])
    elif isinstance(match, SixemPadMatch) and match.state.tied:
        yield tale.say("pad.tied", names=listed(tale.names[seat] for seat in members(match.state.tied)))


def played_on(tale: Tale, _: events.PadPlayedOn) -> Iterator[str]:
    yield tale.say("pad.play_on")
    yield from step_words(tale)


def undone(tale: Tale, event: events.PadUndone) -> Iterator[str]:
    where = {"by": event.by.name, "name": tale.names[event.seat or 0], "box": event.box, "number": event.step}
    what: str = event.what
    if what == "next":
        what = "turn" if isinstance(tale.after.match, SixtoPadMatch) else "round"
    yield tale.say(f"pad.undone_{'cross' if what == 'mark' else what}", **where)
    if what == "play_on":
        yield from proposal(tale)


def counted(tale: Tale, match: SixtoPadMatch) -> Iterator[str]:
    """Each sheet line by line."""
    for seat, name in enumerate(tale.names):
        yield f"{name}. {sheet_lines(match, seat, tale.language)}"


def sheet_lines(match: SixtoPadMatch, seat: int, language: str) -> str:
    score = sheet_score(match.state.crosses[seat])
    rows = zip(COLOURS, score.rows, strict=True)
    told = [say("pad.row_points", language, colour=colour_word(c, language), points=n) for c, n in rows]
    return listed([*told, say("pad.column_points", language, points=sum(score.columns))])


PAD_TELLERS: dict[type[events.Event], Callable[[Tale, Any], Iterator[str]]] = {
    events.PadDiced: diced,
    events.PadCrossed: crossed,
    events.PadUncrossed: uncrossed,
    events.PadPatterned: patterned,
    events.PadMarked: marked,
    events.PadTurned: turned,
    events.PadPlayedOn: played_on,
    events.PadUndone: undone,
}
