"""Friends at a table: made on one phone, found with another, in another language."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.actions import button, phone
from tests.server.serving import Server


def test_two_friends_and_a_bot_find_together(chromium: Browser, server: Server) -> None:
    with phone(chromium) as ann, phone(chromium, "de-CH") as bob:
        ann.goto(server.url)
        button(ann, "New table").tap()
        button(ann, "Open the table").tap()
        ann.get_by_role("textbox", name="Your name").fill("Ann")
        button(ann, "That's me").tap()
        expect(ann.get_by_text("you · host")).to_be_visible()
        code = ann.url.rpartition("/")[2]

        bob.goto(server.url)
        bob.get_by_role("textbox").fill(code.lower())
        button(bob, "Hier sitzen").first.tap()
        bob.get_by_role("textbox", name="Dein Name").fill("Bob")
        button(bob, "Das bin ich").tap()
        expect(bob.get_by_text("Ann beginnt das Spiel.")).to_be_visible()
        bob.get_by_role("radio", name="C", exact=True).tap()
        expect(ann.get_by_role("radio", name="C", exact=True)).to_be_disabled()

        button(ann, "Add a bot").tap()
        button(ann, "Easy").tap()
        expect(bob.get_by_text("Leicht")).to_be_visible()
        button(ann, "Start the game").tap()
        for page, words in ((ann, "Turn 1"), (bob, "Zug 1")):
            expect(page.get_by_role("heading", name=words)).to_be_visible()


@pytest.mark.parametrize(
    ("path", "sentence"),
    [("/table/BCDFGH", "there is no such table"), ("/table/nonsense", "there is no such table")],
)
def test_a_wrong_code_is_told_and_leads_on(
    path: str, sentence: str, chromium: Browser, server: Server
) -> None:
    with phone(chromium) as page:
        page.goto(server.url + path)
        expect(page.get_by_role("heading", name=sentence)).to_be_visible()
        button(page, "^Home").tap()
        expect(page.get_by_role("heading", name="Play now")).to_be_visible()


def test_a_wrong_code_that_is_typed_is_told_where_it_can_be_typed_again(
    chromium: Browser, server: Server
) -> None:
    with phone(chromium, forgiving="404") as page:
        page.goto(server.url)
        field = page.get_by_role("textbox", name="Code of a table")
        field.fill("bcd-fgh")
        refusal = page.locator("form").get_by_text("There is no such table")
        expect(refusal).to_be_visible()
        expect(field).to_have_attribute("aria-invalid", "true")
        below, above = refusal.bounding_box(), field.bounding_box()
        assert below
        assert above
        assert below["y"] - (above["y"] + above["height"]) < 20
        field.fill("BC")
        expect(refusal).to_be_hidden()
        button(page, "Join").tap()
        expect(page.locator("form").get_by_text("six letters and numbers")).to_be_visible()


def test_a_name_that_is_refused_is_told_over_the_dialog_that_asks_for_it(
    chromium: Browser, server: Server
) -> None:
    """Screen readers do not read the page behind a dialog."""
    with phone(chromium, forgiving="400") as page:
        page.goto(server.url)
        button(page, "New table").tap()
        button(page, "Open the table").tap()
        page.get_by_role("textbox", name="Your name").fill("\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}")
        button(page, "That's me").tap()
        refused = page.get_by_role("status").get_by_text("do not work in a name")
        expect(page.get_by_role("dialog").locator(refused)).to_be_visible()
        page.get_by_role("textbox", name="Your name").fill("\N{FOX FACE}")
        button(page, "That's me").tap()
        expect(page.get_by_text("you · host")).to_be_visible()


def test_the_language_can_be_switched_and_is_remembered(chromium: Browser, server: Server) -> None:
    with phone(chromium) as page:
        page.goto(server.url)
        button(page, "Settings").tap()
        page.get_by_role("radio", name="Italiano").tap()
        expect(page.get_by_role("heading", name="Impostazioni")).to_be_visible()
        page.reload()
        expect(page.get_by_role("heading", name="Gioca subito")).to_be_visible()
