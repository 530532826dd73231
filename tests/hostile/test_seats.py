"""Whatever somebody sends, in whatever order: nothing of another's seat changes but by the rules."""

import random
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from sixes.client import Client
from sixes.play import commands, events
from sixes.play.encoding import codec
from sixes.play.options import Options
from sixes.play.table import Table
from tests.event_loop import asynchronous
from tests.hostile.message_values import MESSAGES
from tests.play.random_tables import begin, belongings, play
from tests.play.stories import Story, gathered
from tests.server.clients import Wire, guests, wire
from tests.server.serving import Server, running_server

GAMES = ["sixto", "sixem"]
MALLORY = "cleo"
"""The third who sits down: neither host nor first."""
NUMBERS = st.one_of(st.integers(0, 3), st.integers(0, 1_000_000))
Message = dict[str, Any]


# Messages -----------------------------------------------------------------------------------------------


def values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Values that a field takes."""
    if isinstance(kind, inspect.IntType):
        return NUMBERS if kind.le == 1_000_000 else st.integers(kind.ge, kind.le)
    if isinstance(kind, inspect.StrType):
        if kind.pattern:
            return st.just("0123456789abcdef" * 2)
        words = ("a", "f", "ab", "abcdef", "a1", "a2", "b3", "f12", "nearest", "random")
        return st.sampled_from([word for word in words if len(word) <= (kind.max_length or 9)])
    if isinstance(kind, inspect.LiteralType):
        return st.sampled_from(kind.values)
    if isinstance(kind, inspect.UnionType):
        return st.one_of(*map(values, kind.types))
    if isinstance(kind, inspect.VarTupleType):
        return st.lists(values(kind.item_type), min_size=kind.min_length or 0, max_size=kind.max_length)
    if isinstance(kind, inspect.DictType):
        return st.dictionaries(values(kind.key_type), values(kind.value_type))
    return st.booleans() if isinstance(kind, inspect.BoolType) else st.none()


def messages(kind: inspect.StructType) -> st.SearchStrategy[Message]:
    fields = {field.name: values(field.type) for field in kind.fields if field.name != "n"}
    needed = {name for name in fields if next(f for f in kind.fields if f.name == name).required}
    return st.fixed_dictionaries(
        {"t": st.just(str(kind.tag))} | {name: fields[name] for name in needed},
        optional={name: form for name, form in fields.items() if name not in needed},
    )


anything = st.one_of(*map(messages, MESSAGES.values()))
sequences = st.lists(anything, min_size=1, max_size=40)


def under_way(table: Table, message: Message) -> Message:
    """The same message, about the turn or round under way where it names one close by."""
    number = table.match.number if table.match else 1
    return message | {key: number for key in ("turn", "round") if message.get(key) in (1, 2)}


# At a table without a server ----------------------------------------------------------------------------


def check_others(before: Table, after: Table, mine: int | None, new: list[Any]) -> None:
    """Everything that is another's is as it was, but for what the rules let one do to others."""
    assert after.host == before.host
    marks = [event for event in new if isinstance(event, events.Marked)]
    touched = {mark.erase for mark in marks} | {mark.give for mark in marks}
    for seat in range(len(before.seats)):
        if seat == mine or before.seats[seat] is None:  # anybody may sit down on a free one
            continue
        assert after.seats[seat] == before.seats[seat]
        if before.match and seat not in touched and not any(map(is_for_all, new)):
            assert belongings(before, seat) == belongings(after, seat)


def is_for_all(event: events.Event) -> bool:
    """The dice are fixed, a round has ended, or all make their starting roll again."""
    if isinstance(event, events.Marked):
        return event.end is not None
    return isinstance(event, events.Rolled | events.Kept) or (
        isinstance(event, events.RolledFirst) and event.again
    )


