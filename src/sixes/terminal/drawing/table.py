"""A whole screen of a table: its title, the game, what was told, what can be done, and the keys."""

from sixes.play import commands
from sixes.play.pad.sixem import SixemPadMatch
from sixes.play.sixem.boards import marking
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.play.snapshots import Choice
from sixes.play.table import GATHERING, OVER
from sixes.rules.six import COLOURS
from sixes.terminal.action import Action
from sixes.terminal.drawing.pieces import WIDTH, Line, Piece, Scene, filled, width_of, wrapped
from sixes.terminal.drawing.sixem import sixem_lines
from sixes.terminal.drawing.sixto import sixto_lines
from sixes.terminal.matches import AnySixem, AnySixto
from sixes.terminal.pad_actions import cell_choice
from sixes.terminal.waiting import waiting
from sixes.terminal.wording import game_title, names_of, who_sits

NOTES, MOST_NOTES = 3, 8
"""Lines for what happened last, at least and at most."""


def table_lines(scene: Scene, offered: list[Action], notes: list[str], width: int, height: int) -> list[Line]:
    """A screen of exactly this height: the drawing above, notes, actions and keys at the bottom."""
    top = [title_line(scene), [Piece(scene.look.rule * width, "dim")], *game_lines(scene)]
    keys = [action_line(scene, offered), [Piece(key_words(scene), "dim")]]
    room = min(MOST_NOTES, max(NOTES, height - len(top) - len(keys) - 1))
    bottom = [*note_lines(scene, notes, width, room), *keys]
    return [*filled(top, height - len(bottom))[: height - len(bottom)], *bottom]


def title_line(scene: Scene) -> Line:
    match = scene.table.match
    parts = [scene.look.text(game_title(scene.table.options.game, scene.language))]
    if isinstance(match, SixtoMatch):
        parts.append(scene.say("game.turn", turn=match.number))
    if isinstance(match, SixemMatch):
        parts.append(scene.say("game.round", round=match.number))
    parts.append(scene.look.text(waiting(scene.table, scene.player, scene.now, scene.language)))
    return [Piece(" " + f" {scene.look.dot} ".join(parts), "bold")]


def game_lines(scene: Scene) -> list[Line]:
    if isinstance(scene.table.match, AnySixto):
        return sixto_lines(scene)
    if isinstance(scene.table.match, AnySixem):
        return sixem_lines(scene)
    return seat_lines(scene)


def seat_lines(scene: Scene) -> list[Line]:
    """Who sits where, before the game."""
    lines: list[Line] = [[Piece(" " + scene.say("lobby.seats"), "bold")], []]
    seats = enumerate(who_sits(scene.table, at, scene.language) for at in range(len(scene.table.seats)))
    return [*lines, *([Piece(f" {at + 1}  {scene.look.text(who)}")] for at, who in seats)]


def note_lines(scene: Scene, notes: list[str], width: int, room: int) -> list[Line]:
    """What happened last, the newest at the bottom."""
    lines = [line for note in notes[-room:] for line in wrapped(scene.look.text(note), width - 2)]
    last = lines[-room:]
    return [[Piece(f" {line}")] for line in [""] * (room - len(last)) + last]


def action_line(scene: Scene, offered: list[Action]) -> Line:
    """What can be done now, each with its key."""
    if scene.asking:
        return asking_line(scene)
    if scene.typed is not None:
        return typing_line(scene)
    line: Line = [Piece(" ")]
    sheets = [action for action in offered if action.kind is commands.ChooseSheet]
    for action in offered:
        if action in sheets:
            continue
        if len(action.key) == 1 and action.kind is not commands.Mark:
            words = scene.look.text(action.label)
            line += [
                Piece(f" {action.key.upper()} ", "key", action.key),
                Piece(f" {words}  ", "bold", action.key),
            ]
    if sheets:
        line.append(Piece(f"{scene.look.text(sheets[0].label)} ", "bold"))
    return [*line, *(Piece(f" {action.key.upper()} ", "key", action.key) for action in sheets)]


def asking_line(scene: Scene) -> Line:
    """Whose X is erased, or who is given one: a number for each."""
    choice = choice_of(scene)
    key = "terminal.pad_whose" if scene.table.is_pad else "terminal.whose"
    line: Line = [Piece(" " + scene.say(key, cell=choice.cell) + " ", "bold")]
    line += [Piece(" 0 ", "key", "0"), Piece(f" {scene.say('round.nobody')}  ", "", "0")]
    names, offered = names_of(scene.table, scene.language), deeds(choice)
    room = (WIDTH - width_of(line)) // max(len(offered), 1) - 6
    for number, (_, seat) in enumerate(offered, 1):
        line += [
            Piece(f" {number} ", "key", str(number)),
            Piece(f" {scene.look.text(names[seat])[: max(room, 1)]}  ", "", str(number)),
        ]
    return line


def typing_line(scene: Scene) -> Line:
    """The dice as far as they are typed."""
    typed = scene.typed or ()
    dice = " ".join([*(str(number or "?") for number in typed), *["_"] * (len(COLOURS) - len(typed))])
    return [Piece(" " + scene.say("terminal.typing_dice", dice=dice), "bold")]


def choice_of(scene: Scene) -> Choice:
    match = scene.table.match
    if isinstance(match, SixemPadMatch):
        return cell_choice(match, scene.large, scene.asking) or Choice(scene.asking[:1], scene.asking)
    assert isinstance(match, SixemMatch)
    return next(choice for choice in marking(match.state)[1] if choice.die == scene.asking)


def deeds(choice: Choice) -> list[tuple[str, int]]:
    """What a mark may do to others: erase an X of a seat, or give it one."""
    return [("erase", seat) for seat in choice.erase] + [("give", seat) for seat in choice.give]


def key_words(scene: Scene) -> str:
    """The keys that always work, at the bottom of the screen."""
    if scene.table.phase in (GATHERING, OVER):
        return " " + scene.say("terminal.keys")
    return " " + scene.say(f"terminal.keys_{scene.table.options.game}")
