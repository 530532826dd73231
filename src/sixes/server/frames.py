"""WebSocket frames as bytes: what all at a table hear alike is encoded once and written to each socket."""

CLOSE, PING, PONG = 0x88, 0x89, 0x8A
_TEXT = 0x81  # whole messages, unmasked: we are the server


def text_frame(payload: bytes) -> bytes:
    length = len(payload)
    if length < 126:
        return bytes((_TEXT, length)) + payload
    if length < 1 << 16:
        return bytes((_TEXT, 126)) + length.to_bytes(2) + payload
    return bytes((_TEXT, 127)) + length.to_bytes(8) + payload


def control_frame(kind: int, payload: bytes = b"") -> bytes:
    """A ping, a pong or a last word; at most 125 bytes."""
    return bytes((kind, len(payload))) + payload
