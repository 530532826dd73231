"""The PDFs that a server offers: beside the client, all that the list names, and not too many bytes."""

import json
from itertools import islice
from pathlib import Path

import pytest

import dev
from sixes.paper import ready
from sixes.paper.orders import page_count

MOST_BYTES = 8_000_000


def test_each_ready_file_is_named_once() -> None:
    names = [ready.file_name(order) for order in ready.ready_orders()]
    assert len(set(names)) == len(names)
    assert "sheets-a4-4-grey-de" in names


def test_files_pictures_and_list_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    orders = list(islice(ready.ready_orders(), 6))
    monkeypatch.setattr(ready, "ready_orders", lambda: orders)
    ready.write(tmp_path)
    files = json.loads((tmp_path / "index.json").read_text(encoding="utf-8"))
    assert files == {
        ready.file_name(order): {
            "pages": page_count(order),
            "bytes": (tmp_path / f"{ready.file_name(order)}.pdf").stat().st_size,
        }
        for order in orders
    }
    assert len(list(tmp_path.glob("*.png"))) == 4  # those in colour


def test_the_build_has_put_them_beside_the_client() -> None:
    folder = dev.BUILT / "print"
    files = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    assert files.keys() == {ready.file_name(order) for order in ready.ready_orders()}
    for name, about in files.items():
        assert (folder / f"{name}.pdf").stat().st_size == about["bytes"]
    assert sum(file.stat().st_size for file in folder.iterdir()) < MOST_BYTES
