"""Write the golden logs: whole tables, event by event, with the record that they give.

`python -m tests.play.make_golden_logs` writes those that are missing. Existing ones stay as they are: a later
release must read the logs of an earlier one, so a new format adds files and changes none.
"""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from sixes.play import events
from sixes.play.beginning import Source
from sixes.play.deadlines import close
from sixes.play.head_starts import propose
from sixes.play.sixto.sheets import legal_with_gains
from sixes.play.table import PLAYING, Table
from tests.play.pad.pads import PadStory, play_by_the_rules, write_at_random
from tests.play.random_tables import begin, play
from tests.play.stories import SHEET_A, Story, addition, gathered, rolling, second_game, taken_over

LOGS = Path(__file__).parents[1] / "golden" / "logs"
STRAIGHT, ONES = "1 2 3 4 5 6", "1 1 1 1 1 1"


def outcome(table: Table) -> dict[str, object]:
    """What a log must still give: the phase of its table, its result and its record."""
    result = table.match.result() if table.match else None
    return {"phase": table.phase, "result": result, "record": table.record()}


def some_of(story: Story, seed: int, steps: int = 20_000, **unrest: float) -> Story:
    for _ in play(random.Random(seed), story, steps, **unrest):
        pass
    return story


def abandoned(story: Story) -> Story:
    story.now += 86_400_000
    story.take(close(story.table, story.seed, story.now))
    return story


# The tables -----------------------------------------------------------------------------------------------


def sixto_alone() -> Story:
    return some_of(begin(random.Random(1), "sixto", 1), 1)


def sixto_with_bots() -> Story:
    """Timed, with people who come and go; a bot, and a rematch."""
    story = some_of(begin(random.Random(2), "sixto", 3, people=2, timer=1), 2)
    story.take([events.Rematched("SIXES3", at=story.now)])
    return story


def sixto_of_many_minds() -> Story:
    """Before the start people move, choose sheets, are removed; in a turn they cover, and take back."""
    story = gathered("sixto", "ann bob cleo", seats=4, timer=30)
    story.ask("ann", "sit", add=addition("anna"), seat=3)
    story.ask("bob", "sheet", sheet=SHEET_A)
    story.ask("cleo", "sheet", sheet="C")
    story.ask("ann", "bot", seat=0, level="nearest")
    story.ask("ann", "remove", seat=2)
    story.rename("bob", "Robert")
    story.ask("ann", "leave")
    story.ask("bob", "start")
    story.wait(30_000)
    story.ask("bob", "cover", on=True)
    story.wait(30_000)
    box = min(legal_with_gains(story.sixto.state)[story.seat("bob")])
    story.ask("bob", "cross", box=box)
    story.ask("bob", "uncross", box=box)
    story.ask("bob", "done")
    story.ask("bob", "undone")
    story.now += 5000
    story.resume()
    return abandoned(some_of(story, 3, 40))


def sixto_with_a_removal() -> Story:
    story = begin(random.Random(4), "sixto", 4, people=3)
    some_of(story, 4, 60)
    story.ask(story.table.host, "remove", seat=story.seat("bob" if story.table.host != "bob" else "cleo"))
    return some_of(story, 5)


def sixto_with_hints() -> Story:
    """Somebody against a bot asks the coach."""
    story = begin(random.Random(10), "sixto", 2, people=1)
    story.ask("ann", "hint")
    return some_of(story, 10)


def sixto_rated() -> Story:
    """Somebody leaves a rated game, and a bot plays on for them."""
    story = begin(random.Random(12), "sixto", 3, people=2, rated=True)
    story.ask("bob", "leave")
    return some_of(story, 12)


def sixto_played_on() -> Story:
    """The game of one person and a bot, gone on with from its fourth turn in the place of the bot."""
    before = sixto_with_hints().table.record()
    assert before
    bot = next(seat for seat, player in enumerate(before["match"]["players"]) if "bot" in player)
    story = taken_over(before, Source("SIXES3", bot, turns=3), "nearest")
    return some_of(story, 11)


def sixto_duel() -> Story:
    """The second game of a duel over days, which begins with the points of the first."""
    first = some_of(begun_duel(), 21, unrest=0)
    story = second_game(first)
    for who in story.people:
        story.ask(who, "sit", add=addition(who))
    story.wait()
    return some_of(story, 22, unrest=0)


def begun_duel() -> Story:
    story = gathered("sixto", duel=True, days=2, seed=21)
    story.ask("ann", "start")
    return story