def sent(story: Story, who: str, sequence: list[Message]) -> None:
    for message in sequence:
        before, length = story.table, len(story.log)
        about = under_way(before, message)
        story.refusal(who, about.pop("t"), **about)
        check_others(
            before, story.table, before.seat_of(who), list(map(codec.read_event, story.log[length:]))
        )


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60)
@given(steps=st.integers(0, 400), seed=st.integers(0, 1 << 32), sequence=sequences)
def test_at_any_moment_of_a_game(game: str, steps: int, seed: int, sequence: list[Message]) -> None:
    chance = random.Random(seed)
    story = begin(chance, game, 3, people=3, sweet=True)
    for _ in play(chance, story, steps=steps, unrest=0):
        pass
    sent(story, MALLORY, sequence)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60)
@given(sequence=sequences)
def test_before_a_game(game: str, sequence: list[Message]) -> None:
    story = gathered(game, f"ann bob {MALLORY}", seats=5)
    sent(story, MALLORY, sequence)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=30)
@given(steps=st.integers(0, 200), seed=st.integers(0, 1 << 32), sequence=sequences)
def test_who_only_watches_changes_nothing_at_all(
    game: str, steps: int, seed: int, sequence: list[Message]
) -> None:
    chance = random.Random(seed)
    story = begin(chance, game, 2, people=2)
    for _ in play(chance, story, steps=steps, unrest=0):
        pass
    before = story.table
    sent(story, "fox", sequence)
    assert story.table == before


# At a running server ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


async def seated(people: list[Client], url: str, code: str) -> list[str]:
    """All sit down; what each of them sees is not asked for."""
    for person in people:
        async with wire(person, url, code) as line:
            assert (await line.ask("sit", "sit-1", add="00" * 16))["t"] == "sat"
    return [person.player for person in people]


async def shown(person: Client, url: str, code: str) -> dict[str, Any]:
    """The table as somebody sees it who comes to it."""
    async with wire(person, url, code) as line:
        table: dict[str, Any] = line.received[0]["table"]
        return table


def of_others(table: dict[str, Any], player: str) -> list[Any]:
    """All that a table shows of the seats of others."""
    own = [not seat or seat.get("player") == player for seat in table["seats"]]  # a free one is nobody's
    lists = [list(enumerate(table["seats"]))]
    match = table.get("match") or {}
    lists += [match.get(key) or [] for key in ("crosses", "half", "sheets", "boards", "dice", "starts")]
    return [
        [part for part, mine in zip(whole, own, strict=True) if not mine]
        for whole in lists
        if len(whole) == len(own)
    ]


async def say_all(line: Wire, sequence: list[Message]) -> None:
    for number, message in enumerate(sequence):
        await line.say(msgspec.json.encode(message | {"n": f"m-{number}"}).decode())
    for number in range(len(sequence)):
        if not any(message.get("n") == f"m-{number}" for message in line.received):
            await line.receive(n=f"m-{number}")


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12)
@given(starts=st.booleans(), sequence=st.lists(anything, min_size=1, max_size=20))
@asynchronous
async def test_over_a_socket(server: Server, game: Any, starts: bool, sequence: list[Message]) -> None:
    """Nobody else does anything: so nothing of theirs may change."""
    async with guests(server.url, 3) as people:
        code = await people[0].make_table(Options(game, seats=4, timer=0))
        mallory = (await seated(people, server.url, code))[2]
        if starts:
            async with wire(people[0], server.url, code) as line:
                assert (await line.ask("start", "start-1"))["t"] == "started"
        before = await shown(people[0], server.url, code)
        async with wire(people[2], server.url, code) as line:
            await say_all(line, sequence)
        after = await shown(people[0], server.url, code)
        assert of_others(after, mallory) == of_others(before, mallory)
        assert (after["host"], after["options"]) == (before["host"], before["options"])


def test_messages_of_every_kind_are_tried() -> None:
    assert set(MESSAGES) == {str(kind.__struct_config__.tag) for kind in get_args(commands.AnyCommand)}
