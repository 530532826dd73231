"""The client in a real Chromium: `python3 dev.py bench browser`.

How much JavaScript there is up to the first roll; how evenly pictures follow each other while dice tumble, on
a processor slowed down four times, as a phone has it; how soon a page is back once there is a network or a
server again. Repeated, since machines are noisy: the table gives the least and the most of all runs.
"""

import gzip
import os
import sys
import tempfile
import time
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
FRAMES = """() => new Promise((done) => {
  const times = [];
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((task) => task.duration)));
  observer.observe({ type: 'longtask' });
  const next = (now) => {
    times.push(now);
    if (now - times[0] < 1000) requestAnimationFrame(next);
    else setTimeout(() => done([times, tasks]), 100);
  };
  document.querySelector('button.throw, footer .button').click();
  requestAnimationFrame(next);
})"""
"""The moments of all pictures in the second after a roll, and how long tasks above 50 ms were."""


def javascript(chromium: Browser, server: Server) -> float:
    """Kilobytes, compressed, up to the first roll."""
    found: list[Response] = []
    with phone(chromium) as page:
        page.on("response", lambda one: found.append(one))  # noqa: PLW0108 - playwright marks it
        begin(page, server.url, "Sixto", "Alone")
        roll_and_keep(page)
        scripts = [one for one in found if "javascript" in one.headers.get("content-type", "")]
        return sum(len(gzip.compress(one.body(), 9)) for one in scripts) / 1024


def frames(chromium: Browser, server: Server, game: str) -> tuple[list[float], list[float]]:
    """Milliseconds between pictures while dice tumble, and of all long tasks."""
    with phone(chromium, reduced_motion="no-preference") as page:
        if game == "Sixto":
            begin(page, server.url, game, "Alone")
            button(page, "Roll").wait_for()
        else:
            with_dice(page, server, "4 2 1 2 6 4")
            page.locator("button.throw:enabled").wait_for()
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        times, tasks = page.evaluate(FRAMES)
        return [after - before for before, after in pairwise(times)], tasks


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
            gaps, tasks = zip(*(frames(chromium, server, game) for _ in range(RUNS)), strict=True)
            rates = span([1000 * len(run) / sum(run) for run in gaps])
            print(f"| {game}: frames a second while dice tumble, CPU {SLOWER} times slower | {rates} |")
            longest = span([max(run) for run in gaps])
            print(f"| {game}: the longest time between two frames, ms | {longest} |")
            long = [task for run in tasks for task in run]
            print(f"| {game}: tasks above 50 ms meanwhile, ms | {span(long) if long else 'none'} |")
        network, restarted = zip(*(away(chromium, server) for _ in range(RUNS)), strict=True)
        print(f"| reconnected after the network is back, s | {span(list(network), 2)} |")
        print(f"| reconnected after the server is back, s | {span(list(restarted), 2)} |")
        chromium.close()


if __name__ == "__main__":
    main()
