"""Set an order with typst: the same order always gives the same bytes."""

import json
from pathlib import Path
from typing import Any

from sixes.paper.documents import document
from sixes.paper.orders import Order, check
from sixes.text import UserError

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
PIXELS_PER_INCH = 144.0
WITH_FORM = ("sheets", "boards")
"""Kinds of which a page may hold several: what these have in common is in the file once."""


class TypstMissing(UserError):
    """typst is not installed: it is an extra, `sixes[print]`."""

    def __init__(self) -> None:
        super().__init__("paper.missing")


def typeset(order: Order) -> bytes:
    """The PDF of an order."""
    check(order)
    pdf: bytes = _compile(order, format="pdf")
    return pdf


def picture(order: Order, pixels_per_inch: float = PIXELS_PER_INCH) -> list[bytes]:
    """Each page as a PNG."""
    check(order)
    pages: bytes | list[bytes] = _compile(order, format="png", ppi=pixels_per_inch)
    return pages if isinstance(pages, list) else [pages]


def _compile(order: Order, **form: Any) -> Any:
    inputs = {"order": json.dumps(document(order))}
    if order.kind in WITH_FORM:
        inputs["form"] = json.dumps(list(_run("form.typ", inputs, format="pdf")))
    return _run("main.typ", inputs, **form)


def _run(template: str, inputs: dict[str, str], **form: Any) -> Any:
    try:
        import typst  # noqa: PLC0415 - part of an extra
    except ModuleNotFoundError:
        raise TypstMissing from None
    return typst.compile(
        str(TEMPLATES / template),
        root=str(TEMPLATES),
        font_paths=[str(HERE / "fonts")],
        ignore_system_fonts=True,
        sys_inputs=inputs,
        **form,
    )
