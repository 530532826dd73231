"""Three nodes, of which one is killed, paused or cut off, or what they stand on is: what was told is so.

`python3 dev.py test tests/faults --long` kills one of them 100 times, and does everything else besides.
"""

import json
import re
from pathlib import Path

from tests.event_loop import asynchronous_without_limit
from tests.faults.conftest import Length
from tests.faults.three_nodes import ThreeNodes, three_nodes

SHORT = (
    *("kill", "lose_nats", "step_clock", "kill_postgres", "cut_off", "kill", "set_database_back"),
    *("pause", "step_clock", "kill_nats", "pause", "lose_database", "set_database_forward", "kill"),
)
LEFT_BEHIND = re.compile(
    r"^Exception ignored in:?.*?^ResourceWarning: unclosed [^\n]*$", re.DOTALL | re.MULTILINE
)
"""What Python says of NATS's client, which leaves connections behind that failed half-way."""
BESIDES = (
    *("lose_nats", "kill_postgres", "cut_off", "pause", "kill_nats", "lose_database"),
    *("slow", "lose_clients", "pause_nats", "pause_postgres"),
    *("step_clock", "set_database_back", "set_database_forward"),
)


@asynchronous_without_limit
async def test_whatever_happens_to_three_nodes_what_was_told_is_so(tmp_path: Path, length: Length) -> None:
    faults: tuple[str, ...] = SHORT
    # Some last about as long as nodes wait before they take each other for gone: only one of two may do so.
    spans = (0.2, 1.0, 1.3, 1.7, 5.0) if length.long else (0.2, 1.0, 1.3, 1.7)
    if length.long:
        rounds = (length.kills or 100) // 2
        besides = [BESIDES[(at + length.seed) % len(BESIDES)] for at in range(rounds)]
        faults = tuple(fault for other in besides for fault in ("kill", "kill", other))
    with three_nodes(tmp_path, length.seed, spans) as three:
        await three.inject(faults)
        games = await three.finish()
        assert set(games) == {"sixto", "sixem"}
        length.report("three nodes on PostgreSQL", three.done, three.evidence, games, three.gaps)
        check_quiet(three)


def check_quiet(three: ThreeNodes) -> None:
    """Whatever happens, a node says so in a line; nothing of ours fails."""
    assert three.stuck == 0
    for node in three.nodes:
        logged = [json.loads(line) for line in node.server.log if line.startswith("{")]
        assert [line for line in logged if line["level"] != "info"] == []
        others = "\n".join(line for line in node.server.log if not line.startswith("{"))
        assert LEFT_BEHIND.sub("", others).strip() == ""
