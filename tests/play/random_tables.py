"""Whole tables played at random: people send commands, bots move, some come and go, some send anything."""

import random
from collections.abc import Iterator
from typing import Any

from sixes.play.sixto.match import SixtoMatch
from sixes.play.sixto.sheets import legal_with_gains
from sixes.play.table import PLAYING, Table
from sixes.rules import sixem, sixto
from sixes.rules.boards import ERASE, GIVE
from sixes.rules.rounds import MARK, MARKING, SPIN, SPINNING, START, STARTING, STOP, THROW, SixemMove, is_stop
from sixes.rules.sheets import box_name
from sixes.rules.six import COLOURS, colour_names, has
from sixes.rules.turns import CROSS, DONE, ROLL, ROLLING, SixtoMove
from tests.play.stories import SHEET_A, Story, gathered

PEOPLE = ["ann", "bob", "cleo", "dan", "eve", "fox"]
REACTIONS = ("hello", "bravo", "wow", "lucky", "oops", "hurry", "thanks", "again")
Message = tuple[str, dict[str, Any]]


def begin(chance: random.Random, game: str, seats: int, people: int = 0, **options: Any) -> Story:
    """People and perhaps bots have sat down; some chose a sheet; the game has begun."""
    people = people or chance.randint(1, seats)
    bots = tuple(chance.choice(["random", "nearest"]) for _ in range(seats - people))
    who = " ".join(PEOPLE[:people])
    story = gathered(game, who, bots=bots, seed=chance.randrange(256), **options)
    for player in PEOPLE[:people] if game == "sixto" else ():
        chosen = chance.choice([None, SHEET_A, "ABCDEF"[PEOPLE.index(player)]])
        story.ask(player, "sheet", sheet=chosen)
    story.ask("ann", "start")
    return story


def play(chance: random.Random, story: Story, steps: int = 20_000, unrest: float = 0.03) -> Iterator[Story]:
    """A table step by step, until its game is over or so many steps are made."""
    for _ in range(steps):
        story.wait(chance.randint(0, 300))
        if story.table.phase != PLAYING:
            return
        if chance.random() < unrest:
            _come_and_go(chance, story)
        else:
            _somebody_moves(chance, story)
        yield story
    assert story.table.phase == PLAYING


def _somebody_moves(chance: random.Random, story: Story) -> None:
    waiting = story.seats_to_act()
    if not waiting:
        return
    seat = chance.choice(waiting)
    move = chosen(chance, story, seat)
    if move is None:
        return
    if story.sitting(seat).bot:
        refusal = story.bot_refusal(move)
    else:
        verb, what = message_for(story, move)
        refusal = story.refusal(story.sitting(seat).player, verb, **what)
    assert refusal in ("fine", "sixem.countdown", "sixem.paused")


def _come_and_go(chance: random.Random, story: Story) -> None:
    """Breaks, reactions, people who leave, come back, or are played for. Some of it is refused."""
    who = chance.choice(story.people)
    story.away = {other: chance.choice([0, 60_000]) for other in story.people if other != who}
    seat = chance.randrange(len(story.table.seats))
    what: list[Message] = [("leave", {}), ("hand", {"seat": seat}), ("back", {}), ("back", {})]
    what += [("react", {"reaction": chance.choice(REACTIONS)})]
    verb, more = chance.choice(what)
    story.refusal(who, verb, **more)
    if chance.random() < 0.2:
        story.now += 100_000
        story.resume()


# What somebody does ---------------------------------------------------------------------------------------


def chosen(chance: random.Random, story: Story, seat: int) -> Any:
    """A sensible move most of the time; None: they wait."""
    return _sixto(chance, story, seat) if story.table.options.game == "sixto" else _sixem(chance, story, seat)


def _sixto(chance: random.Random, story: Story, seat: int) -> SixtoMove:
    state = story.sixto.state
    moves = sixto.legal(state, seat)
    near = [
        move
        for move in moves
        if move.kind == CROSS
        and not state.turn.half[seat][move.colour]
        and move.place - state.crosses[seat][move.colour].bit_length() < 3
    ]
    if near and chance.random() < 0.9:
        return chance.choice(near)
    done = SixtoMove(DONE, seat)
    return done if done in moves and chance.random() < 0.8 else chance.choice(moves)


