"""The master alone: it looks ahead where learnt values leave a doubt, and nowhere else."""

import random
from collections.abc import Iterator

from sixes.bots.sixto import search
from sixes.bots.sixto.expert import crossing_alone, keeps_alone, search_best, worth_again
from sixes.bots.sixto.search import SearchBuffers, new_buffers
from sixes.lab.sixto.lookahead import IN_DOUBT, PROMISING, RIVALS, Lookahead
from sixes.lab.sixto.sheet_values import known_sheet
from sixes.rules import sixto
from sixes.rules.six import everybody
from sixes.rules.turns import ROLL, SixtoMove, SixtoState
from tests.random_play import dice_for, play_sixto


def first_rolls() -> Iterator[SixtoState]:
    """Sheets of random games, each with a roll."""
    for seed in range(150):
        chance = random.Random(seed)
        _, state = play_sixto(chance, 1, seed % 6)
        if not sixto.is_over(state):
            rolled = dice_for(chance, everybody(6) & ~state.closed)
            yield sixto.apply(state, SixtoMove(ROLL, 0, dice=rolled))


def test_it_departs_from_learnt_values_only_in_doubt() -> None:
    buffers, master = new_buffers(), Lookahead(1)
    sure = close = 0
    for state in first_rolls():
        solo, ahead = known_sheet(state.sheets[0])
        learnt = ahead, solo, buffers
        best, again = search_best(state, *learnt), worth_again(state, solo, buffers)
        if abs(best - again) > IN_DOUBT:
            assert master.keep(state) == keeps_alone(state, *learnt)
            sure += 1
        wanted, crossing = master.cross(state), crossing_alone(state, *learnt)
        if buffers.best_value[1] <= best - PROMISING:
            assert wanted == crossing
        else:
            assert wanted in promising(buffers, best)
            close += 1
    assert sure > 50
    assert close > 10


def promising(buffers: SearchBuffers, best: int) -> Iterator[tuple[int, ...]]:
    """The crossings of the last search that are nearly as good as the best."""
    for place in range(RIVALS):
        if buffers.best_value[place] > best - PROMISING:
            search.choose(place, buffers)
            yield search.boxes_of(buffers)


def test_a_doubt_is_settled_the_same_way_by_the_same_seed() -> None:
    """Whatever was looked at before."""
    used = Lookahead(2)
    decided = [(used.keep(state), used.cross(state)) for state in first_rolls()]
    for state, decision in list(zip(first_rolls(), decided, strict=True))[-5:]:
        fresh = Lookahead(2)
        assert (fresh.keep(state), fresh.cross(state)) == decision
