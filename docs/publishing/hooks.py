"""Hooks of mkdocs: pages and files from outside docs/, and links that work on a code host and on the site.

Pages link to files of the repository as they lie there. On the site a file that is no page becomes a copy
to read, and a link to a folder becomes plain text. A link that leads nowhere is left for mkdocs to report.
"""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from posixpath import relpath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
PAGES = {
    "README.md": "start.md",
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
"""Pages at the top of the repository, and their names on the site."""
LOOK = (
    *("client/src/ui/tokens.css", "client/src/ui/fibres.svg", "client/src/ui/wordmark.svg"),
    *("client/src/ui/baloo-2-sixes.woff2", "client/public/font-OFL.txt"),
    *("client/public/icon.svg", "docs/publishing/site.css"),
)
"""Files of the folder look/: colours, font and name are the client's."""
REFERENCE = "reference/"
PARTS = re.compile(
    r"^```.*?^```$|(?P<ticks>`+)[^`].*?(?P=ticks)(?!`)"  # code is left alone
    r"|\[(?P<text>[^\[\]]*)\]\((?P<link>[^()\s]+)\)|<img src=\"(?P<image>[^\"]+)\"",
    re.MULTILINE | re.DOTALL,
)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what lies outside docs/, and a page for each module that the navigation names."""
    for name, uri in PAGES.items():
        files.append(copied(name, uri, config))
    for name in LOOK:
        files.append(copied(name, f"look/{PurePosixPath(name).name}", config))
    for uri in named(config.nav):
        if uri.startswith(REFERENCE):
            module = PurePosixPath(uri).stem
            files.append(File.generated(config, uri, content=f"::: {module}\n"))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links lead to what is on the site."""
    source = page.file.abs_src_path
    if source is None:  # generated
        return markdown

    def rewritten(match: re.Match[str]) -> str:
        link = match["link"] or match["image"]
        target = link and uri_of(Path(source).parent, link, config, files)
        if not target:
            return match[0]
        if target.endswith("/"):
            return match["text"]
        before, _, after = match[0].rpartition(link)
        return before + relpath(target, PurePosixPath(page.file.src_uri).parent) + after

    return PARTS.sub(rewritten, markdown)


def uri_of(folder: Path, link: str, config: MkDocsConfig, files: Files) -> str | None:
    """Where the site has what a link in this folder names; with a slash at the end if that is a folder."""
    path, mark, anchor = link.partition("#")
    place = (folder / path).resolve()
    if not path or ":" in link or not place.is_relative_to(ROOT) or not place.exists():
        return None
    name = place.relative_to(ROOT).as_posix()
    if place.is_dir():
        return f"{name}/"
    uri = PAGES.get(name) or name.removeprefix("docs/")
    found = files.get_file_from_path(uri) if name in PAGES or name.startswith("docs/") else None
    if found is None or found.inclusion is InclusionLevel.EXCLUDED:
        uri = f"source/{name}.txt"
        if files.get_file_from_path(uri) is None:
            files.append(copied(name, uri, config))
    return uri + mark + anchor


def copied(name: str, uri: str, config: MkDocsConfig) -> File:
    """A file of the repository, under another name on the site."""
    return File.generated(config, uri, abs_src_path=str(ROOT / name))


def named(nav: Any) -> Iterator[str]:
    """All pages in the navigation."""
    if isinstance(nav, str):
        yield nav
    elif nav:
        for item in nav.values() if isinstance(nav, dict) else nav:
            yield from named(item)