def _sixem(chance: random.Random, story: Story, seat: int) -> SixemMove | None:
    state, now = story.sixem.state, story.now
    if state.phase in (STARTING, SPINNING):
        return SixemMove(START if state.phase == STARTING else SPIN, seat, now)
    if state.phase == MARKING:
        moves = sixem.legal(state, seat)
        deeds = [move for move in moves if move.deed]
        plain = [move for move in moves if not move.deed]
        return chance.choice(deeds) if deeds and chance.random() < 0.1 else plain[0]
    if is_stop(state, seat) or chance.random() < 0.02:
        return SixemMove(STOP, seat, now)
    faces, lands = state.round.dice[seat], state.round.lands[seat]
    useless = [die for die in range(6) if not lands[die] and faces[die] in (0, *faces[:die])]
    return SixemMove(THROW, seat, now, sum(1 << die for die in useless)) if useless else None


def message_for(story: Story, move: Any) -> Message:
    """The message with which a person makes a move."""
    if story.table.options.game == "sixto":
        return _sixto_message(story, move)
    if move.kind == THROW:
        return "throw", {"dice": "".join(colour_names(move.dice))}
    if move.kind == MARK:
        deed = {ERASE: {"erase": move.other}, GIVE: {"give": move.other}}.get(move.deed, {})
        return "mark", {"die": COLOURS[move.die]} | deed
    return ("first", "spin", "", "", "stop")[move.kind], {
        "again": story.sixem.again
    } if move.kind == 0 else {}


def _sixto_message(story: Story, move: SixtoMove) -> Message:
    verb = ("roll", "keep", "cross", "uncross", "done", "undone")[move.kind]
    if move.kind == ROLL:
        return verb, {"second": story.sixto.state.turn.phase != ROLLING}
    return verb, {"box": box_name(move.colour, move.place)} if "cross" in verb else {}


# What anybody might send ----------------------------------------------------------------------------------


def anything(chance: random.Random, story: Story) -> Message:
    """A message that can be read, of any kind, whether it makes sense or not; most are about the game."""
    number = max(0, story.match.number + chance.choice([-1, 0, 0, 0, 0, 0, 1]))
    sixto_, sixem_ = _any_of_sixto(chance, story, number), _any_of_sixem(chance, number)
    mine, other = (sixto_, sixem_) if story.table.options.game == "sixto" else (sixem_, sixto_)
    kind = chance.choices([mine, other, _any_of_table(chance)], [16, 1, 4])[0]
    return chance.choice(kind)


def _any_of_table(chance: random.Random) -> list[Message]:
    seat = chance.randrange(6)
    return [
        ("sit", {"add": "00" * 16, "seat": seat}),
        ("leave", {}),
        ("sheet", {"sheet": chance.choice([None, "A", SHEET_A])}),
        ("bot", {"seat": seat, "level": "random"}),
        ("remove", {"seat": seat}),
        ("start", {}),
        ("hand", {"seat": seat}),
        ("back", {}),
        ("react", {"reaction": chance.choice(REACTIONS)}),
        ("rematch", {}),
    ]


def _any_of_sixto(chance: random.Random, story: Story, number: int) -> list[Message]:
    turn = {"turn": number}
    boxes = [chance.choice("abcdefg") + str(chance.randint(0, 13))]
    if story.table.options.game == "sixto":
        boxes += [box for legal in legal_with_gains(story.sixto.state) for box in legal]
    return [
        ("roll", turn | {"second": chance.random() < 0.5}),
        ("keep", turn),
        *[("cross", turn | {"box": box}) for box in chance.choices(boxes, k=4)],
        *[("uncross", turn | {"box": box}) for box in chance.choices(boxes, k=4)],
        ("done", turn),
        *[("undone", turn)] * 3,
        ("cover", turn | {"on": chance.random() < 0.5}),
    ]


def _any_of_sixem(chance: random.Random, number: int) -> list[Message]:
    seat = chance.randrange(6)
    around: dict[str, Any] = {"round": number}
    deeds: list[dict[str, Any]] = [{}, {"erase": seat}, {"give": seat}, {"erase": seat, "give": seat}]
    return [
        ("first", {"again": chance.randrange(2)}),
        ("spin", {}),
        ("throw", around | {"dice": "".join(chance.sample(COLOURS, chance.randint(1, 6)))}),
        ("stop", around),
        *[("mark", around | {"die": die} | chance.choice(deeds)) for die in COLOURS],
    ]


# What belongs to a seat -----------------------------------------------------------------------------------


def belongings(table: Table, seat: int) -> tuple[object, ...]:
    """What only its owner changes: crosses of both kinds, a covered sheet; dice, pauses, a board."""
    if isinstance(table.match, SixtoMatch):
        paper = table.match.state
        both = tuple(a | b for a, b in zip(paper.crosses[seat], paper.turn.half[seat], strict=True))
        return (both, has(table.match.covered, seat))
    assert table.match
    state = table.match.state
    this = state.round
    return (this.dice[seat], this.lands[seat], this.pauses[seat], state.starts[seat], state.boards[seat])
