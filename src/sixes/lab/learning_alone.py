"""How the expert learns to play alone: by playing, compiled.

Each crossing leads to a sheet with a value. A turn later one knows better, since the dice have spoken: the
value is moved towards that of what is chosen then, and towards what came of it in the end (TD learning on
afterstates).
"""

from sixes.bots.sixto_expert import before_first, before_second, boxes_of, look
from sixes.bots.sixto_features import POINT
from sixes.bots.sixto_search import OVER, STAGE, Thinking, case_of
from sixes.bots.sixto_standing import standing_of
from sixes.lab.chance import drawn, key_of
from sixes.lab.compiled import call, loop, part
from sixes.lab.lessons import FAR, MOST_TURNS, Course, Learner, dealt, move, note
from sixes.lab.paper import begin_turn, crossed, roll
from sixes.rules.six import NONE
from sixes.rules.sixto import end_turn, is_over, score, with_turn
from sixes.rules.turns import State


@loop
def learn_alone(course: Course, learner: Learner) -> float:
    """Plays games and learns from them; gives the points made in all."""
    points = 0.0
    for game in range(course.first, course.first + course.many):
        key, state = key_of(course.seed, game), dealt(game, course, learner)
        while not is_over(state) and state.turns < MOST_TURNS:
            _turn(key, state, learner)
            state = with_turn(end_turn(state, state.turn.half), state.turn)
        _learn_from_game(state, learner)
        points += score(state, 0).total
    return points


@part
def _turn(key: int, state: State, learner: Learner) -> None:
    """Rolls, and learns what a second roll is worth; then crosses."""
    begin_turn(state)
    roll(state, drawn(key, state.turns, 0))
    thinking = _look(state, learner)
    if _learn_second(state, thinking, learner):
        roll(state, drawn(key, state.turns, 1))
        thinking = _look(state, learner)
        _learn_second(state, thinking, learner)
    pad, turn = thinking.pad, state.turns
    learner.known[turn, 0] = pad.tops[0]
    entries = learner.entries[turn, 0]
    learner.rest[turn, 0] = note(pad.best, pad.best[STAGE], pad.best[OVER], thinking, entries)
    crossed(state, 0, NONE, boxes_of(0, pad), 0)


@call
def _look(state: State, learner: Learner) -> Thinking:
    """Finds the best crossing with the dice as they lie."""
    thinking = before_first(standing_of(state, 0), learner.mind, learner.pad)
    look(state, 0, learner.ahead[0], thinking)
    return thinking


@call
def _learn_second(state: State, thinking: Thinking, learner: Learner) -> bool:
    """A roll has shown what it brings: so much is another one worth. Was it less than was thought of that?"""
    standing, best = thinking.standing, thinking.pad.tops[0]
    second = before_second(standing, learner.mind, learner.pad)
    stage = case_of(state.closed, 0, standing).stage
    rest = note(learner.none, stage, False, second, learner.now)
    return bool(best < move(learner.now, rest, best, learner.second))


@part
def _learn_from_game(state: State, learner: Learner) -> None:
    """From the end back: what is left behind is worth what is chosen a turn later, and what came of that."""
    brought = float(score(state, 0).total * POINT)
    for turn in range(state.turns - 1, -1, -1):
        move(learner.entries[turn, 0], learner.rest[turn, 0], brought, learner.first)
        brought = FAR * brought + (1 - FAR) * learner.known[turn, 0]