def sixto_with_head_starts() -> Story:
    """Proposed, void because somebody comes, proposed again and agreed."""
    story = gathered("sixto", "ann bob", seats=3)
    story.take([events.Proposed(propose({"ann": [80] * 3, "bob": [70] * 3}), at=story.now)])
    story.ask("bob", "agree")
    story.ask("cleo", "sit", add=addition("cleo"))
    past = {"ann": [80] * 3, "bob": [70] * 3, "cleo": [40] * 3}
    story.take([events.Proposed(propose(past), at=story.now)])
    for who in past:
        story.ask(who, "agree")
    story.ask("ann", "start")
    return some_of(story, 23)


def sixem_with_bots() -> Story:
    return some_of(begin(random.Random(6), "sixem", 3, people=2), 6)


def sixem_sweet_and_calm() -> Story:
    options = {"sweet": True, "auto_stop": True, "throw_time": 1500, "timer": 5}
    return some_of(begin(random.Random(7), "sixem", 4, people=4, **options), 7)


def sixem_tied() -> Story:
    """Two have the diagonal that was asked for, and play on alone. Its first dice are not from the seed."""
    story = rolling("ann bob cleo", 3)
    story.lie("ann", ann=STRAIGHT, bob=STRAIGHT, cleo=ONES)
    story.wait(100_000)
    return some_of(story, 8)


def sixem_abandoned() -> Story:
    return abandoned(some_of(begin(random.Random(9), "sixem", 2, people=2), 9, 120))


def never_started() -> Story:
    return abandoned(gathered("sixem", "ann bob"))


def pad_of_sixto() -> Story:
    """Dice typed or not, broken rules, much taken back, somebody who comes and goes; played on, then over."""
    story = PadStory("sixto_pad", "Ann Oma Uwe", sheets=("A", None, SHEET_A))
    story.ask("bob", "sit", add=addition("bob"), seat=1)
    story.ask("bob", "pad_name", seat=2, name="Opa")
    story.ask("bob", "pad_cross", seat=1, box="c4")
    story.ask("bob", "pad_uncross", seat=1, box="c4")
    write_at_random(story, 40, 120)
    story.ask("bob", "sit", add=addition("bob"), seat=2)
    for _ in range(9):
        story.undo("bob")
    story.ask("bob", "leave")
    write_at_random(story, 41, 120)
    story.ask("ann", "pad_end")
    return story


def pad_with_all_dice() -> Story:
    """Every die typed and no rule broken, until the rules end it: an ordinary record, too."""
    story = PadStory("sixto_pad", "Ann Oma", sheets=("A", "B"))
    play_by_the_rules(story, 42)
    story.ask("ann", "pad_end")
    return story


def pad_of_sixem() -> Story:
    story = PadStory("sixem_pad", "Ann Oma Uwe", sweet=True)
    story.ask("ann", "pad_pattern", pattern={"any": 1})
    write_at_random(story, 43, 300)
    for _ in range(20):
        story.undo("ann")
    story.ask("ann", "pad_end")
    return story


def pad_abandoned() -> Story:
    return abandoned(write_at_random(PadStory("sixto_pad", "Ann"), 44, 30))


TABLES: dict[str, Callable[[], Story]] = {
    table.__name__.replace("_", "-"): table
    for table in (
        sixto_alone,
        sixto_with_bots,
        sixto_of_many_minds,
        sixto_with_a_removal,
        sixto_with_hints,
        sixto_rated,
        sixto_played_on,
        sixto_duel,
        sixto_with_head_starts,
        sixem_with_bots,
        sixem_sweet_and_calm,
        sixem_tied,
        sixem_abandoned,
        never_started,
        pad_of_sixto,
        pad_with_all_dice,
        pad_of_sixem,
        pad_abandoned,
    )
}


def names() -> Iterator[tuple[str, Path]]:
    """Each table and its file; the format is part of the name."""
    for name in TABLES:
        yield name, LOGS / f"{events.FORMAT}-{name}.jsonl"


def write(name: str, path: Path) -> None:
    story = TABLES[name]()
    assert story.table.phase != PLAYING
    path.write_bytes(b"\n".join(story.log) + b"\n")
    document = json.dumps(msgspec.to_builtins(outcome(story.table)))
    path.with_suffix(".json").write_text(f"{document}\n", encoding="utf-8")


def main() -> None:
    LOGS.mkdir(exist_ok=True)
    for name, path in names():
        if not path.exists():
            write(name, path)


if __name__ == "__main__":
    main()
