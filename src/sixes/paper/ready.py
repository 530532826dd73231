"""Make the PDFs that servers offer ready for download, a picture of each layout, and their list.

`python -m sixes.paper.ready FOLDER` writes them; the client's build runs it, so that serving needs no typst.
"""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sixes.paper.orders import KINDS, PAPERS, Order, page_count
from sixes.paper.typesetting import picture, typeset
from sixes.text import LANGUAGES

LAYOUTS = {"a4": (1, 2, 4), "letter": (1, 2, 4), "a5": (1, 2), "a6": (1,)}
"""How many sheets or boards to a page, on each paper; smaller ones are hard to write on."""
PICTURE_WIDTH = 320
"""Of the pictures, in pixels."""
MILLIMETRES_PER_INCH = 25.4


def ready_orders() -> Iterator[Order]:
    for kind in KINDS:
        for paper in PAPERS:
            for per_page in LAYOUTS[paper] if kind in ("sheets", "boards") else (1,):
                for grey in (False, True):
                    for language in LANGUAGES:
                        yield Order(kind=kind, paper=paper, per_page=per_page, grey=grey, language=language)


def file_name(order: Order) -> str:
    """The stem of the file names; the client makes the same from what one chooses."""
    tone = "grey" if order.grey else "colour"
    return f"{order.kind}-{order.paper}-{order.per_page}-{tone}-{order.language}"


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    orders = list(ready_orders())
    with ThreadPoolExecutor() as threads:
        sizes = list(threads.map(lambda order: _write_pdf(folder, order), orders))
        list(threads.map(lambda order: _write_picture(folder, order), filter(_is_pictured, orders)))
    files = {
        file_name(order): {"pages": page_count(order), "bytes": size}
        for order, size in zip(orders, sizes, strict=True)
    }
    (folder / "index.json").write_text(json.dumps(files, indent=1) + "\n", encoding="utf-8")


def _write_pdf(folder: Path, order: Order) -> int:
    return (folder / f"{file_name(order)}.pdf").write_bytes(typeset(order))


def _is_pictured(order: Order) -> bool:
    """One paper stands for all, and colours for both: the page shows them without, if that is asked for."""
    return order.paper == "a4" and not order.grey


def _write_picture(folder: Path, order: Order) -> None:
    """The first page, small; of twelve sheets no more than those on it are drawn."""
    first = order._replace(sheets=order.sheets[: order.per_page])
    width = max(PAPERS[order.paper]) / MILLIMETRES_PER_INCH
    pages = picture(first, PICTURE_WIDTH / width)
    (folder / f"{file_name(order)}.png").write_bytes(pages[0])


if __name__ == "__main__":
    write(Path(sys.argv[1]))
