"""A script in a real browser plays over the WebSocket, with the cookie and requests of our own origin."""

from pathlib import Path

from playwright.sync_api import Page

from sixes.play.verify import verify_dice
from sixes.records import replay
from tests.server.serving import running_server

PHONE = {"width": 360, "height": 640}
ONE_TURN_ALONE = """
async () => {
  const made = await fetch('/api/me').then(() =>
    fetch('/api/tables', {method: 'POST', body: JSON.stringify({options: {game: 'sixto', seats: 1}})}));
  const {code} = await made.json();
  const socket = new WebSocket(`ws://${location.host}/api/tables/${code}/socket`);
  const next = {
    welcome: {t: 'sit', add: '00'.repeat(16)}, sat: {t: 'start'}, started: {t: 'roll', turn: 1},
    rolled: {t: 'keep', turn: 1}, kept: {t: 'done', turn: 1},
  };
  const heard = [];
  await new Promise((resolve, reject) => {
    socket.onclose = ({code}) => reject(new Error(`closed with ${code} after ${heard}`));
    socket.onmessage = ({data}) => {
      const message = JSON.parse(data);
      heard.push(message.t);
      if (message.t in next) socket.send(JSON.stringify({n: `n-${heard.length}`, ...next[message.t]}));
      if (message.t === 'ended') resolve();
    };
  });
  const closed = new Promise(resolve => { socket.onclose = resolve; });
  socket.close(3000);
  const record = await (await fetch(`/api/tables/${code}/record`)).json();
  return {heard, record, clean: (await closed).wasClean, cookie: document.cookie};
}
"""


def test_a_browser_plays_a_whole_game(page: Page, tmp_path: Path) -> None:
    """Alone, with no die used: the game ends with its first turn."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    with running_server(tmp_path) as server:
        page.goto(server.url)
        played = page.evaluate(ONE_TURN_ALONE)
    assert [t for t in played["heard"] if t != "here"] == [
        *("welcome", "sat", "started", "rolled", "kept", "done", "ended"),
    ]
    assert played["clean"], "a goodbye is answered"
    assert played["cookie"] == "", "scripts do not see who one is"
    game = replay(played["record"])
    assert game.result()["ends"] == ["solo"]
    assert verify_dice(game) == 7
