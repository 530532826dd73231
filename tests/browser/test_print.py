"""The page to print from: ready PDFs with the pages it promises, and a sheet of one's own."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from sixes.rules.sheets import PRINTED
from sixes.text import LANGUAGES, say
from tests.browser.actions import button, phone, touch
from tests.paper.pages import read_pages
from tests.server.serving import Server

MINE = PRINTED["K"].split()


def choose(page: Page, name: str) -> None:
    radio = page.get_by_role("radio", name=name, exact=True)
    touch(radio)
    expect(radio).to_be_checked()


def open_print(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/print")
    expect(page.get_by_role("radio", name="A5", exact=True)).to_be_visible()


def saved(page: Page, folder: Path) -> bytes:
    with page.expect_download() as download:
        touch(page.get_by_role("link", name=re.compile("^" + re.escape("Save the PDF"))))
    assert re.fullmatch(r"sixes-[a-z]+-[a-z0-9]+-\d-[a-z]+-en\.pdf", download.value.suggested_filename)
    download.value.save_as(folder / "saved.pdf")
    return (folder / "saved.pdf").read_bytes()


def test_from_the_rules_to_a_pdf_with_the_pages_it_promises(
    chromium: Browser, server: Server, tmp_path: Path
) -> None:
    with phone(chromium) as page:
        page.goto(f"{server.url}/rules")
        touch(page.get_by_role("link", name="Print and play"))
        choose(page, "A4")
        choose(page, "4")
        choose(page, "Black and white")
        expect(page.get_by_role("link", name="Open the PDF (3 pages)")).to_be_visible()
        pages = read_pages(saved(page, tmp_path))
        assert len(pages) == 3
        assert "Sheet L" in pages[2].text
        assert pages[0].width == pytest.approx(297, abs=0.1)


def test_what_is_not_ready_cannot_be_chosen(chromium: Browser, server: Server, tmp_path: Path) -> None:
    with phone(chromium) as page:
        open_print(page, server)
        choose(page, "A6")
        expect(page.get_by_role("link", name="Open the PDF (12 pages)")).to_be_visible()
        choose(page, "Spinner")
        expect(page.get_by_role("link", name="Open the PDF (1 page)")).to_be_visible()
        choose(page, "Rules in short")
        expect(page.get_by_role("radio", name="2", exact=True)).to_have_count(0)
        assert len(read_pages(saved(page, tmp_path))) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_has_its_picture(language: str, chromium: Browser, server: Server) -> None:
    with phone(chromium, language) as page:
        open_print(page, server)
        for kind in ("boards", "spinner", "rules", "sheets"):
            choose(page, say(f"print.{kind}", language))
            picture = page.locator("img.preview")
            expect(picture).to_have_attribute("src", re.compile(f"^/print/{kind}-a4-.*-{language}.png$"))
            picture.evaluate("picture => picture.decode()")


def test_a_sheet_kept_by_name_for_score_pads_can_be_printed(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.goto(f"{server.url}/rules")
        page.evaluate("rows => localStorage.setItem('sixes.sheets', JSON.stringify({Grandma: rows}))", MINE)
        open_print(page, server)
        choose(page, "My own sheet")
        expect(page.get_by_role("radio", name="Grandma")).to_be_checked()
        (printed,) = read_pages(page.pdf(prefer_css_page_size=True))
        assert printed.text.count("Grandma") == 2
        choose(page, "The one typed last")
        expect(button(page, "Type my sheet")).to_be_visible()


@pytest.mark.parametrize(("on_page", "size"), [("1", (297, 210)), ("2", (210, 297)), ("4", (297, 210))])
def test_a_sheet_of_ones_own_is_printed_as_often_as_asked(
    on_page: str, size: tuple[int, int], chromium: Browser, server: Server
) -> None:
    with phone(chromium) as page:
        open_print(page, server)
        choose(page, "My own sheet")
        touch(button(page, "Type my sheet"))
        page.get_by_role("dialog").get_by_role("textbox").first.fill("".join(MINE))
        touch(button(page, "Use this sheet"))
        choose(page, "A4")
        choose(page, on_page)
        expect(page.get_by_role("img", name="My own sheet").first).to_be_visible()
        (printed,) = read_pages(page.pdf(prefer_css_page_size=True, print_background=True))
    assert (printed.width, printed.height) == pytest.approx(size, abs=0.5)
    digits = "".join(re.findall(r"[0-9]", printed.text))
    assert digits.count("".join(MINE)) == int(on_page)
    assert "Black and white" not in printed.text
