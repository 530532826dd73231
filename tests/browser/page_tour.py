"""A tour of every page and dialog of the client, in any language, as one visit."""

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect

from sixes.text import say
from tests.browser.actions import touch


class PageTour:
    """One visitor; iterating over `stops` brings the page to each stop in turn, and gives its name."""

    def __init__(self, page: Page, url: str, language: str = "en") -> None:
        self.page = page
        self.url = url
        self.language = language

    def stops(self) -> Iterator[str]:
        for part in (
            self.pages,
            self.start_page,
            self.friends,
            self.over_days,
            self.sixto,
            self.menu,
            self.coach,
            self.my_games,
            self.daily,
            self.others,
            self.pad_of_sixem,
            self.pad_of_sixto,
            self.paper,
            self.lessons,
        ):
            yield from part()

    def words(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    def press(self, key: str, at: int = 0, **values: object) -> None:
        touch(self.button(key, **values).nth(at))

    def button(self, key: str, **values: object) -> Locator:
        pattern = re.compile(f"^{re.escape(self.words(key, **values))}")
        return self.page.get_by_role("button", name=pattern)

    def sees(self, key: str, **values: object) -> None:
        expect(self.page.get_by_text(self.words(key, **values)).first).to_be_visible()

    def close(self) -> None:
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_be_hidden()

    def home(self) -> None:
        self.page.goto(self.url)
        self.sees("home.rename")
        expect(self.page.locator(".picture :is(.tab, .slot)")).to_have_count(12)

    def play(self, company: str, game: int) -> None:
        """Choose the company on the card of a game, and start."""
        card = self.page.locator(".game").nth(game)
        radio = card.get_by_role("radio", name=self.words(company))
        if not radio.is_checked():
            touch(radio)
        touch(card.locator("button"))

    def pages(self) -> Iterator[str]:
        for path in ("/table/BCDFGH", "/no/such/page"):
            self.page.goto(self.url + path)
            self.sees("app.home")
            yield path
        for path, place in (
            ("/review", "section.first"),
            ("/study", ".sheet .columns"),
            ("/friends", "p.paper"),
            ("/rules", ".intro"),
            ("/rules/sixto", "#sixto-solo"),
            ("/rules/sixem", "#sixem-sweet"),
            ("/print", "img.preview"),
        ):
            self.page.goto(self.url + path)
            expect(self.page.locator(place)).to_be_visible()
            yield path

    def start_page(self) -> Iterator[str]:
        self.home()
        yield "home"
        self.page.get_by_role("textbox", name=self.words("home.code")).fill("BCDFGH")
        expect(self.page.locator(".refusal")).not_to_be_empty()
        yield "wrong code"
        self.press("app.settings")
        self.sees("settings.language")
        yield "settings"
        touch(self.page.get_by_text(self.words("settings.device"), exact=True))
        self.press("settings.code_get")
        expect(self.page.locator(".code")).to_be_visible()
        touch(self.page.get_by_text(self.words("settings.devices"), exact=True))
        self.sees("settings.device_current")
        yield "devices"
        self.close()

    def friends(self) -> Iterator[str]:
        self.press("home.new_table")
        touch(self.page.get_by_role("dialog").get_by_role("radio", name="Sixem"))
        touch(self.page.get_by_text(self.words("home.options")))
        self.sees("home.sweet")
        yield "new table of Sixem"
        touch(self.page.get_by_role("dialog").get_by_role("radio", name="Sixto"))
        yield "new table of Sixto"
        dialog = self.page.get_by_role("dialog")
        touch(dialog.get_by_role("radio", name="2", exact=True))
        touch(dialog.get_by_role("radio", name=self.words("days.over")))
        touch(dialog.get_by_role("switch", name=self.words("duel.title"), exact=True))
        self.sees("days.explain")
        yield "new table for a duel over days"
        touch(dialog.get_by_role("radio", name="3", exact=True))
        self.press("home.make")
        expect(self.button("name.save")).to_be_visible()
        yield "name"
        self.press("name.save")
        self.press("lobby.bot")
        yield "bots to choose from"
        self.press("level.nearest")
        self.sees("lobby.invite_how")
        yield "lobby"

    def over_days(self) -> Iterator[str]:
        self.press("lobby.start")
        expect(self.page.get_by_role("timer")).to_be_visible()
        self.press("app.more")
        self.press("days.remind")
        expect(self.button("days.calendar")).to_be_visible()
        yield "reminder of a game over days"
        self.close()
        self.home()
        expect(self.page.locator(".continue li").first).to_be_visible()
        yield "home with a game over days"

    def sixto(self) -> Iterator[str]:
        self.home()
        yield "home of a returning visitor"
        self.play("home.alone", 0)
        self.press("game.roll")
        expect(self.button("game.keep")).to_be_visible()
        yield "Sixto: deciding"
        self.press("game.keep")
        touch(self.page.locator("button.legal").first)
        expect(self.page.locator("[data-box].half")).to_be_visible()
        yield "Sixto: crossing"

    def menu(self) -> Iterator[str]:
        self.press("app.more")
        self.sees("game.seat_stays")
        yield "menu"
        self.press("app.rules")
        expect(self.page.locator("#sixto-crossing")).to_be_in_viewport()
        yield "rules over a game"
        self.close()
        self.press("app.more")
        self.press("game.show_others")
        expect(self.page.get_by_role("img", name=self.words("lobby.qr"))).to_be_visible()
        yield "invitation to watch"
        self.close()
        self.press("game.done_ends")
        self.press("game.end_sure")
        expect(self.button("game.again")).to_be_visible()
        yield "Sixto: over"

    def coach(self) -> Iterator[str]:
        self.press("review.title")
        self.sees("review.ask")
        yield "the coach asks"
        self.press("review.show")
        expect(self.page.get_by_role("radio", name=self.words("review.coach"))).to_be_checked()
        yield "the coach tells"
        self.press("review.replay")
        self.sees("review.before_first")
        yield "the game again"
        self.press("replay.study")
        expect(self.page.locator(".sheet .columns")).to_be_visible()
        self.press("game.hint")
        expect(self.page.locator("section h2")).to_be_visible()
        yield "a position to study"
        self.press("study.share")
        expect(self.page.get_by_role("dialog").get_by_role("img")).to_be_visible()
        yield "sharing a position"
        self.close()

    def daily(self) -> Iterator[str]:
        self.page.goto(f"{self.url}/daily")
        expect(self.button("daily.play")).to_be_visible()
        yield "the daily game"
        self.press("daily.play")
        self.press("game.roll")
        self.press("game.keep")
        touch(self.page.locator("button.legal").first)
        self.press("game.done_ends")
        self.press("game.end_sure")
        self.press("daily.see")
        expect(self.page.locator("figure")).to_have_count(2)
        yield "the result of the day"
        for key in ("daily.beside", "daily.fair", "daily.archive"):
            touch(self.page.get_by_text(self.words(key), exact=True))
        expect(self.page.locator("details[open]")).to_have_count(3)
        yield "all about the day"
        self.press("daily.share")
        expect(self.page.get_by_role("dialog").get_by_role("img")).to_be_visible()
        yield "sharing the day"
        self.close()

    def my_games(self) -> Iterator[str]:
        self.page.goto(f"{self.url}/games")
        self.sees("games.best")
        expect(self.page.locator('a[href^="/review/"]')).to_have_count(1)
        yield "my games"
        touch(self.page.locator(".best a").first)
        expect(self.button("games.all")).to_be_visible()
        expect(self.page.locator('a[href^="/review/"]')).to_have_count(1)
        yield "the game behind a number"

    def others(self) -> Iterator[str]:
        self.home()
        self.play("home.against_bots", 0)
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("1")
        yield "Sixto against bots"
        self.home()
        self.play("home.against_bots", 1)
        expect(self.button("game.first")).to_be_visible()
        yield "Sixem against bots"
        self.home()
        self.press("home.all_games", count=3)
        expect(self.page.get_by_role("dialog").locator("a.card")).to_have_count(3)
        yield "all games"
        self.close()
        touch(self.page.get_by_role("radio", name=self.words("home.against_bots")).first)
        self.sees("home.strength")
        yield "strength of the bots"
        self.close()

    def pad_of_sixem(self) -> Iterator[str]:
        self.page.goto(f"{self.url}/pad")
        expect(self.button("pad.start")).to_be_visible()
        yield "a new score pad"
        touch(self.page.get_by_role("radio", name="Sixem"))
        self.press("pad.start")
        touch(self.page.get_by_role("dialog").get_by_role("button").nth(4))
        touch(self.page.locator("button[data-cell=a1]"))
        yield "a score pad of Sixem"

    def pad_of_sixto(self) -> Iterator[str]:
        self.page.goto(f"{self.url}/pad")
        touch(self.page.get_by_role("radio", name="Sixto"))
        self.press("pad.start")
        expect(self.page.locator(".mine .columns")).to_be_visible()
        touch(self.page.locator("[data-box=a1]"))
        yield "a score pad of Sixto"
        self.page.locator("[data-box=b12]").tap(force=True)
        expect(self.button("pad.so")).to_be_visible()
        yield "against the rules"
        self.press("pad.so")
        self.press("app.more")
        yield "menu of a score pad"
        self.press("pad.phones")
        expect(self.page.get_by_role("img", name=self.words("lobby.qr"))).to_be_visible()
        yield "more phones"
        self.close()
        self.press("app.more")
        self.press("pad.end")
        self.press("pad.finish")
        expect(self.button("pad.again")).to_be_visible()
        yield "a score pad that is over"

    def paper(self) -> Iterator[str]:
        self.page.goto(f"{self.url}/pad/paper")
        touch(self.page.locator("[data-box=a10]"))
        self.sees("pad.paper_wrong")
        yield "a paper sheet"
        self.page.get_by_role("combobox").select_option("")
        expect(self.page.get_by_role("dialog")).to_be_visible()
        yield "typing a sheet of one's own"
        self.close()

    def lessons(self) -> Iterator[str]:
        self.page.goto(f"{self.url}/learn/sixto")
        self.sees("learn.sixto_roll")
        expect(self.page.locator(".mine .columns")).to_be_visible()  # its rows come one by one
        yield "learning Sixto"
        self.page.goto(f"{self.url}/learn/sixem")
        self.sees("learn.sixem_first")
        yield "learning Sixem"
