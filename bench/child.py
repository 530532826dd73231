"""How often a child wins the STOP against a bot: `python3 dev.py bench child [LEVEL ...] [--rounds N]`.

The hand is scripted: it looks for 1.0 s once its dice lie, and takes 0.4 s for each tap. It taps in the real
client, in Chromium, whose handlers send what a player's would. Time is simulated on both sides: the table
runs in `tests/server/fake_time.py`, where bots pause at their tempo, and the page has Playwright's clock. So
the load of the machine does not matter, and a round of 20 seconds takes about one.
"""

import asyncio
import os
import secrets
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from playwright.async_api import Page, Route, WebSocketRoute, async_playwright  # noqa: E402

from sixes.play.encoding import codec  # noqa: E402
from sixes.rules.rounds import ROLLING  # noqa: E402
from sixes.server.frames import PING, WHOLE  # noqa: E402
from sixes.server.tables.live import LiveTable  # noqa: E402
from tests.browser.prepared_tables import sixem_story  # noqa: E402
from tests.conftest import QUIET  # noqa: E402
from tests.play.stories import CODE  # noqa: E402
from tests.server.fake_time import FakeTimeRegistry, RecordingTransport, Tab, cut, open_registry, sixem_of  # noqa: E402

STATIC = ROOT / "src" / "sixes" / "server" / "static"
ORIGIN = "http://sixes.test"
LOOK, TAP = 1.0, 0.4
ROUNDS = 200
ME = '{"player": "ann", "name": "Ann", "tables": []}'
CLICK = """(selector) => {
  const button = document.querySelector(selector);
  button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
  button?.click();
}"""
SEEN = """() => [...document.querySelectorAll('[data-die]')].map((die) => ({
  die: die.dataset.die,
  number: Number(die.getAttribute('aria-label').match(/\\d/)?.[0] ?? 0),
  kept: die.getAttribute('aria-pressed') === 'true',
}))"""


class PageTransport(RecordingTransport):
    """Passes what the table writes on to the page."""

    def __init__(self, socket: WebSocketRoute) -> None:
        super().__init__()
        self._socket = socket

    def write(self, data: object) -> None:
        rest = bytes(data)  # type: ignore[call-overload]
        while rest:
            kind, payload, rest = cut(rest)
            if kind != WHOLE | PING:
                self._socket.send(payload.decode())


class Hand:
    """A child at the page of a table."""

    def __init__(self, page: Page, registry: FakeTimeRegistry, live: LiveTable) -> None:
        self.page, self.registry, self.live = page, registry, live

    @property
    def racing(self) -> bool:
        return sixem_of(self.live).state.phase == ROLLING

    async def wait(self, seconds: float) -> None:
        """Let time pass at the table and on the page."""
        await self.registry.wait(seconds)
        await self.page.clock.run_for(max(1, round(seconds * 1000)))
        await self.page.evaluate("0")
        await self.registry.settled()

    async def tap(self, selector: str) -> None:
        await self.wait(TAP)
        await self.page.evaluate(CLICK, selector)
        await self.page.evaluate("0")  # its message has arrived
        await self.registry.settled()

    async def land(self) -> None:
        """Wait until my dice lie."""
        while self.racing and any(sixem_of(self.live).state.round.lands[0]):
            left = max(filter(None, sixem_of(self.live).state.round.lands[0])) - self.registry.now()
            await self.wait(max(left, 1) / 1000)

    async def play(self) -> bool:
        """Play a round; whether I called STOP first."""
        await self.wait((sixem_of(self.live).go - self.registry.now()) / 1000 + LOOK)
        await self.tap(".throw")
        while self.racing:
            await self.land()
            await self.wait(LOOK)
            if await self.page.locator(".stop.lit").count():
                await self.tap(".stop")
            else:
                await self.keep()
                await self.tap(".throw")
        return sixem_of(self.live).state.round.caller == 0

    async def keep(self) -> None:
        """Tap one die of each number that is missing."""
        dice = await self.page.evaluate(SEEN)
        kept = {die["number"] for die in dice if die["kept"]}
        for die in dice:
            if die["number"] and die["number"] not in kept and not die["kept"] and self.racing:
                kept.add(die["number"])
                await self.tap(f'[data-die="{die["die"]}"]')


async def serve(route: Route) -> None:
    """The built client, and who the visitor is."""
    path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
    if path == "/api/me":
        await route.fulfill(body=ME, content_type="application/json")
    elif (file := STATIC / path.lstrip("/")).is_file():
        await route.fulfill(path=file)
    else:
        await route.fulfill(path=STATIC / "index.html")


async def play_round(page: Page, level: str) -> bool:
    """One round against a bot, at a table of its own."""
    with tempfile.TemporaryDirectory() as data:
        async with open_registry(Path(data)) as registry:
            story = sixem_story("ann", bots=("random",), timer=0)
            story.log = [line.replace(b'"random"', f'"{level}"'.encode()) for line in story.log]
            story.seed = secrets.token_bytes(32)  # other dice in each round
            live = await registry.set_up(story)

            def join(socket: WebSocketRoute) -> None:
                tab = Tab(registry.runtime, live, "ann", transport=PageTransport(socket))
                socket.on_message(lambda text: live.handle(tab.connection, codec.parse_command(text)))

            await page.route_web_socket("**/socket*", join)
            await page.goto(f"{ORIGIN}/table/{CODE}")
            await page.locator(".throw").wait_for()
            return await Hand(page, registry, live).play()


async def measure(level: str, rounds: int) -> int:
    """How many of these rounds the hand wins."""
    async with async_playwright() as play:
        chromium = await play.chromium.launch(executable_path=os.environ.get("SIXES_CHROMIUM"), args=QUIET)
        won = 0
        for _ in range(rounds):
            context = await chromium.new_context(reduced_motion="reduce", service_workers="block")
            page = await context.new_page()
            await page.route("**/*", serve)
            await page.clock.install()
            won += await play_round(page, level)
            print(".", end="", file=sys.stderr, flush=True)
            await context.close()
        await chromium.close()
        return won


def main(arguments: list[str]) -> None:
    rounds = int(arguments.pop(arguments.index("--rounds") + 1)) if "--rounds" in arguments else ROUNDS
    for level in [word for word in arguments if word != "--rounds"] or ["nearest", "master"]:
        won = asyncio.run(measure(level, rounds))
        print(f"{level}: the hand called STOP first in {won} of {rounds} rounds", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
