"""Somebody who answers what the plain mode asks, by what it says."""

import asyncio
import re

from sixes.text import say

CHOICES = re.compile(re.escape(say("terminal.choices", choices="@")).replace("@", "(.*)"))


def keys_in(line: str) -> list[str]:
    """What a prompt says can be typed; nothing if it is no prompt."""
    found = CHOICES.search(line)
    return [choice.partition(":")[0].strip() for choice in found[1].split(", ")] if found else []


def answer(line: str) -> str:
    """What a player types after a line; empty for nothing: crosses twice if possible, marks, erases."""
    keys = keys_in(line)
    keys = [key for key in keys if " " not in key and key not in ("c", "h")]  # sheets, the coach
    if not keys or "u" in keys:  # who is done waits for the others
        return ""
    if "n" in keys:
        return "q"
    if say("round.call_now") in line:
        return "s"
    if "t" in keys:
        return "t"
    boxes = [key for key in keys if re.fullmatch(r"[a-f]\d+", key)]
    taken = [key for key in keys if key.startswith("-")]
    if "d" in keys and (boxes or taken or len(keys) == 1):
        rows = {box[1] for box in taken}
        free = [box for box in boxes if box[0] not in rows]
        return free[-1] if free and len(taken) < 4 else "d"
    return next((key for key in keys if len(key) == 3), keys[0])


class Script:
    """Lines for a conversation in this process, typed in answer to what it says."""

    is_typed = False

    def __init__(self, *first: str) -> None:
        self.heard: list[str] = []
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        for line in first:
            self._queue.put_nowait(line)

    def hear(self, sentence: str) -> None:
        self.heard.append(sentence)
        word = answer(sentence)
        if word:
            self._queue.put_nowait(word)

    async def next(self) -> str | None:
        return await self._queue.get()
