"""The messages between nodes.

`JoinTable`, `ForwardCommand` and `ErasePlayer` are requests: the answer is the code of a refusal, or empty.
"""

import msgspec

ELSEWHERE = "elsewhere"
"""The answer of a node that does not own a table, or does not know a visit."""


class NodeMessage(msgspec.Struct, tag=True, array_like=True):
    node: str
    """The sender."""


class JoinTable(NodeMessage, tag="Come"):
    """A player wants to join a table, through a socket at the sender."""

    code: str
    visit: int
    """The sender's number for that socket."""
    player: str
    name: str
    since: int
    boot: str
    """The version that they have seen, and the start of the server since which they saw it."""


class ForwardCommand(NodeMessage, tag="Said"):
    visit: int
    command: bytes
    lag: float


class LeaveTable(NodeMessage, tag="Gone"):
    """If this one is lost, the visit is missing in the next `Heartbeat`."""

    visit: int


class ErasePlayer(NodeMessage):
    """A request to erase a player at a table."""

    code: str
    player: str


class Renamed(NodeMessage):
    player: str
    name: str


class Frames(NodeMessage):
    """Frames for sockets at the receiver; a code other than 0 closes them."""

    number: int
    visits: list[int]
    frames: bytes
    close: int = 0


class Heartbeat(NodeMessage, tag="Beat"):
    """Sent twice a second. A node from which none comes is taken for gone, with all its visits."""

    number: int
    """Of the last `Frames` to the receiver, who can tell from it whether one was lost."""
    visits: dict[int, float | None]
    """All sockets at tables of the receiver, and the lag of each; None for one that has not joined yet."""


AnyNodeMessage = JoinTable | ForwardCommand | LeaveTable | ErasePlayer | Renamed | Frames | Heartbeat
encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(AnyNodeMessage).decode
