"""Messages from their bytes: commands of clients, stored events, and what a server sends."""

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from sixes.play import commands, events
from sixes.play.games import GAMES, Game
from sixes.play.match import Refused
from sixes.play.snapshots import MatchSnapshot


class Stamp(msgspec.Struct):
    """The format of an event: the one field that can be read in an event of any release."""

    f: int = 1


class Codec:
    """The decoders, for the games that are registered. Anything unknown raises msgspec.MsgspecError."""

    def __init__(self) -> None:
        self._parse_command: Callable[[bytes | str], commands.Command]
        self.read_message: Callable[[bytes | str], Any]
        """An event, or one of the messages to a single client."""
        self._read_event: Callable[[bytes], events.Event]
        self._read_stamp = msgspec.json.Decoder(Stamp).decode
        self.load()

    def load(self) -> None:
        """Make the decoders anew, after a change of `GAMES`."""
        ours = {command for game in GAMES.values() for command in game.commands}
        stored = {event for game in GAMES.values() for event in game.events}
        self._parse_command = _decoder(commands.TABLE, *ours)
        self._read_event = _decoder(events.TABLE_EVENTS, *stored)
        sent = (events.Welcome, events.Refusal, events.Here)
        self.read_message = _decoder(events.TABLE_EVENTS, *stored, *sent)

    def parse_command(self, data: bytes | str) -> commands.Command:
        """A command; its nonce is checked here, several times faster than by a pattern."""
        command = self._parse_command(data)
        if not command.n.encode().replace(b"-", b"0").isalnum():
            raise msgspec.ValidationError("a nonce is letters, digits and hyphens")
        return command

    def read_event(self, line: bytes) -> events.Event:
        """A stored event. Refused if a newer release wrote it, rather than misread."""
        try:
            event = self._read_event(line)
        except msgspec.ValidationError:
            if self._read_stamp(line).f <= events.FORMAT:
                raise
            raise Refused("table.newer_format") from None
        if event.f > events.FORMAT:
            raise Refused("table.newer_format")
        return event


def _decoder(*types: Any) -> Callable[[Any], Any]:
    return msgspec.json.Decoder(reduce(or_, types), dec_hook=_match_snapshot).decode


def _match_snapshot(kind: type, value: Any) -> MatchSnapshot:
    """Each game has a snapshot of its own, and says its name in it."""
    assert kind is MatchSnapshot
    if not isinstance(value, dict) or value.get("game") not in GAMES:
        raise ValueError("a snapshot of an unknown game")
    return msgspec.convert(value, GAMES[value["game"]].snapshot)


codec = Codec()


def register(game: Game) -> None:
    """Make a game known: from now on tables of it can be made, and its messages are read."""
    GAMES[game.name] = game
    codec.load()
