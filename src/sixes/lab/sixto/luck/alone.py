"""The luck of games alone, by the expert's learnt values.

A first roll is worth the best crossing with it, or a second roll if that is worth more; a second roll is
worth the best crossing with it.
"""

from typing import Any

from sixes.bots.sixto import search
from sixes.bots.sixto.expert import step_of
from sixes.bots.sixto.search import SearchContext
from sixes.lab.compiler import compiled, not_inlined
from sixes.lab.dice import game_key, random_word
from sixes.lab.games import POINTS, ROLLS
from sixes.lab.sixto.arrays import roll, set_outlooks, set_up
from sixes.lab.sixto.luck.rolls import draw_squares, set_dice
from sixes.lab.sixto.luck.trace import Trace
from sixes.lab.sixto.luck.worth import SoloMemory, list_boxes, roll_worth
from sixes.rules.rows import closed_colours
from sixes.rules.turns import SixtoState


@compiled
def measure_alone(deals: Any, outlooks: Any, trace: Trace, memory: SoloMemory, luck: Any) -> None:
    """Fill in the luck of each game."""
    for game in range(len(trace.lengths)):
        deal = deals.numbers[game]
        key, state = game_key(deals.seed, deal), set_up(1, deal, deals.sheets, memory.arrays)
        set_outlooks(1, deal, outlooks, memory.ahead)
        for turn in range(trace.lengths[game]):
            for colour in range(6):
                memory.arrays.crosses[0, colour] = trace.crosses[game, turn, 0, colour]
            closed = closed_colours(1, state.crosses)
            now = SixtoState(1, state.sheets, state.crosses, closed, 0, turn, 0, state.turn)
            luck[game, 0, POINTS] += _turn_luck(now, key, trace.kept[game, turn], memory)


@not_inlined
def _turn_luck(state: SixtoState, key: int, kept: bool, memory: SoloMemory) -> int:
    """What the rolls of a turn gave, times the number of rolls they are compared with."""
    step, solo, dice = step_of(state), memory.solo, memory.arrays.dice
    context = SearchContext(step, solo.first, solo.lookup, memory.buffers)
    list_boxes(state, context, memory)
    roll(state, random_word(key, state.turns, 0))
    worth = roll_worth(state, context, memory)
    again = search.worth_now(state.closed, SearchContext(step, solo.second, solo.lookup, memory.buffers))
    luck = ROLLS * max(worth, again)
    if not kept:
        roll(state, random_word(key, state.turns, 1))
        luck += ROLLS * roll_worth(state, context, memory)
    draw_squares(key, state.turns, memory.rolls)
    for at in range(ROLLS):
        set_dice(memory.rolls, at, state.closed, dice)
        worth = roll_worth(state, context, memory)
        luck -= max(worth, again) if kept else max(worth, again) + worth
    return int(luck)
