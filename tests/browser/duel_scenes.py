"""Duels, head starts and games over days as they look, for tests and screenshots."""

import time

from playwright.sync_api import Page, expect

from tests.browser.prepared_tables import friends_of, player_of, store_past_points, store_table
from tests.browser.sixto_tables import NAMED
from tests.play.stories import Story, addition, second_game
from tests.play.test_duel import play_out
from tests.server.serving import Server

MEAN = {"Ann": [90, 90, 90], "Bob": [60, 60, 60]}


def people_of(page: Page, server: Server) -> dict[str, str]:
    """The visitor of a page, and a friend of theirs: ids and names."""
    me = player_of(page, server, "Ann")  # before the page asks it: two first requests would be two guests
    page.goto(server.url)
    page.evaluate(NAMED)
    return {me: "Ann"} | friends_of(page, server, ("Bob",))


def seated(people: dict[str, str], **options: object) -> Story:
    """A table of now at which these people sit."""
    story = Story("sixto", " ".join(people), now=time.time_ns() // 1_000_000, **options)  # type: ignore[arg-type]
    for who, name in people.items():
        story.ask(who, "sit", add=addition(who))
        story.rename(who, name)
    return story


def first_game(people: dict[str, str]) -> Story:
    """The first game of a duel, played to its end."""
    story = seated(people, duel=True, seed=3)
    story.ask(story.people[0], "start")
    return play_out(story)


def second_of(first: Story) -> Story:
    """The second game of a duel, played to its end."""
    story = second_game(first)
    for who in first.people:
        story.ask(who, "sit", add=addition(who))
        story.rename(who, first.sitting(first.seat(who)).name)
    story.wait()
    return play_out(story)


def duel_half_time(page: Page, server: Server) -> None:
    page.goto(store_table(server, first_game(people_of(page, server))))
    expect(page.locator(".asked")).to_be_visible()


def duel_end(page: Page, server: Server) -> None:
    page.goto(store_table(server, second_of(first_game(people_of(page, server)))))
    expect(page.locator("ul.small li")).to_have_count(2)


def head_starts(page: Page, server: Server) -> None:
    people = people_of(page, server)
    store_past_points(server, {player: MEAN[name] for player, name in people.items()})
    page.goto(store_table(server, seated(people)))
    page.locator(".ahead button").click()
    expect(page.locator(".ahead li")).to_have_count(2)


def days_waiting(page: Page, server: Server) -> None:
    """Both may cross; the visitor is done, and the other one is away."""
    people = people_of(page, server)
    story = seated(people, days=2)
    story.ask(story.people[0], "start")
    active = story.sitting(0).player
    story.ask(active, "roll")
    story.ask(active, "keep")
    story.ask(story.people[0], "done")
    page.goto(store_table(server, story))
    expect(page.get_by_role("timer")).to_be_visible()


DUEL_SCENES = (duel_half_time, duel_end, head_starts, days_waiting)
