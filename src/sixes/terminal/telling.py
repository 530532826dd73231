"""Events as sentences, as one would tell them to somebody at the table who cannot see it."""

from collections.abc import Callable, Iterator
from typing import Any

from sixes.play import events
from sixes.play.pad.sixto import SixtoPadMatch
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.rules.spinner import SPINNER
from sixes.terminal.actions import half_crosses
from sixes.terminal.matches import AnySixto
from sixes.terminal.pad_telling import PAD_TELLERS, counted
from sixes.terminal.tale import Tale
from sixes.terminal.wording import (
    colour_word,
    dice_words,
    game_title,
    level_of,
    listed,
    pattern_words,
    who_sits,
)


def tell(tale: Tale, event: events.Event) -> list[str]:
    """What an event is in words; nothing if it is not worth a word."""
    teller = TELLERS.get(type(event))
    return list(teller(tale, event)) if teller else []


def started(tale: Tale, _: events.Started) -> Iterator[str]:
    seats = range(len(tale.after.seats))
    players = listed(who_sits(tale.after, at, tale.language) for at in seats)
    yield tale.say(
        "terminal.begins", game=game_title(tale.after.options.game, tale.language), players=players
    )
    if isinstance(tale.after.match, SixtoMatch):
        yield tale.say("game.turn", turn=tale.after.match.number)


def sat(tale: Tale, event: events.Sat) -> Iterator[str]:
    if event.seat != tale.seat:
        yield tale.say("terminal.sits", name=who_sits(tale.after, event.seat, tale.language))


def chose(tale: Tale, event: events.Chose) -> Iterator[str]:
    name = tale.names[event.seat]
    if isinstance(event.sheet, str):
        yield tale.say("terminal.chose", name=name, sheet=event.sheet)
    else:
        yield f"{name}: {tale.say('lobby.own' if event.sheet else 'lobby.sheet_dealt')}"


def hinted(tale: Tale, event: events.Hinted) -> Iterator[str]:
    if event.seat != tale.seat:
        yield tale.say("terminal.asks_coach", name=tale.names[event.seat])


def handed(tale: Tale, event: events.Handed) -> Iterator[str]:
    level = level_of(event.level, tale.language)
    yield tale.you_or(event.seat, "game.bot_plays", "terminal.bot_plays_for", level=level)


def reacted(tale: Tale, event: events.Reacted) -> Iterator[str]:
    if event.seat != tale.seat:
        yield f"{tale.names[event.seat]}: {tale.say(f'reaction.{event.reaction}')}"


def ended(tale: Tale, event: events.Ended) -> Iterator[str]:
    match = tale.after.match
    assert match is not None
    if isinstance(match, SixtoPadMatch):
        yield from counted(tale, match)
    for end in event.result.get("ends", ()):
        yield tale.say(f"game.end_{end}")
    unit = "game.points" if isinstance(match, AnySixto) else "round.lines"
    ranked = sorted(range(len(match.scores)), key=lambda seat: -match.scores[seat])
    points = {seat: tale.say(unit, count=match.scores[seat]) for seat in ranked}
    if len(ranked) == 1:
        yield f"{tale.say('game.over')}: {points[0]}"
        return
    yield listed(f"{tale.names[seat]}: {points[seat]}" for seat in ranked)
    if event.winners:  # a score pad of Sixem can end without
        yield winners_sentence(tale, event.winners)


def winners_sentence(tale: Tale, winners: tuple[int, ...]) -> str:
    names = listed(tale.names[seat] for seat in winners)
    if len(winners) > 1:
        return tale.say("game.share_win", names=names)
    return tale.you_or(winners[0], "game.you_win", "game.they_win", names=names)


# Sixto --------------------------------------------------------------------------------------------------


def rolled(tale: Tale, event: events.Rolled) -> Iterator[str]:
    match = tale.after.match
    assert isinstance(match, SixtoMatch)
    if match.state.active != tale.seat:
        yield tale.say("game.they_roll", name=tale.names[match.state.active])
    yield tale.say("heard.rolled", dice=dice_words(event.dice, tale.language))


def kept(tale: Tale, _: events.Kept) -> Iterator[str]:
    match = tale.after.match
    assert isinstance(match, SixtoMatch)
    if match.state.active != tale.seat:
        yield tale.say("terminal.keeps", name=tale.names[match.state.active])


def covered(tale: Tale, event: events.Covered) -> Iterator[str]:
    yield tale.say("terminal.covers" if event.on else "terminal.uncovers", name=tale.names[event.seat])


