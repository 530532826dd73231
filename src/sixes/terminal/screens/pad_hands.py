"""What one has in hand at a score pad: a cursor on a sheet or board, and dice that are being typed."""

from sixes.play import events
from sixes.play.pad.sixem import SixemPadMatch
from sixes.play.pad.sixto import SixtoPadMatch
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.play.table import Table
from sixes.rules.boards import cell_name
from sixes.rules.sheets import box_names
from sixes.rules.six import COLOURS, has
from sixes.terminal.action import Action
from sixes.terminal.drawing.pieces import Scene
from sixes.terminal.drawing.table import choice_of, deeds
from sixes.terminal.pad_actions import cell_choice, cross, dice, legal_rows, mark
from sixes.terminal.screens.hands import STEPS, Hands, SixemHands, SixtoHands

DIGITS = tuple("0123456")


class SixtoPadHands(SixtoHands):
    """Numbers type the dice, one after the other; a die that nobody read is 0."""

    typed: tuple[int, ...] | None = None

    def show(self, scene: Scene) -> Scene:
        return scene._replace(cursor=self.cursor, typed=self.typed)

    def follow(self, scene: Scene, event: events.Event) -> None:
        """Once the dice are typed, the cursor goes to the first box that they may cross."""
        if isinstance(event, events.PadDiced):
            self._next_legal(scene, from_start=True)

    def press(self, key: str, scene: Scene, offered: list[Action]) -> Action | None:
        match = scene.table.match
        if not isinstance(match, SixtoPadMatch) or match.is_over or match.is_proposed:
            self.typed = None
        elif key in DIGITS:
            return self._type(match, int(key))
        elif self.typed is not None:
            return self._typing(match, key)
        return super().press(key, scene, offered)

    def _type(self, match: SixtoPadMatch, number: int) -> Action | None:
        """The next die; dice that have left the game are passed over, and after the last one all are sent."""
        typed = passed_over(match, (*passed_over(match, self.typed or ()), number))
        self.typed = typed if len(typed) < len(COLOURS) else None
        return dice(match, typed) if self.typed is None else None

    def _typing(self, match: SixtoPadMatch, key: str) -> Action | None:
        """Other keys end the typing: Enter keeps what there is."""
        typed, self.typed = self.typed or (), None
        if key == "enter":
            return dice(match, (*typed, *[0] * (len(COLOURS) - len(typed))))
        if key in ("backspace", "ctrl+h") and len(typed) > 1:
            self.typed = typed[:-1]
        return None

    def _cross(self, scene: Scene) -> Action | None:
        match = scene.table.match
        if not isinstance(match, SixtoPadMatch) or match.is_over:
            return None
        return cross(match, scene.large, self.cursor)

    def _legal(self, scene: Scene) -> list[str]:
        match = scene.table.match
        return box_names(legal_rows(match, scene.large)) if isinstance(match, SixtoPadMatch) else []


def passed_over(match: SixtoPadMatch, typed: tuple[int, ...]) -> tuple[int, ...]:
    """What is typed, with a 0 for the dice next in order that have left the game."""
    while len(typed) < len(COLOURS) and has(match.state.closed, len(typed)):
        typed = (*typed, 0)
    return typed


class SixemPadHands(Hands):
    """A cursor moves over the board; where an X is already, it is asked whose X goes."""

    cursor, asking = "a1", ""

    def show(self, scene: Scene) -> Scene:
        return scene._replace(cursor=self.cursor, asking=self.asking)

    def follow(self, _scene: Scene, _event: events.Event) -> None:
        self.asking = ""

    def press(self, key: str, scene: Scene, offered: list[Action]) -> Action | None:
        match = scene.table.match
        if not isinstance(match, SixemPadMatch) or match.is_over:
            return super().press(key, scene, offered)
        if self.asking and key.isascii() and key.isdigit():
            return self._answer(match, int(key), scene)
        self.asking = ""
        if key in STEPS:
            (row, number), (down, right) = place_of(self.cursor), STEPS[key]
            self.cursor = cell_name((row + down) % 6, (number - 1 + right) % 6 + 1)
        elif key in ("enter", "space", " ") or key.startswith("box "):
            self.cursor = key[4:] if key.startswith("box ") else self.cursor
            return self._mark(match, scene)
        else:
            return super().press(key, scene, offered)
        return None

    def _mark(self, match: SixemPadMatch, scene: Scene) -> Action | None:
        """A mark; if it may erase or give, the question comes first."""
        choice = cell_choice(match, scene.large, self.cursor)
        if choice and deeds(choice):
            self.asking = self.cursor
            return None
        return mark(match, scene.large, self.cursor)

    def _answer(self, match: SixemPadMatch, number: int, scene: Scene) -> Action | None:
        """Whose X: 0 for nobody's."""
        offered = deeds(choice_of(scene))
        if number > len(offered):
            return None
        cell, self.asking = self.asking, ""
        return mark(match, scene.large, cell, **dict([offered[number - 1]] if number else []))


def place_of(cell: str) -> tuple[int, int]:
    return COLOURS.index(cell[0]), int(cell[1])


def hands_for(table: Table) -> Hands:
    for kind, hands in HANDS.items():
        if isinstance(table.match, kind):
            return hands()
    return Hands()


HANDS: dict[type, type[Hands]] = {
    SixtoMatch: SixtoHands,
    SixemMatch: SixemHands,
    SixtoPadMatch: SixtoPadHands,
    SixemPadMatch: SixemPadHands,
}
