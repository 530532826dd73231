"""The client in a real Chromium: `python3 dev.py bench browser`.

How much JavaScript there is up to the first roll; how evenly pictures follow each other while dice tumble, on
a processor slowed down four times, as a phone has it; how soon a page is back once there is a network or a
server again. Repeated, since machines are noisy: the table gives the least and the most of all runs.
"""

import gzip
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, Response, expect, sync_playwright  # noqa: E402

from bench.load.printing import heading, span  # noqa: E402
from tests.browser.actions import begin, button, phone, roll_and_keep  # noqa: E402
from tests.browser.sixem_scenes import with_dice  # noqa: E402
from tests.conftest import QUIET  # noqa: E402
from tests.server.serving import Server, running_server  # noqa: E402

RUNS = 5
SLOWER = 4
GONE = "Trying again"
RESTING = 1000
"""Milliseconds after which a button no longer ignores taps."""
TRACED = ["disabled-by-default-devtools.timeline", "toplevel", "blink.user_timing"]
FRAMES = """() => new Promise((done) => {
  const times = [];
  const next = (now) => {
    times.push(now);
    now - times[0] < 1000 ? requestAnimationFrame(next) : done(times);
  };
  document.querySelector('button.throw, .controls [aria-keyshortcuts=R]').click();
  requestAnimationFrame(next);
})"""
"""The moments of all pictures in the second after a roll."""


def javascript(chromium: Browser, server: Server) -> float:
    """Kilobytes, compressed, up to the first roll."""
    found: list[Response] = []
    with phone(chromium) as page:
        page.on("response", lambda one: found.append(one))  # noqa: PLW0108 - playwright marks it
        begin(page, server.url, "Sixto", "Alone")
        roll_and_keep(page)
        scripts = [one for one in found if "javascript" in one.headers.get("content-type", "")]
        return sum(len(gzip.compress(one.body(), 9)) for one in scripts) / 1024


@contextmanager
def before_a_roll(chromium: Browser, server: Server, game: str) -> Iterator[Page]:
    """A page on which dice can be rolled."""
    with phone(chromium, reduced_motion="no-preference") as page:
        if game == "Sixto":
            begin(page, server.url, game, "Alone")
            button(page, "Roll").wait_for()
        else:
            with_dice(page, server, "4 2 1 2 6 4")
            page.locator("button.throw:enabled").wait_for()
        yield page


def longest_task(chromium: Browser, server: Server, game: str) -> float:
    """Milliseconds of the longest task of the page's main thread while dice tumble, of a slow processor.

    It is the time of the processor, and not of the clock: other programs do not change it.
    """
    with before_a_roll(chromium, server, game) as page:
        page.wait_for_timeout(RESTING)
        chromium.start_tracing(page=page, categories=TRACED)
        page.evaluate("performance.mark('mine')")
        page.evaluate(FRAMES)
        events = json.loads(chromium.stop_tracing())["traceEvents"]
    mine = next((one["pid"], one["tid"]) for one in events if one["name"] == "mine")
    tasks = [one for one in events if one["name"] == "RunTask" and (one["pid"], one["tid"]) == mine]
    return SLOWER * max(float(one["tdur"]) for one in tasks if "tdur" in one) / 1000


def frames(chromium: Browser, server: Server, game: str) -> list[float]:
    """Milliseconds between pictures while dice tumble."""
    with before_a_roll(chromium, server, game) as page:
        page.wait_for_timeout(RESTING)
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        return [after - before for before, after in pairwise(page.evaluate(FRAMES))]


def back(page: Page) -> float:
    """Seconds until the page is back."""
    began = time.monotonic()
    expect(page.get_by_text(GONE)).to_be_hidden()
    return time.monotonic() - began


def away(chromium: Browser, server: Server) -> tuple[float, float]:
    """Without a network, then without a server: seconds until it is back."""
    with phone(chromium, forgiving=".") as page:
        begin(page, server.url, "Sixto", "Alone")
        roll_and_keep(page)
        page.context.set_offline(True)
        page.locator("button.legal").first.tap()
        expect(page.get_by_text(GONE)).to_be_visible(timeout=15_000)
        page.context.set_offline(False)
        network = back(page)
        server.kill()
        expect(page.get_by_text(GONE)).to_be_visible()
        server.start()
        return network, back(page)


def main() -> None:
    print(heading(f"{RUNS} runs"))
    print("| what | measured |\n| --- | --- |")
    with (
        tempfile.TemporaryDirectory() as data,
        running_server(Path(data)) as server,
        sync_playwright() as play,
    ):
        chromium = play.chromium.launch(executable_path=os.environ.get("SIXES_CHROMIUM"), args=QUIET)
        print(f"| KB of JavaScript up to the first roll of Sixto | {javascript(chromium, server):.1f} |")
        for game in ("Sixto", "Sixem"):
            gaps = [frames(chromium, server, game) for _ in range(RUNS)]
            rates = span([1000 * len(run) / sum(run) for run in gaps])
            print(f"| {game}: frames a second while dice tumble, CPU {SLOWER} times slower | {rates} |")
            longest = span([max(run) for run in gaps])
            print(f"| {game}: the longest time between two frames, ms | {longest} |")
            tasks = span([longest_task(chromium, server, game) for _ in range(RUNS)])
            print(f"| {game}: the longest task meanwhile, ms of the slower CPU | {tasks} |")
        network, restarted = zip(*(away(chromium, server) for _ in range(RUNS)), strict=True)
        print(f"| reconnected after the network is back, s | {span(list(network), 2)} |")
        print(f"| reconnected after the server is back, s | {span(list(restarted), 2)} |")
        chromium.close()


if __name__ == "__main__":
    main()
