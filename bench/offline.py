"""Tables on a device in a real Chromium: `python3 dev.py bench offline`.

How soon the worker is ready with files that are stored already, and for how long the expert's slowest
decision keeps it busy; as the machine is, and on a processor slowed down four times, as a phone has it.
Chromium's own slowdown does not reach workers, so the process that renders the page stands still for three
quarters of every 20 ms.
"""

import os
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from bench.load.printing import heading, span  # noqa: E402
from tests.conftest import QUIET  # noqa: E402
from tests.server.serving import running_server  # noqa: E402

RUNS = 3
SLOWER = 4
PERIOD = 0.020
"""Seconds in which a slowed process runs once and stands still once."""
WATCHED = 20_000
"""Milliseconds in which experts play."""
STATIC = ROOT / "src" / "sixes" / "server" / "static"
STORE = """async () => {
  const manifest = await (await fetch('/offline/manifest.json')).json();
  const database = await new Promise((done) => {
    const request = indexedDB.open('sixes-runtime', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('runtimes', { keyPath: 'id' });
      for (const name of ['files', 'pieces']) request.result.createObjectStore(name);
    };
    request.onsuccess = () => done(request.result);
  });
  for (const { name, hash } of manifest.files) {
    const response = await fetch(`/offline/${manifest.id}/${name}`);
    const file = new Uint8Array(await response.arrayBuffer());
    database.transaction('files', 'readwrite').objectStore('files').put(file, hash);
  }
  const transaction = database.transaction('runtimes', 'readwrite');
  transaction.objectStore('runtimes').put(manifest);
  await new Promise((done) => (transaction.oncomplete = done));
  return manifest.id;
}"""
PLAY = """async ([script, id, watched]) => {
  const begun = performance.now();
  const worker = new Worker(script, { type: 'module' });
  const heard = () => new Promise((done) => (worker.onmessage = ({ data }) => done(data)));
  worker.postMessage({ t: 'start', id, player: 'ann', name: 'Ann' });
  const { t } = await heard();
  if (t !== 'ready') throw new Error('the worker does not start');
  const ready = performance.now() - begun;
  const ask = (method, path, body = '') => {
    worker.postMessage({ t: 'request', id: 1, method, path, body });
    return heard();
  };
  const bots = ['expert', 'expert', 'expert'];
  const options = { game: 'sixto', seats: 4 };
  const made = await ask('POST', '/api/tables', JSON.stringify({ options, bots }));
  const { port1, port2 } = new MessageChannel();
  let events = 0;
  port1.onmessage = () => (events += 1);
  const { code } = JSON.parse(made.body);
  worker.postMessage({ t: 'open', code, since: 0, boot: '', port: port2 }, [port2]);
  for (const message of [{ t: 'sit', add: '00'.repeat(16) }, { t: 'start' }, { t: 'leave' }]) {
    port1.postMessage(JSON.stringify({ ...message, n: message.t }));
  }
  // A request is answered when the worker has nothing else to do: the longest wait is its longest decision.
  let slowest = 0;
  for (const until = performance.now() + watched; performance.now() < until; ) {
    const asked = performance.now();
    await ask('GET', '/api/levels');
    slowest = Math.max(slowest, performance.now() - asked);
  }
  worker.terminate();
  return [ready / 1000, slowest / 1000, events];
}"""


def measure(browser: Browser, address: str, slower: int) -> tuple[float, float, int]:
    page = browser.new_page()
    page.goto(f"{address}/rules")
    stored = page.evaluate(STORE)
    script = next(STATIC.glob("assets/worker-*.js")).name
    with slowed(renderer(browser), slower):
        ready, slowest, events = page.evaluate(PLAY, [f"/assets/{script}", stored, WATCHED])
    page.close()
    return ready, slowest, events


def renderer(browser: Browser) -> int:
    """The process that renders the page: the busiest one of its kind."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return int(max((one for one in found if one["type"] == "renderer"), key=lambda one: one["cpuTime"])["id"])


@contextmanager
def slowed(process: int, slower: int) -> Iterator[None]:
    """Let a process run for one part in `slower` of the time."""
    ended = threading.Event()

    def alternate() -> None:
        while not ended.is_set():
            os.kill(process, signal.SIGSTOP)
            sleep(PERIOD * (1 - 1 / slower))
            os.kill(process, signal.SIGCONT)
            sleep(PERIOD / slower)

    thread = threading.Thread(target=alternate)
    if slower > 1:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        if slower > 1:
            thread.join()


def main() -> None:
    with sync_playwright() as play, tempfile.TemporaryDirectory() as folder:
        browser = play.chromium.launch(executable_path=os.environ["SIXES_CHROMIUM"], args=QUIET)
        print(heading(f"Chromium {browser.version}"))
        with running_server(Path(folder)) as server:
            for slower in (1, SLOWER):
                runs = [measure(browser, server.url, slower) for _ in range(RUNS)]
                ready, slowest, events = zip(*runs, strict=True)
                print(f"slowed down {slower} times: ready after {span(ready, 1)} s, ", end="")
                print(f"longest wait for a decision {span(slowest, 2)} s, {min(events)} events or more")
        browser.close()


if __name__ == "__main__":
    main()
