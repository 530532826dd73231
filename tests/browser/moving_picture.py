"""Joins screenshots to one moving picture (APNG): each frame holds only what has changed."""

import base64
import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from playwright.sync_api import Browser

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEEP_BELOW, LAY_OVER = 0, 1
"""Of a frame: what was shown before stays, and it is laid over that."""
CHANGES = """async screenshots => {
  const found = [];
  let before = null;
  for (const screenshot of screenshots) {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + screenshot)).blob());
    const {width, height} = image;
    const canvas = new OffscreenCanvas(width, height), context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, width, height);
    const changed = new Uint32Array(pixels.data.buffer), shown = changed.slice();
    let [left, top, right, bottom] = before ? [width, height, 1, 1] : [0, 0, width, height];
    for (let at = 0; before && at < shown.length; at++) {
      if (shown[at] === before[at]) { changed[at] = 0; continue; }
      const x = at % width, y = (at - x) / width;
      left = Math.min(left, x); right = Math.max(right, x + 1);
      top = Math.min(top, y); bottom = Math.max(bottom, y + 1);
    }
    const part = new OffscreenCanvas(Math.max(right - left, 1), Math.max(bottom - top, 1));
    const [x, y] = [Math.min(left, width - 1), Math.min(top, height - 1)];
    part.getContext('2d').putImageData(pixels, -x, -y);
    const bytes = new Uint8Array(await (await part.convertToBlob({type: 'image/png'})).arrayBuffer());
    found.push([x, y, btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))]);
    before = shown;
  }
  return found;
}"""
"""For a browser: where each screenshot differs from the one before, as a PNG of what is different."""


class Frame(NamedTuple):
    """What changes, and for how many milliseconds it is shown."""

    x: int
    y: int
    png: bytes
    shown: int


def join(chromium: Browser, screenshots: Sequence[tuple[bytes, int]]) -> bytes:
    """A moving picture of screenshots, each with its time in milliseconds; it begins again and again."""
    page = chromium.new_page()
    changes = page.evaluate(CHANGES, [base64.b64encode(png).decode() for png, _ in screenshots])
    page.close()
    return moving_png(
        [
            Frame(x, y, base64.b64decode(png), shown)
            for (x, y, png), (_, shown) in zip(changes, screenshots, strict=True)
        ]
    )


def moving_png(frames: Sequence[Frame]) -> bytes:
    """The format: https://www.w3.org/TR/png-3/#apng-frame-based-animation"""
    (_, head), *_ = chunks_of(frames[0].png)
    parts = [SIGNATURE, chunk(b"IHDR", head), chunk(b"acTL", struct.pack(">II", len(frames), 0))]
    number = 0
    for frame in frames:
        chunks = list(chunks_of(frame.png))
        width, height = struct.unpack(">II", chunks[0][1][:8])
        place = (number, width, height, frame.x, frame.y, frame.shown, 1000, KEEP_BELOW, LAY_OVER)
        parts.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", *place)))
        number += 1
        for data in (data for kind, data in chunks if kind == b"IDAT"):
            if frame is frames[0]:
                parts.append(chunk(b"IDAT", data))
            else:
                parts.append(chunk(b"fdAT", struct.pack(">I", number) + data))
                number += 1
    return b"".join((*parts, chunk(b"IEND", b"")))


def chunks_of(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG: their kinds and data."""
    at = len(SIGNATURE)
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        yield kind, png[at + 8 : at + 8 + length]
        at += 12 + length


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
