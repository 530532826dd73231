"""The numbered actions of Sixto, and how the parts of an observation follow each other."""

from sixes.rules.sheets import BOXES, PLACES, box_name

BOX_ACTIONS = 6 * PLACES
"""Actions 0 to 71 make a half cross on a box: 12 for each row, from the top left."""
DONE, KEEP, ROLL_AGAIN = range(BOX_ACTIONS, BOX_ACTIONS + 3)
ACTIONS = BOX_ACTIONS + 3

SEAT_PART = BOX_ACTIONS + BOX_ACTIONS + 6 + 1
"""Of an observation, for each seat: numbers, boxes, colours it was asked again for, whether it is done."""
TABLE_PART = 6 + 6 + 1 + 1 + 1
"""After the seats: dice, closed colours, phase, and, counted clockwise, who is active and who acts."""
MOST_IN_OBSERVATION = 6
FREE, CROSSED, HALF_CROSSED = range(3)
"""What an observation says of a box."""
ROLL_DUE, TO_DECIDE, TO_CROSS, ROLL_AGAIN_DUE, OVER = range(5)
"""The phases of an observation. Where dice roll by themselves, only 1, 2 and 4 are ever seen."""


def action_of(box: str) -> int:
    """The action that makes a half cross on a box.

    >>> action_of("a1"), action_of("f12")
    (0, 71)
    """
    colour, place = BOXES[box]
    return PLACES * colour + place - 1


def describe(action: int) -> str:
    """An action in words.

    >>> [describe(action) for action in (30, DONE, KEEP, ROLL_AGAIN)]
    ['c7', 'done', 'keep', 'roll again']
    """
    if not 0 <= action < ACTIONS:
        return f"no action ({action})"
    if action < BOX_ACTIONS:
        return box_name(action // PLACES, action % PLACES + 1)
    return ("done", "keep", "roll again")[action - BOX_ACTIONS]
