"""Whether a table from a checkpoint is that of the whole log."""

from sixes.play.table import read_log
from sixes.server.storage.store import LogLine
from sixes.server.tables.checkpoints import decode_checkpoint, encode_checkpoint
from sixes.server.tables.opening import LogFold


def check_shortcut(log: list[bytes], version: int) -> None:
    """A table from a checkpoint and the rest of its log is that of the whole log."""
    lines = [
        LogLine(at, body, f"player {at % 3}", f"n-{at}" if at % 2 else "") for at, body in enumerate(log, 1)
    ]
    whole, before = LogFold(), LogFold()
    whole.add(lines)
    before.add(lines[:version])
    part = before.result()
    assert part
    stored = encode_checkpoint(part.table, part.answered or {})
    shortcut = LogFold(decode_checkpoint(stored))
    shortcut.add(lines[shortcut.last :])
    expected, result = whole.result(), shortcut.result()
    assert expected
    assert result
    assert expected.table == read_log(log)
    # As text, too: a list where a tuple was is not the same.
    assert (result.table, repr(result.table)) == (expected.table, repr(expected.table))
    assert (result.answered, list(result.recent)) == (expected.answered, list(expected.recent))
