"""What rolls are worth: nearly always the best crossing, whatever sheet was looked at before."""

from typing import Any

import numpy as np

from sixes.bots.sixto.expert import search_best, step_of
from sixes.bots.sixto.features import outlook
from sixes.bots.sixto.search import SearchContext
from sixes.lab.compiler import compiled
from sixes.lab.dice import game_key, random_word
from sixes.lab.sixto.arrays import clear_turn, cross, roll, set_up
from sixes.lab.sixto.expert import array_buffers, solo_values
from sixes.lab.sixto.luck.worth import SoloMemory, list_boxes, new_memory, picked_boxes, roll_worth
from sixes.rules.sheets import SHEETS
from sixes.rules.six import NONE
from sixes.rules.sixto import end_turn, is_over, with_turn


@compiled
def play_worths(key: int, sheets: Any, memory: SoloMemory, buffers: Any, found: Any) -> int:
    """Play a game by what rolls are worth. For each roll, fill in that and the value of the best crossing."""
    state, solo, many = set_up(1, 0, sheets, memory.arrays), memory.solo, 0
    while not is_over(state):
        clear_turn(state)
        context = SearchContext(step_of(state), solo.first, solo.lookup, memory.buffers)
        list_boxes(state, context, memory)
        for at in range(10):
            roll(state, random_word(key, state.turns, at))
            found[many, 0] = roll_worth(state, context, memory)
            found[many, 1] = search_best(state, memory.ahead[0], solo, buffers)
            many += 1
        cross(state, 0, NONE, picked_boxes(memory), 0)
        state = with_turn(end_turn(state, state.turn.half), state.turn)
    return many


def test_a_roll_is_worth_its_best_crossing() -> None:
    memory, sheet = new_memory(solo_values(), 0), SHEETS["C"]
    memory.ahead[0] = outlook(sheet)
    worths = []
    for game in range(20):
        found = np.zeros((1000, 2), np.int64)
        many = play_worths(game_key(3, game), np.array([sheet]), memory, array_buffers(), found)
        worths.append(found[:many])
    worth, best = np.concatenate(worths).T
    assert len(worth) > 2000
    assert (worth <= best).all()
    assert (worth == best).mean() > 0.97
