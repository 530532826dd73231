"""The checker itself: faults that game servers are known to have are planted, and it must find them."""

from pathlib import Path

import pytest

from tests.event_loop import asynchronous_without_limit
from tests.faults.evidence import Violation
from tests.faults.single_node import SingleNode


async def inject_into(directory: Path, planted: str, *faults: str) -> None:
    node = SingleNode(directory, seed=6, program=("-m", "tests.faults.planted_faults", planted))
    try:
        await node.inject(faults)
    except BaseExceptionGroup as group:  # what one client saw ends the play of all
        found, _ = group.split(Violation)
        raise (found.exceptions[0] if found else group) from group


@asynchronous_without_limit
async def test_what_is_shown_before_it_is_stored_is_missed_after_a_kill(tmp_path: Path) -> None:
    with pytest.raises(Violation, match=r"not in the log|lost|another table"):
        await inject_into(tmp_path, "store_after_broadcast", *["kill"] * 10)


@asynchronous_without_limit
async def test_what_is_done_again_when_it_is_sent_again_is_found(tmp_path: Path) -> None:
    with pytest.raises(Violation, match=r"applied twice|reacted|refused, and done"):
        await inject_into(tmp_path, "nonce_ignored", *["deafen"] * 6)


@asynchronous_without_limit
async def test_what_goes_by_a_clock_that_anybody_can_set_is_found(tmp_path: Path) -> None:
    with pytest.raises(Violation, match=r"closed|expire"):
        await inject_into(tmp_path, "retention_by_system_clock", "step_clock", "stop", "step_clock")
