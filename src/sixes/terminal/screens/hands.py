"""What one has in hand besides the table: a cursor on a sheet, dice that are kept; and what keys do to it."""

from typing import Any

from sixes.play import commands, events
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.rules import rounds
from sixes.rules.sheets import BOXES, PLACES, box_name
from sixes.rules.six import COLOURS
from sixes.terminal.action import Action
from sixes.terminal.actions import half_crosses, legal_boxes, one_of_each
from sixes.terminal.drawing.pieces import Scene
from sixes.terminal.drawing.table import choice_of, deeds

STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
"""Rows and places that the arrow keys move by."""


class Hands:
    """Keys that name an action do it."""

    def show(self, scene: Scene) -> Scene:
        """The scene with what is in hand."""
        return scene

    def follow(self, _scene: Scene, _event: events.Event) -> None:
        """Something happened."""

    def press(self, key: str, _scene: Scene, offered: list[Action]) -> Action | None:
        """The action that a key asks for."""
        return next((action for action in offered if action.key == key), None)


class SixtoHands(Hands):
    """A cursor moves over the sheet."""

    cursor = "a1"

    def show(self, scene: Scene) -> Scene:
        return scene._replace(cursor=self.cursor if scene.shown is None else "")

    def follow(self, scene: Scene, event: events.Event) -> None:
        """When the dice are fixed, the cursor goes to the first box that they may cross."""
        if isinstance(event, events.Kept | events.Rolled):
            self._next_legal(scene, from_start=True)

    def press(self, key: str, scene: Scene, offered: list[Action]) -> Action | None:
        if key in STEPS:
            row, place = BOXES[self.cursor]
            down, right = STEPS[key]
            self.cursor = box_name((row + down) % 6, (place - 1 + right) % PLACES + 1)
        elif key in ("tab", "shift+tab"):
            self._next_legal(scene, back=key != "tab")
        elif key in ("enter", "space", " "):
            return self._cross(scene)
        elif key.startswith("box "):
            self.cursor = key[4:]
            return self._cross(scene)
        elif len(key) == 1:
            return super().press(key, scene, offered)
        return None

    def _cross(self, scene: Scene) -> Action | None:
        """A half cross, or its end; the table says why if that is not allowed."""
        match, seat = scene.table.match, scene.seat
        if not isinstance(match, SixtoMatch) or seat is None or match.is_over:
            return None
        is_half = self.cursor in half_crosses(match.state, seat)
        kind: type[commands.Command] = commands.Uncross if is_half else commands.Cross
        return Action(self.cursor, "", kind, {"turn": match.number, "box": self.cursor})

    def _legal(self, scene: Scene) -> list[str]:
        match, seat = scene.table.match, scene.seat
        return legal_boxes(match.state, seat) if isinstance(match, SixtoMatch) and seat is not None else []

    def _next_legal(self, scene: Scene, from_start: bool = False, back: bool = False) -> None:
        boxes = sorted(self._legal(scene), key=BOXES.__getitem__, reverse=back)
        here = BOXES[self.cursor]
        further = [box for box in boxes if (BOXES[box] < here if back else BOXES[box] > here)]
        self.cursor = (([] if from_start else further) + boxes + [self.cursor])[0]


class SixemHands(Hands):
    """Dice are kept or let go; a mark that may erase asks whose X."""

    def __init__(self) -> None:
        self.kept = 0
        self.asking = ""

    def show(self, scene: Scene) -> Scene:
        return scene._replace(kept=self._kept(scene), asking=self.asking if self._may_ask(scene) else "")

    def _kept(self, scene: Scene) -> int:
        """Only dice that lie can be kept."""
        match, seat = scene.table.match, scene.seat
        if not isinstance(match, SixemMatch) or seat is None:
            return 0
        faces = match.state.round.dice[seat]
        return self.kept & sum(1 << die for die in range(6) if faces[die])

    def _may_ask(self, scene: Scene) -> bool:
        match, seat = scene.table.match, scene.seat
        if not self.asking or not isinstance(match, SixemMatch) or match.state.phase != rounds.MARKING:
            return False
        offered = (
            match.state.round.to_mark >> match.state.round.dice[seat or 0][COLOURS.index(self.asking)] & 1
        )
        return match.state.round.marker == seat and bool(offered)

    def follow(self, scene: Scene, event: events.Event) -> None:
        """In a new round all dice are in hand; one's own question is answered by one's own mark."""
        if isinstance(event, events.Marked) and event.seat == scene.seat:
            self.asking = ""
        if isinstance(event, events.Spun) or (isinstance(event, events.Marked) and event.end):
            self.kept = 0

    def press(self, key: str, scene: Scene, offered: list[Action]) -> Action | None:
        match, seat = scene.table.match, scene.seat
        if not isinstance(match, SixemMatch) or seat is None:
            return super().press(key, scene, offered)
        if scene.asking and key.isdigit():
            return self._answer(int(key), scene)
        if match.state.phase == rounds.MARKING:
            return self._mark(key, scene, offered)
        if match.state.phase == rounds.ROLLING and key in COLOURS and len(key) == 1:
            self.kept ^= 1 << COLOURS.index(key)
        elif match.state.phase == rounds.ROLLING and key == "k":
            self.kept = one_of_each(match.state.round.dice[seat])
        return super().press("t" if key in ("space", " ") else key, scene, offered)

    def _mark(self, key: str, scene: Scene, offered: list[Action]) -> Action | None:
        """A mark; if it may erase or give, the question comes first."""
        action = next((action for action in offered if action.key == key), None)
        self.asking = ""
        if action and action.kind is commands.Mark and deeds(choice_of(scene._replace(asking=key))):
            self.asking = key
            return None
        return action

    def _answer(self, number: int, scene: Scene) -> Action | None:
        """Whose X: 0 for nobody's."""
        choice, match = choice_of(scene), scene.table.match
        offered = deeds(choice)
        if match is None or number > len(offered):
            return None
        self.asking = ""
        then: dict[str, Any] = dict([offered[number - 1]]) if number else {}
        return Action(choice.die, "", commands.Mark, {"round": match.number, "die": choice.die} | then)