def crossed(tale: Tale, event: events.Crossed) -> Iterator[str]:
    if event.seat == tale.seat:
        yield tale.say("terminal.half_cross", box=event.box)
    if event.closes:
        colour = colour_word(event.box[0], tale.language)
        yield tale.you_or(event.seat, "game.you_close", "heard.closes", colour=colour)
        if tale.seat in event.asked:
            yield tale.say("game.asked_again", colour=colour)


def uncrossed(tale: Tale, event: events.Uncrossed) -> Iterator[str]:
    if event.seat == tale.seat:
        yield tale.say("terminal.taken_back", box=event.box)


def said_done(tale: Tale, event: events.SaidDone) -> Iterator[str]:
    before = tale.before.match
    assert isinstance(before, SixtoMatch)
    boxes = listed(half_crosses(before.state, event.seat)) or tale.say("game.no_cross")
    if event.seat != tale.seat:
        yield tale.say("heard.done", name=tale.names[event.seat], boxes=boxes)
    elif event.timed:
        yield tale.say("terminal.time_up")
    if event.end:
        for letter in event.end.closed:
            yield tale.say("heard.die_left", colour=colour_word(letter, tale.language))
        if tale.seat is not None and event.end.scores != before.scores:
            points = tale.say("game.points", count=event.end.scores[tale.seat])
            yield tale.say("terminal.you_have", points=points)
        after = tale.after.match
        if after and not after.is_over:
            yield tale.say("game.turn", turn=after.number)


# Sixem --------------------------------------------------------------------------------------------------


def rolled_first(tale: Tale, event: events.RolledFirst) -> Iterator[str]:
    yield tale.you_or(event.seat, "terminal.you_rolled", "terminal.rolled", number=event.face)
    if event.again:
        yield tale.say("round.roll_again")
    if event.spins is not None:
        yield tale.you_or(event.spins, "round.you_spin", "round.they_spin")


def spun(tale: Tale, event: events.Spun) -> Iterator[str]:
    pattern = SPINNER[event.place]
    yield tale.say("pattern.wanted", pattern=pattern_words(pattern, tale.language))
    yield tale.say("round.get_ready")


def landed(tale: Tale, event: events.Landed) -> Iterator[str]:
    match = tale.after.match
    assert isinstance(match, SixemMatch)
    if event.seat == tale.seat:
        yield tale.say(
            "terminal.your_dice", dice=dice_words(match.state.round.dice[event.seat], tale.language)
        )


def stopped(tale: Tale, event: events.Stopped) -> Iterator[str]:
    yield tale.you_or(event.seat, "heard.stop_you", "heard.stop")


def false_stop(tale: Tale, event: events.FalseStop) -> Iterator[str]:
    if event.seat == tale.seat:
        yield tale.say("round.too_soon")
    else:
        yield tale.say("terminal.false_stop", name=tale.names[event.seat])


def marked(tale: Tale, event: events.Marked) -> Iterator[str]:
    name = tale.names[event.seat]
    yield tale.you_or(event.seat, "terminal.you_marked", "terminal.marked", cell=event.cell)
    if event.erase is not None:
        if event.erase == tale.seat:
            yield tale.say("round.erases_yours", name=name, cell=event.cell)
        else:
            yield tale.say("terminal.erased", name=tale.names[event.erase], cell=event.cell)
    if event.give is not None and event.give == tale.seat:
        yield tale.say("round.gives_you", name=name, cell=event.cell)
    if event.end:
        lines = (tale.say("round.lines", count=count) for count in event.end.lines)
        yield listed(f"{name}: {count}" for name, count in zip(tale.names, lines, strict=True))
        if event.end.tied:
            yield tale.say("round.tie_on", names=listed(tale.names[seat] for seat in event.end.tied))
        if event.end.go:
            yield tale.say("round.get_ready")


TELLERS: dict[type[events.Event], Callable[[Tale, Any], Iterator[str]]] = {
    events.Sat: sat,
    events.Started: started,
    events.Chose: chose,
    events.Hinted: hinted,
    events.Handed: handed,
    events.Reacted: reacted,
    events.Ended: ended,
    events.Rolled: rolled,
    events.Kept: kept,
    events.Covered: covered,
    events.Crossed: crossed,
    events.Uncrossed: uncrossed,
    events.SaidDone: said_done,
    events.RolledFirst: rolled_first,
    events.Spun: spun,
    events.Landed: landed,
    events.Stopped: stopped,
    events.FalseStop: false_stop,
    events.Marked: marked,
    **PAD_TELLERS,
}
