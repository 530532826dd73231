"""The games behind the examples of the page, and the choice of messages that become examples."""

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from docs.describing.tables import NEXT_CODE, PEOPLE, Played, Said
from sixes.play import events
from sixes.play.beginning import Source
from sixes.play.deadlines import close
from sixes.play.options import Options
from sixes.play.pad.setup import PadSetup
from sixes.play.sixem.match import COUNTDOWN, SPIN_TIME, SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.play.table import PLAYING
from sixes.play.takeover import take_over
from sixes.records import parse, replay
from sixes.rules.sheets import box_names

MINUTE = 60_000
LONG = 3000
"""More commands than a game takes."""


def addition(who: str) -> str:
    """The addition of a player's device; here it follows from the name, so that the page does not change."""
    return (who * 16).encode()[:16].hex()


def sit(table: Played, *people: str) -> None:
    for who in people:
        table.ask(who, "sit", add=addition(who))


def on(table: Played, seat: int) -> str:
    """The name of the person on a seat."""
    sitting = table.table.seats[seat]
    assert sitting is not None
    return next(name for name, player in PEOPLE.items() if player == sitting.player)


def sixto(seed: int) -> Played:
    table = Played("sixto", seed, "random", seats=3, timer=60)
    gather(table)
    first, second = on(table, 0), on(table, 1)
    table.ask(first, "cross", turn=1, box="a1")
    table.ask(first, "roll", turn=1)
    table.ask(second, "cover", turn=1, on=True)
    table.ask(first, "roll", turn=1, second=True)
    table.ask(first, "roll", turn=1, second=True)
    table.go_on()
    match = table.table.match
    assert isinstance(match, SixtoMatch)
    seat = next((seat for seat in range(2) if any(match.state.turn.half[seat])), 0)
    half = box_names(match.state.turn.half[seat]) or ["a1"]
    table.ask(on(table, seat), "uncross", turn=1, box=half[0])
    table.ask(on(table, seat), "done", turn=1)
    table.ask(on(table, seat), "undone", turn=1)
    come_and_go(table)
    table.go_on(LONG)
    table.rematch("Ann", NEXT_CODE)
    return table


def gather(table: Played) -> None:
    table.ask("Ann", "sit", add=addition("Ann"))
    table.ask("Bob", "sit", add=addition("Bob"), seat=1)
    table.ask("Cleo", "sit", add=addition("Cleo"))
    table.ask("Ann", "remove", seat=2)
    table.ask("Ann", "bot", seat=2, level="nearest")
    table.ask("Bob", "bot", seat=2, level="nearest")
    table.ask("Ann", "remove", seat=1)
    table.ask("Ann", "remove", seat=2)
    table.ask("Bob", "sit", add=addition("Bob"))
    sit(table, "Cleo")
    table.ask("Cleo", "sheet", sheet="C")
    table.ask("Ann", "sheet", sheet="C")
    table.rename("Cleo", "Cleopatra")
    table.ask("Cleo", "start")
    table.ask("Cleo", "propose")
    table.propose("Ann", {"Ann": [88, 92, 90], "Cleo": [70, 64, 61, 65]})
    table.ask("Ann", "start")
    table.ask("Ann", "agree")
    table.ask("Ann", "propose", on=False)
    table.propose("Ann", {"Ann": [88, 92, 90], "Cleo": [70, 64, 61, 65]})
    table.ask("Ann", "agree")
    table.ask("Cleo", "agree")
    table.ask("Ann", "start")


def come_and_go(table: Played) -> None:
    table.ask("Ann", "react", reaction="bravo")
    table.ask("Ann", "hint")
    table.ask("Ann", "hand", seat=table.seat("Cleo"))
    table.away = {"Cleo"}
    table.ask("Ann", "hand", seat=table.seat("Cleo"), level="random")
    table.away = set()
    table.ask("Cleo", "back")
    table.ask("Cleo", "back")
    table.ask("Ann", "leave")
    table.ask("Ann", "back")
    table.wait(5 * MINUTE)
    table.now += MINUTE  # nobody is there
    table.resume()


def alone(seed: int) -> Played:
    """Bob brings his own sheet, the host leaves before the start, and nobody comes back."""
    table = Played("sixto", seed, seats=2)
    sit(table, "Ann", "Bob")
    table.ask("Bob", "sheet", sheet=[[1, 2, 3, 4, 5, 6] * 2] * 6)
    table.ask("Ann", "leave")
    table.ask("Ann", "leave")
    table.ask("Bob", "start")
    table.ask("Bob", "hint")
    table.ask("Bob", "rematch")
    table.wait(26 * 60 * MINUTE)
    table.happens(*close(table.table, table.seed, table.now))
    return table


