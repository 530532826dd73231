"""The page on game records: its examples are run."""

import json
import re
from pathlib import Path

from sixes.records import replay

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")


def test_each_record_on_the_page_has_the_result_below_it() -> None:
    documents = [json.loads(text) for text in re.findall(r"```json\n(.+?)```", PAGE, re.DOTALL)]
    assert len(documents) == 4
    for record, result in zip(documents[::2], documents[1::2], strict=True):
        assert replay(record).result() == result
