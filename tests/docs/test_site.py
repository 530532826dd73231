"""The site, built once and strictly: links and anchors lead somewhere, nothing comes from elsewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FETCHED = re.compile(r"<(?:script|img|link)\b[^>]*?\b(?:src|href)=\"?([^\s\">]+)")


def build(config: Path, target: Path) -> subprocess.CompletedProcess[str]:
    """Build the site of a configuration."""
    command = [sys.executable, "-m", "mkdocs", "build", "-f", str(config), "-d", str(target)]
    environ = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, capture_output=True, text=True, env=environ, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    built = build(ROOT / "mkdocs.yml", target)
    assert built.returncode == 0, built.stderr
    return target


def test_every_page_is_there(site: Path) -> None:
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"README"}
    assert {path.stem for path in site.glob("*.html")} > {"index", "start", "changelog", *pages}
    rules = (site / "reference" / "sixes.rules.sixto.html").read_text("utf-8")
    assert 'id="sixes.rules.sixto.refusal"' in rules


def test_all_that_pages_fetch_is_on_the_site(site: Path) -> None:
    for file in site.rglob("*.html"):
        for place in filter(None, FETCHED.findall(file.read_text("utf-8"))):
            assert (file.parent / place.partition("?")[0]).is_file() or file.stem == "404", (file, place)
    for file in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(https?:)?//", file.read_text("utf-8")), file


def test_links_out_of_the_folder_lead_to_copies(site: Path) -> None:
    threats = (site / "threats.html").read_text("utf-8")
    copy = "source/tests/hostile/test_seats.py.txt"
    assert f'href="{copy}"' in threats
    assert (site / copy).read_bytes() == (ROOT / "tests" / "hostile" / "test_seats.py").read_bytes()
    assert 'href="architecture.html#four-data-flows"' in (site / "time.html").read_text("utf-8")
    assert 'src="pictures/turn.png"' in (site / "start.html").read_text("utf-8")


def test_links_that_lead_nowhere_are_reported(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "index.md").write_text("# Here\n\n[a](gone.md) [b](#nowhere) [c](../src/gone.py)\n")
    config = f"INHERIT: {ROOT}/mkdocs.yml\nnav: [index.md]\nplugins: []\nhooks: []\n"
    (tmp_path / "mkdocs.yml").write_text(config)
    built = build(tmp_path / "mkdocs.yml", tmp_path / "site")
    assert built.returncode == 1
    assert all(f"'{link}'" in built.stderr for link in ("gone.md", "#nowhere", "../src/gone.py"))