def gone_on(seed: int) -> Played:
    """Ann goes on with a game of two in the place of Bob, after its first turn."""
    before = Played("sixto", seed, seats=2)
    sit(before, "Ann", "Bob")
    before.ask("Ann", "start")
    before.go_on(LONG)
    record = replay(parse(json.dumps(before.table.record()).encode()))
    taken = take_over(record, Source(NEXT_CODE, 1, 1), Options("sixto"), 1)
    table = Played("sixto", seed, "nearest", seats=2, beginning=taken.beginning)
    sit(table, "Ann")
    table.ask("Ann", "start")
    return table


def at_sixem(seed: int, **options: Any) -> Played:
    table = Played("sixem", seed, seats=3, **options)
    sit(table, "Ann", "Bob", "Cleo")
    table.ask("Ann", "start")
    return table


def race(seed: int) -> Played:
    """The sweet variant, with gifts and a false STOP."""
    table = at_sixem(seed, sweet=True)
    table.ask("Ann", "spin")
    table.go_on(6)  # two had the highest starting roll, so all roll again
    table.ask("Bob", "first")
    table.go_on(1)
    table.ask("Ann", "throw", round=1, dice="abcdef")
    table.wait(SPIN_TIME + COUNTDOWN)
    table.ask("Ann", "throw", round=1, dice="abcdef")
    table.ask("Bob", "throw", round=1, dice="acf")
    table.ask("Ann", "stop", round=1)
    table.ask("Ann", "throw", round=1, dice="a")
    table.ask("Ann", "mark", round=1, die="a")
    table.resume()
    table.wait(3000)
    while table.table.phase == PLAYING:
        table.go_on()
        be_kind_or_not(table)
    return table


def be_kind_or_not(table: Played) -> None:
    """Erase or give at the first chance of each."""
    match = table.table.match
    if not isinstance(match, SixemMatch) or match.number > 12:
        return
    marker, choices = table.marker
    for choice in choices:
        for deed, others in (("give", choice.give), ("erase", choice.erase)):
            if others and not any(f'"{deed}":'.encode() in said.ask for said in table.said):
                what = {deed: others[0]}
                table.ask(on(table, marker or 0), "mark", round=match.number, die=choice.die, **what)
                return


def timed(seed: int) -> Played:
    """Automatic STOP, and nobody does anything in time."""
    table = at_sixem(seed, auto_stop=True)
    table.ask("Ann", "remove", seat=2)
    table.wait(5 * MINUTE)
    while table.marker[0] is None:
        table.go_on()
    table.wait(5 * MINUTE)
    table.go_on(LONG)
    return table


def tied(seed: int) -> Played:
    """A tie, after which the tied players play on alone."""
    table = at_sixem(seed, throw_time=200)
    table.go_on(LONG)
    return table


def pad(_seed: int) -> Played:
    """A score pad of Sixto: real dice, a rule that they play their own way, and much that is taken back."""
    table = Played("sixto_pad", 0, seats=2, pad=PadSetup(("", "Grandpa"), ("A", "C")))
    table.ask("Bob", "sit", add=addition("Bob"))
    table.ask("Ann", "pad_name", seat=1, name="Grandpa Joe")
    table.ask("Ann", "pad_dice", step=1, dice=[3, 5, 1, 6, 4, 2])
    table.ask("Ann", "pad_cross", step=1, seat=0, box="a1")
    table.ask("Ann", "pad_cross", step=1, seat=1, box="b12")
    table.ask("Bob", "pad_cross", step=1, seat=1, box="b12", force=True)
    table.ask("Bob", "pad_uncross", step=1, seat=1, box="b12")
    table.ask("Bob", "pad_undo", entries=4)
    table.ask("Bob", "pad_cross", step=1, seat=0, box="b10", force=True)
    table.ask("Ann", "pad_next", step=1)
    table.ask("Ann", "pad_play_on", step=2)
    table.ask("Cleo", "pad_cross", step=2, seat=0, box="b11", force=True)
    table.ask("Cleo", "pad_undo", entries=6)
    table.ask("Cleo", "pad_undo", entries=5)
    table.ask("Ann", "pad_end", step=1)
    return table


def pad_of_one(_seed: int) -> Played:
    """A score pad of somebody alone, who plays on when the rules say that it is over."""
    table = Played("sixto_pad", 0, seats=1, pad=PadSetup(sheets=("A",)))
    for step in range(1, 3):
        for box in ("a1", "b1") if step == 1 else ("a2",):
            table.ask("Ann", "pad_cross", step=step, seat=0, box=box)
        table.ask("Ann", "pad_next", step=step)
    table.ask("Ann", "pad_cross", step=3, seat=0, box="a3")
    table.ask("Ann", "pad_play_on", step=3)
    return table


