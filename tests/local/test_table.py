"""Tables on one's own device: whole games, a log that is reopened after every event, and bad messages."""

import json
from typing import Any

import pytest

from sixes.local import LocalTable, Person, create
from sixes.play.match import GRACE, Refused
from sixes.play.options import Options
from sixes.play.table import OVER, read_log
from sixes.play.verify import verify_dice
from sixes.records import parse, replay
from tests.local.playing import ANN, Device

GAMES: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
    ("sixto", (), {}),
    ("sixto", ("nearest",), {}),
    ("sixto", ("random", "steady", "expert"), {"timer": 5}),
    ("sixem", ("nearest",), {}),
    ("sixem", ("expert", "random"), {"auto_stop": True, "sweet": True}),
]


@pytest.mark.parametrize(("game", "levels", "options"), GAMES)
def test_a_whole_game_is_played_stored_and_proved(
    game: str, levels: tuple[str, ...], options: dict[str, Any]
) -> None:
    device = Device(game, levels, **options).begin().play()
    assert device.table.table.phase == OVER
    assert read_log(device.stored) == device.table.table
    record = device.table.record()
    assert record is not None
    played = replay(parse(json.dumps(record).encode()))
    assert played.seats == 1 + len(levels)
    assert verify_dice(played)
    assert device.table.next_wake() == 0


@pytest.mark.parametrize(("game", "levels"), [("sixto", ("nearest",)), ("sixem", ("nearest",))])
def test_a_tab_that_is_killed_after_every_event_plays_the_game_to_its_end(
    game: str, levels: tuple[str, ...]
) -> None:
    device = Device(game, levels, seed=3).begin()
    for _ in range(20_000):
        if device.table.table.phase == OVER:
            break
        stored = len(device.stored)
        device.step()
        if len(device.stored) != stored:
            device.reopen()
    assert device.table.table.phase == OVER
    assert verify_dice(replay(parse(json.dumps(device.table.record()).encode())))


def test_everything_shown_is_stored_in_the_same_bytes() -> None:
    device = Device("sixto", ("nearest",)).begin().play()
    told = [frame for frame in device.shown if frame["t"] not in ("here", "refused")]
    assert told == list(map(json.loads, device.stored[1:]))
    assert [frame["v"] for frame in told] == list(range(2, len(device.stored) + 1))


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (Device("sixem", ("expert",), seed=5).begin().play() for _ in range(2))
    assert one.stored[1:] == other.stored[1:]


# Messages -------------------------------------------------------------------------------------------------


def test_a_command_sent_twice_is_answered_once_also_after_the_tab_was_killed() -> None:
    device = Device("sixto").begin()
    roll = device.message("roll", turn=1)
    (answer,) = device.take(device.table.receive(roll, device.now)).entries
    for _ in range(2):
        assert device.table.receive(roll, device.now) == ([], [answer], None)
        device.reopen()


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (b"", "wire.malformed"),
        (b"{", "wire.malformed"),
        (b"\xff", "wire.malformed"),
        (b"[" * 5000, "wire.unknown"),
        (b"{}", "wire.unknown"),
        (b'{"t":"dance","n":"a"}', "wire.unknown"),
        (b'{"t":"roll","n":"a b","turn":1}', "wire.unknown"),
        (b'{"t":"roll","n":"a","turn":1,"dice":[6]}', "wire.unknown"),
    ],
)
def test_a_message_that_is_none_is_refused_and_changes_nothing(message: bytes, code: str) -> None:
    device = Device("sixto").begin()
    before = device.table.table
    output = device.table.receive(message, device.now)
    assert [json.loads(frame) for frame in output.frames] == [{"t": "refused", "code": code}]
    assert (output.entries, device.table.table) == ([], before)


def test_a_command_that_breaks_a_rule_is_refused_with_its_nonce() -> None:
    device = Device("sixto").begin()
    output = device.ask("keep", turn=1)
    assert output.entries == []
    assert device.shown[-1] == {"t": "refused", "code": "sixto.not_rolled", "n": "n-3"}


# Coming back ----------------------------------------------------------------------------------------------


def test_a_welcome_has_the_table_unless_that_was_seen_already() -> None:
    device = Device("sixto", ("nearest",)).begin()
    version = device.table.table.version
    whole = json.loads(device.table.welcome(device.now))
    assert (whole["player"], whole["name"], whole["v"]) == ("ann", "Ann", version)
    assert whole["table"]["code"] == device.table.table.code
    assert "table" in json.loads(device.table.welcome(device.now, since=version - 1))
    assert "table" not in json.loads(device.table.welcome(device.now, since=version))


def test_presence_follows_the_seat() -> None:
    device = Device("sixto", ("nearest",))
    assert json.loads(device.table.presence()) == {"t": "here", "seats": [], "watching": 1}
    device.begin()
    seat = device.table.table.seat_of("ann")
    assert [frame for frame in device.shown if frame["t"] == "here"][-1] == {"t": "here", "seats": [seat]}


