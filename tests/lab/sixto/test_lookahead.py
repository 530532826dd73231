"""The master alone: it looks ahead where learnt values leave a doubt, and nowhere else."""

import random
from collections.abc import Iterator

from sixes.bots.sixto import search
from sixes.bots.sixto.expert import SixtoExpert, crossing_alone, keeps_alone, search_best, worth_again
from sixes.lab.sixto.lookahead import IN_DOUBT, PROMISING, RIVALS, Lookahead
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


def test_it_departs_from_the_expert_only_in_doubt() -> None:
    expert, master = SixtoExpert(0), Lookahead(1)
    sure = close = 0
    for state in first_rolls():
        learnt = expert.ahead(state.sheets[0]), expert.solo, expert.buffers
        best, again = search_best(state, *learnt), worth_again(state, expert.solo, expert.buffers)
        if abs(best - again) > IN_DOUBT:
            assert master.keep(state) == keeps_alone(state, *learnt)
            sure += 1
        wanted, crossing = master.cross(state), crossing_alone(state, *learnt)
        if expert.buffers.best_value[1] <= best - PROMISING:
            assert wanted == crossing
        else:
            assert wanted in promising(expert, best)
            close += 1
    assert sure > 50
    assert close > 10


def promising(expert: SixtoExpert, best: int) -> Iterator[tuple[int, ...]]:
    """The crossings of the expert's last search that are nearly as good as the best."""
    for place in range(RIVALS):
        if expert.buffers.best_value[place] > best - PROMISING:
            search.choose(place, expert.buffers)
            yield search.boxes_of(expert.buffers)


def test_a_doubt_is_settled_the_same_way_by_the_same_seed() -> None:
    """Whatever was looked at before."""
    used = Lookahead(2)
    decided = [(used.keep(state), used.cross(state)) for state in first_rolls()]
    for state, decision in list(zip(first_rolls(), decided, strict=True))[-5:]:
        fresh = Lookahead(2)
        assert (fresh.keep(state), fresh.cross(state)) == decision
