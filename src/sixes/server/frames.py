"""Encode WebSocket frames: a message for all at a table is encoded once and written to each socket."""

OPCODES = CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
WHOLE = 0x80
"""The FIN bit: the frame is the last of its message, as all of ours are. A server's frames are unmasked."""
WHOLE_TEXT = WHOLE | TEXT


SHORT_HEADS = [bytes((WHOLE_TEXT, length)) for length in range(126)]
"""The heads of frames with short texts, by length."""


def text_frame(payload: bytes) -> bytes:
    length = len(payload)
    if length < 126:
        return SHORT_HEADS[length] + payload
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, 126)) + length.to_bytes(2) + payload
    return bytes((WHOLE_TEXT, 127)) + length.to_bytes(8) + payload


def control_frame(kind: int, payload: bytes = b"") -> bytes:
    """A ping, pong or close frame; its payload has at most 125 bytes."""
    return bytes((WHOLE | kind, len(payload))) + payload
