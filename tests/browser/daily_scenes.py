"""The daily challenge on pages: a day that is to be played or is finished, with others on its boards."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import Page, expect

from sixes.client import Client
from sixes.client.playing import play
from tests.browser.actions import touch, words
from tests.browser.prepared_tables import player_of
from tests.server.clients import level
from tests.server.serving import Server


def ask(page: Page, server: Server, method: str, path: str, body: Any = None) -> Any:
    """A request of a page's visitor."""
    data = None if body is None else json.dumps(body)
    return page.request.fetch(f"{server.url}/api/{path}", method=method, data=data).json()


async def finish(url: str, cookie: str, strength: str = "nearest") -> int:
    """Play today's challenge to its end as somebody, or as a new guest; its day."""
    async with Client(url, cookie) as client:
        made = await client.request("POST", "/api/daily", {})
        async with client.at(made["code"]) as table:
            await play(table, level(strength, "sixto"))
        return int(made["day"])


def in_thread(body: Any) -> Any:
    """The result of a coroutine: the pages have an event loop of their own here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, body).result()


def finish_daily(page: Page, server: Server, name: str = "Ann", strength: str = "nearest") -> int:
    """Let the visitor of a page finish today's challenge; its day."""
    player_of(page, server, name)
    cookie = next(str(one["value"]) for one in page.context.cookies(server.url) if one["name"] == "sixes")
    return int(in_thread(finish(server.url, cookie, strength)))


def others_finish(server: Server, strengths: tuple[str, ...]) -> None:
    """Let other guests finish today's challenge."""
    for strength in strengths:
        in_thread(finish(server.url, "", strength))


def daily_start(page: Page, server: Server) -> None:
    player_of(page, server, "Ann")
    page.goto(f"{server.url}/daily")
    expect(page.get_by_role("button", name=words(page, "daily.play"))).to_be_visible()


def daily_result(page: Page, server: Server) -> None:
    others_finish(server, ("random", "steady"))
    finish_daily(page, server)
    page.goto(f"{server.url}/daily")
    expect(page.locator(".hero .points")).to_be_visible()
    expect(page.locator("figure")).to_have_count(2)


def daily_share(page: Page, server: Server) -> None:
    daily_result(page, server)
    touch(page.get_by_role("button", name=words(page, "daily.share")))
    expect(page.get_by_role("dialog").get_by_role("img")).to_be_visible()


DAILY_SCENES = (daily_start, daily_result, daily_share)
