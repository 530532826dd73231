"""What is on the pages of a PDF, as another program reads it."""

from typing import NamedTuple

import pypdfium2

POINTS_PER_MILLIMETRE = 72 / 25.4


class Page(NamedTuple):
    """The words of a page, and its size in millimetres."""

    text: str
    width: float
    height: float


def read_pages(pdf: bytes) -> list[Page]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [read_page(document[at]) for at in range(len(document))]
    finally:
        document.close()


def read_page(page: pypdfium2.PdfPage) -> Page:
    """The text with single spaces, so that it does not matter where lines break."""
    words = page.get_textpage()
    text = " ".join(words.get_text_range().split())
    words.close()
    width, height = (points / POINTS_PER_MILLIMETRE for points in page.get_size())
    page.close()
    return Page(text, width, height)


def ink_edges(pdf: bytes) -> list[tuple[float, float, float, float]]:
    """For each page how far its ink stays from the left, top, right and bottom edge, in millimetres."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_edges(document[at]) for at in range(len(document))]
    finally:
        document.close()


def _edges(page: pypdfium2.PdfPage) -> tuple[float, float, float, float]:
    scale = 2.0
    drawn = page.render(scale=scale, grayscale=True)
    width, height, stride = drawn.width, drawn.height, drawn.stride
    data = bytes(drawn.buffer)
    lines = [data[y * stride : y * stride + width] for y in range(height)]
    white = b"\xff"
    inked = [y for y, line in enumerate(lines) if line.strip(white)]
    left = min(len(lines[y]) - len(lines[y].lstrip(white)) for y in inked)
    right = min(len(lines[y]) - len(lines[y].rstrip(white)) for y in inked)
    pixels = (left, inked[0], right, height - 1 - inked[-1])
    page.close()
    x, y, far, low = (pixel / scale / POINTS_PER_MILLIMETRE for pixel in pixels)
    return x, y, far, low
