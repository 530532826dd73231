"""What nodes tell each other. `Come` and `Said` are requests, answered with a code, empty if all is well."""

import msgspec

ELSEWHERE = "elsewhere"
"""The answer of a node that does not own a table, or does not know a visit."""


class NodeMessage(msgspec.Struct, tag=True, array_like=True):
    node: str
    """Who wrote it."""


class JoinTable(NodeMessage, tag="Come"):
    """Somebody wants to be at a table, through a socket at the node that writes."""

    code: str
    visit: int
    """What the writer calls that socket."""
    player: str
    name: str
    since: int
    boot: str
    """The version that they have seen, and in which life of the server."""


class ForwardCommand(NodeMessage, tag="Said"):
    visit: int
    ask: bytes
    lag: float


class LeaveTable(NodeMessage, tag="Gone"):
    """If this one is lost, the next `Beat` tells."""

    visit: int


class Renamed(NodeMessage):
    player: str
    name: str


class Frames(NodeMessage):
    """For sockets at the node that reads; frames for one that is to be closed end with a code."""

    number: int
    visits: list[int]
    frames: bytes
    close: int = 0


class Heartbeat(NodeMessage, tag="Beat"):
    """Twice a second: a node runs. Without it, all that came from it is forgotten."""

    number: int
    """Of the last `Frames` for the reader: if that is not the last it got, one was lost."""
    visits: dict[int, float | None]
    """All sockets at tables of the reader, and the lag of each; None for one that is not let in yet."""


AnyNodeMessage = JoinTable | ForwardCommand | LeaveTable | Renamed | Frames | Heartbeat
encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(AnyNodeMessage).decode
