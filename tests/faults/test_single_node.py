"""One server that is killed, stopped, paused, cut off or has a wrong clock: what was told is so, once.

`python3 dev.py test tests/faults --long` kills it 200 times.
"""

from pathlib import Path

from tests.event_loop import asynchronous_without_limit
from tests.faults.conftest import Length
from tests.faults.single_node import SingleNode

SHORT = (
    *("kill", "deafen", "step_clock", "kill", "pause", "step_clock", "silence", "kill"),
    *("step_clock", "slow", "stop", "cut", "step_clock", "kill", "shut"),
)
BESIDES = ("deafen", "step_clock", "pause", "silence", "slow", "stop", "cut", "shut")


@asynchronous_without_limit
async def test_whatever_happens_to_a_server_what_was_told_is_so(tmp_path: Path, length: Length) -> None:
    node = SingleNode(tmp_path, length.seed)
    faults: tuple[str, ...] = SHORT
    if length.long:
        rounds = (length.kills or 200) // 4
        besides = [BESIDES[(at + length.seed) % len(BESIDES)] for at in range(rounds)]
        faults = tuple(fault for other in besides for fault in (*["kill"] * 4, other))
    await node.inject(faults)
    games = await node.finish()
    assert set(games) == {"sixto", "sixem"}
    length.report("one node on SQLite", node.done, node.evidence, games)
