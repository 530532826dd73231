"""The page on threats names tests as proofs: they are there, and the page is found."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
LINK = re.compile(r"\[([^\]]+)\]\(([^)#]+)")


def test_every_proof_is_a_file_with_tests() -> None:
    links = LINK.findall(PAGE)
    assert len(links) > 30
    for name, target in links:
        file = (ROOT / "docs" / target).resolve()
        assert file.is_file(), target
        if "tests/" in target:
            assert file.stem == name
            assert "def test_" in file.read_text(encoding="utf-8")


def test_every_threat_has_an_answer_and_a_proof() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| --- ")]
    assert len(rows) > 30
    for row in rows:
        may_try, stops, proof = row.strip("| ").split(" | ")
        assert may_try
        assert stops
        assert proof == "proof" or "../tests/" in proof


def test_the_page_is_found_from_where_people_look_for_it() -> None:
    for page in ("SECURITY.md", "docs/README.md"):
        assert "threats.md" in (ROOT / page).read_text(encoding="utf-8")
