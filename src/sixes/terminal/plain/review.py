"""A recorded game line by line."""

from sixes.terminal.plain.conversation import Say
from sixes.terminal.plain.lines import Lines
from sixes.terminal.recording import Recording
from sixes.text import say


async def look_at(recording: Recording, lines: Lines, out: Say) -> None:
    """Tell a game step by step, until somebody leaves or the input ends."""
    at, language = 0, recording.language
    tell(recording, at, out)
    out(say("terminal.review_choices", language))
    while (line := await lines.next()) is not None and line.lower() not in ("q", "quit"):
        word = line.lower()
        if word == "s" and recording.played.seats > 1:
            recording = recording.beside(recording.seat + 1)
            out(recording.names()[recording.seat])
            tell(recording, 0, out)
            continue
        step = step_to(recording, at, word)
        if step is None:
            out(say("terminal.no_more_mistakes" if word == "m" else "terminal.review_choices", language))
            continue
        at = step
        tell(recording, at, out)


def step_to(recording: Recording, at: int, word: str) -> int | None:
    """The turn or round to which a word leads; None if it leads nowhere."""
    if word in ("", "n"):
        return min(at + 1, recording.last)
    if word == "p":
        return max(at - 1, 0)
    if word == "m":
        return next((turn for turn in recording.mistakes if turn > at), None)
    return min(int(word), recording.last) if word.isascii() and word.isdigit() and len(word) < 6 else None


def tell(recording: Recording, at: int, out: Say) -> None:
    for sentence in recording.sentences(at):
        out(sentence)