def test_timers_stand_still_while_nobody_is_there() -> None:
    device = Device("sixto", timer=20).begin()
    device.now += 3_600_000
    device.reopen()
    assert device.table.next_wake() <= device.now
    (resumed,) = device.take(device.table.wake(device.now)).frames
    assert json.loads(resumed)["t"] == "resumed"
    assert device.table.next_wake() == device.now + GRACE


def test_a_pause_stops_timers_and_bots_until_somebody_is_back() -> None:
    device = Device("sixem", ("nearest",)).begin()
    device.table.pause()
    device.now += 3_600_000
    device.take(device.table.wake(device.now))
    assert [frame["t"] for frame in device.shown[-1:]] == ["resumed"]
    device.play()


def test_a_clock_that_was_set_back_holds_nothing_up() -> None:
    device = Device("sixem", ("nearest",), seed=2).begin()
    for _ in range(30):
        device.step()
    device.now -= 86_400_000
    device.reopen()
    before = device.table.table.at
    device.play()
    assert device.table.table.at - before < 3_600_000
    assert device.table.next_wake() == 0


def test_a_new_name_is_told_at_the_next_visit() -> None:
    device = Device("sixto").begin()
    table = LocalTable.open(device.stored, device.table.seed, Person("ann", "Anna"), device.now)
    assert json.loads(table.wake(device.now).entries[0]) | {"at": 0} == {
        "t": "named",
        "seat": 0,
        "name": "Anna",
        "v": len(device.stored) + 1,
        "at": 0,
    }


def test_the_player_is_whoever_made_the_table_under_whatever_id() -> None:
    """A device may get another identity; its tables stay its own."""
    device = Device("sixto").begin()
    table = LocalTable.open(device.stored, device.table.seed, Person("someone", "Ann"), device.now)
    assert json.loads(table.welcome(device.now))["player"] == "ann"
    assert len(table.receive(device.message("roll", turn=1), device.now).entries) == 1


def test_no_log_and_a_log_of_a_newer_release_open_no_table() -> None:
    with pytest.raises(Refused, match=r"table\.unknown"):
        LocalTable.open([], b"", ANN, 0)
    device = Device("sixto").begin()
    newer = b'{"t":"teleported","v":4,"at":0,"f":2}'
    with pytest.raises(Refused, match=r"table\.newer_format"):
        LocalTable.open([*device.stored, newer], device.table.seed, ANN, device.now)


# Making tables --------------------------------------------------------------------------------------------


def test_codes_and_seeds_are_new_each_time() -> None:
    tables = [create(Options("sixto", seats=1), (), ANN, 0) for _ in range(20)]
    assert len({table.table.code for table in tables}) == len({table.seed for table in tables}) == 20
    assert all(len(table.table.code) == 18 and table.table.code.startswith("local-") for table in tables)


@pytest.mark.parametrize("shared", [{"open": True}, {"rated": True}, {"days": 1}, {"daily": 5}])
def test_what_needs_others_cannot_be_played_here(shared: dict[str, Any]) -> None:
    with pytest.raises(Refused, match=r"table\.options"):
        create(Options("sixto", seats=2, **shared), ("nearest",), ANN, 0)


def test_only_bots_that_need_nothing_else_play_here() -> None:
    with pytest.raises(Refused, match=r"table\.no_such_level"):
        create(Options("sixto", seats=2), ("master",), ANN, 0)


def test_a_lesson_has_its_own_dice() -> None:
    one, other = (Device("sixto", lesson=True, seed=seed).begin() for seed in range(2))
    for device in (one, other):
        device.ask("roll", turn=1)
    assert one.shown[-1]["dice"] == other.shown[-1]["dice"]


# The next game --------------------------------------------------------------------------------------------


def test_a_rematch_is_a_new_table_which_starts_when_one_sits_down() -> None:
    device = Device("sixto", ("nearest", "expert")).begin().play()
    output = device.ask("rematch")
    assert output.rematch is not None
    code = output.rematch.table.code
    assert json.loads(output.entries[-1])["code"] == device.table.table.rematch == code
    assert code != device.table.table.code
    assert output.rematch.seed != device.table.seed
    device.table, device.stored = output.rematch, list(output.rematch.log)
    device.ask("sit", add="00" * 16)
    device.play()
    assert device.table.table.phase == OVER


def test_there_is_one_rematch() -> None:
    device = Device("sixto").begin().play()
    device.ask("rematch")
    assert device.ask("rematch").rematch is None
    assert device.refusals()[-1] == "table.rematched"


def test_the_second_game_of_a_duel_has_the_dice_of_the_first() -> None:
    device = Device("sixto", ("nearest",), duel=True).begin().play()
    assert device.table.table.seed == ""
    second = device.ask("rematch").rematch
    assert second is not None
    assert second.seed == device.table.seed
    assert second.table.shared_dice is not None
    assert second.table.shared_dice.game == device.table.table.id