def pad_of_sixem(_seed: int) -> Played:
    table = Played("sixem_pad", 0, seats=2, sweet=True, pad=PadSetup(("", "Grandpa")))
    table.ask("Ann", "pad_pattern", step=1, pattern={"horizontal": 1})
    table.ask("Ann", "pad_mark", step=1, seat=0, cell="c4")
    table.ask("Ann", "pad_mark", step=1, seat=1, cell="c4")
    table.ask("Ann", "pad_next", step=1)
    table.ask("Ann", "pad_mark", step=2, seat=0, cell="c4", erase=1)
    table.ask("Ann", "pad_mark", step=2, seat=0, cell="b4", force=True)
    table.ask("Ann", "pad_next", step=2)
    table.ask("Ann", "pad_mark", step=3, seat=0, cell="c4", give=1)
    return table


def with_signs(story: Callable[[int], Played], *signs: str) -> Played:
    """Play a story with the first seed whose messages match all of these patterns."""
    for seed in range(256):
        table = story(seed)
        log = b"\n".join(answer for said in table.said for answer in said.answers).decode()
        if all(re.search(sign, log) for sign in signs):
            return table
    raise LookupError(f"no dice for {story.__name__}")


@cache
def stories() -> tuple[Played, ...]:
    return (
        with_signs(sixto, '"lot":', r'"asked":\[', '"uncrossed"'),
        with_signs(alone),
        with_signs(gone_on),
        with_signs(race, '"again":true', '"spun"', '"falsestop"', '"give":', '"erase":'),
        with_signs(timed, '"auto":true'),
        with_signs(tied, r'"tied":\[\d'),
        with_signs(pad, '"forced":"sixto'),
        with_signs(pad_of_one),
        with_signs(pad_of_sixem),
    )


# To one client ------------------------------------------------------------------------------------------


def welcome(table: Played) -> bytes:
    """The welcome that Ann receives when she connects to a table."""
    seen = table.table
    return events.encode(events.Welcome(PEOPLE["Ann"], "Ann", seen.version, table.now, seen.snapshot()))


def others() -> list[bytes]:
    """Examples of `welcome` and `here`, which go to one client or are not events."""
    gathering = Played("sixto", 1, seats=2, open=True)
    sit(gathering, "Ann")
    sit(gathering, "Bob")
    gathering.ask("Ann", "start")
    gathering.go_on(4)
    race = at_sixem(0)
    race.go_on(4)
    again = Played("sixto", 1, "random", seats=3, reserved=("Ann", "", "Bob"))
    here = events.Here((0, 2), 1, {1: 35})
    return [*again.said[0].answers, *map(welcome, (gathering, race, again)), events.encode(here)]


# What becomes an example --------------------------------------------------------------------------------


def keys(document: Any) -> set[str]:
    """The fields that an object shows, with those of its nested objects."""
    found = set(document)
    for key in ("end", "table", "match"):
        if isinstance(document.get(key), dict):
            found |= {f"{key}.{name}" for name in keys(document[key])}
    return found


def telling(messages: Sequence[bytes]) -> list[bytes]:
    """As few messages of one type as show every field that any of them has."""
    fields = {message: keys(msgspec.json.decode(message)) for message in messages}
    chosen, shown = list[bytes](), set[str]()
    while rest := [message for message in fields if fields[message] - shown]:
        best = max(rest, key=lambda message: (len(fields[message] - shown), -len(message)))
        chosen.append(best)
        shown |= fields[best]
    return chosen


def tag_of(message: bytes) -> str:
    return str(msgspec.json.decode(message)["t"])


class Examples:
    """All messages of the stories, by type."""

    def __init__(self) -> None:
        said = [one for table in stories() for one in table.said]
        self.asks: dict[str, list[Said]] = {}
        self.told: dict[str, list[bytes]] = {}
        for one in said:
            if one.ask:
                self.asks.setdefault(tag_of(one.ask), []).append(one)
        for message in [answer for one in said for answer in one.answers] + others():
            self.told.setdefault(tag_of(message), []).append(message)

    def of_ask(self, tag: str) -> list[Said]:
        """Accepted commands that together show every field, and one that was refused."""
        taken = {one.ask: one for one in self.asks[tag] if tag_of(one.answers[0]) != "refused"}
        refused = [one for one in self.asks[tag] if tag_of(one.answers[0]) == "refused"]
        return [taken[ask] for ask in telling(list(taken))] + refused[:1]

    def of_told(self, tag: str) -> list[bytes]:
        return telling(self.told[tag])
