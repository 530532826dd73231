"""The moving picture of a turn is a well-formed APNG, and small enough for the top of a page."""

import struct
from pathlib import Path

from tests.browser.moving_picture import SIGNATURE, Frame, chunk, chunks_of, moving_png

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "turn.png"
MOST_BYTES = 600_000
STEPS = 7
"""Before the roll, after it, kept, three crosses, done."""


def test_the_picture_shows_every_step_of_a_turn() -> None:
    picture = PICTURE.read_bytes()
    assert len(picture) < MOST_BYTES
    chunks = list(chunks_of(picture))
    assert SIGNATURE + b"".join(chunk(*one) for one in chunks) == picture, "checksums and lengths"
    assert struct.unpack(">II", dict(chunks)[b"acTL"]) == (STEPS, 0)
    numbers = [struct.unpack_from(">I", data)[0] for kind, data in chunks if kind in (b"fcTL", b"fdAT")]
    assert numbers == list(range(len(numbers)))


def test_frames_keep_their_places_and_times() -> None:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 3, 2, 8, 6, 0, 0, 0))
    png = SIGNATURE + head + chunk(b"IDAT", b"one") + chunk(b"IDAT", b"two") + chunk(b"IEND", b"")
    chunks = list(chunks_of(moving_png([Frame(0, 0, png, 900), Frame(4, 5, png, 300)])))
    kinds = ["IHDR", "acTL", "fcTL", "IDAT", "IDAT", "fcTL", "fdAT", "fdAT", "IEND"]
    assert [kind.decode() for kind, _ in chunks] == kinds
    assert struct.unpack(">IIIIIHHBB", chunks[5][1]) == (1, 3, 2, 4, 5, 300, 1000, 0, 1)
    assert [chunks[6][1], chunks[7][1]] == [b"\0\0\0\2one", b"\0\0\0\3two"]
