"""How the expert learns to play at a table: first by watching, then by playing, compiled.

Nobody has to cross anything at a table. Who learns from nothing but games of their own soon waits, finds
everybody else ahead, and never learns what crossing would have brought. So in many games `steady` plays on
their behalf up to some turn; in that turn they try something, whatever it is, and note what comes of it. As
long as they watch, `steady` plays on from there; later they do.

What is learnt are two things, from the same games: how many points one will have oneself, and how many the
best of the others. What a crossing is worth is their difference.
"""

from typing import NamedTuple

from sixes.bots import sixto_expert, sixto_nearest, sixto_steady
from sixes.bots.sixto_expert import before_first, boxes_of
from sixes.bots.sixto_features import POINT
from sixes.bots.sixto_search import CLOSES, FACTS, ROW, WAYS, Position, case_of, find_ways
from sixes.bots.sixto_standing import best_other, standing_of
from sixes.lab.chance import drawn, key_of
from sixes.lab.compiled import call, loop, part
from sixes.lab.lessons import FAR, MOST_TURNS, OWN, Course, Learner, dealt, move, note
from sixes.lab.paper import begin_turn, crossed, roll, taken_back
from sixes.rules.six import NONE, Six, clockwise, everybody, has
from sixes.rules.sixto import end_turn, is_over, score, with_turn
from sixes.rules.turns import State

NEAREST, STEADY, EXPERT = range(3)
TRIES = 1000
"""Where in a game its chances to try something are drawn: beyond all turns."""
LATEST = 13
"""Until before this turn something is tried."""
VARIED, OUT_OF = 5, 16
"""How many rows are crossed otherwise when something is tried."""


class Trial(NamedTuple):
    """Who plays how in a game to learn from."""

    learner: int
    """A seat. Others learn too, where they play alike."""
    others: int
    """How the other seats play."""
    tries: int
    """The turn in which the learner tries something; -1 for never."""
    after: int
    """How the learner plays from then on."""
    word: int
    """What is tried."""


@loop
def learn_at_tables(course: Course, learner: Learner) -> float:
    """Plays games and learns from them; gives the points made in all."""
    points = 0.0
    for game in range(course.first, course.first + course.many):
        key, state = key_of(course.seed, game), dealt(game, course, learner)
        trial = _trial(key, game, course)
        while not is_over(state) and state.turns < MOST_TURNS:
            _turn(key, state, trial, learner)
            state = with_turn(end_turn(state, state.turn.half), state.turn)
        for seat in range(state.seats):
            if _learns(seat, trial):
                _learn_from_game(state, seat, trial, learner)
            points += score(state, seat).total
    return points


@part
def _trial(key: int, game: int, course: Course) -> Trial:
    """Of others, most are steady; while learning by playing some play as one does oneself."""
    seat, word = game % course.seats, drawn(key, TRIES, 0)
    others = game // course.seats % 4
    if course.watching:
        return Trial(seat, min(others, STEADY), word % LATEST, STEADY, drawn(key, TRIES, 1))
    others = EXPERT if others == 3 else min(others, STEADY)
    tries = word % LATEST if word >> 8 & 1 else -1
    return Trial(seat, others, tries, EXPERT, drawn(key, TRIES, 1))


@part
def _learns(seat: int, trial: Trial) -> bool:
    return seat == trial.learner or trial.others == trial.after


@part
def _turn(key: int, state: State, trial: Trial, learner: Learner) -> None:
    begin_turn(state)
    seat = state.active
    roll(state, drawn(key, state.turns, 0))
    if not _keeps(state, seat, trial, learner):
        roll(state, drawn(key, state.turns, 1))
    done = 0
    while done != everybody(state.seats):
        if not has(done, seat):
            taken_back(state.turn.half[seat])
            boxes = _crossing(state, seat, trial, learner)
            if state.turns >= trial.tries and _learns(seat, trial):
                tries = state.turns == trial.tries and seat == trial.learner
                boxes = _noted(state, seat, boxes, trial.word if tries else 0, learner)
            done = crossed(state, seat, NONE, boxes, done)
        seat = clockwise(seat, state.seats)


@part
def _level(state: State, seat: int, trial: Trial) -> int:
    if seat != trial.learner:
        return trial.others
    return STEADY if state.turns <= trial.tries else trial.after


@call
def _keeps(state: State, seat: int, trial: Trial, learner: Learner) -> bool:
    level = _level(state, seat, trial)
    if level == EXPERT:
        ahead = learner.ahead[seat]
        wanted = sixto_expert.by_values(state, seat, ahead, learner.mind, learner.pad)
        return sixto_steady.is_good(state, seat, wanted)
    return sixto_steady.keeps(state, seat) if level == STEADY else sixto_nearest.keeps(state, seat)


@call
def _crossing(state: State, seat: int, trial: Trial, learner: Learner) -> Six:
    level = _level(state, seat, trial)
    if level == EXPERT:
        return sixto_expert.by_values(state, seat, learner.ahead[seat], learner.mind, learner.pad)
    return sixto_steady.crossing(state, seat) if level == STEADY else sixto_nearest.crossing(state, seat)


@call
def _noted(state: State, seat: int, boxes: Six, word: int, learner: Learner) -> Six:
    """Notes the entries of the sheet that a crossing leaves behind; with a word, after varying it by that."""
    pad, going, closing = learner.pad, 0, 0
    thinking = before_first(standing_of(state, seat), learner.mind, pad)
    ahead, crosses = learner.ahead[seat], state.crosses[seat]
    find_ways(Position(state.sheets[seat], ahead, crosses, state.turn.dice, state.closed), thinking)
    for colour in range(6):
        chance, pad.best[colour] = word >> 4 * colour & OUT_OF - 1, 0
        for way in range(1, pad.many[colour]):
            if pad.ways[(colour * WAYS + way) * FACTS] == boxes[colour]:
                pad.best[colour] = way
        if word and chance < VARIED:
            pad.best[colour] = chance % pad.many[colour]
        at = (colour * WAYS + pad.best[colour]) * FACTS
        closing |= pad.ways[at + CLOSES] << colour
        going += pad.ways[at + ROW] >= 0
    case = case_of(state.closed | thinking.standing.leaving | closing, closing, thinking.standing)
    entries = learner.entries[state.turns, seat]
    learner.rest[state.turns, seat] = note(pad.best, case.stage, case.ends or going == 0, thinking, entries)
    return boxes_of(0, pad) if word else boxes


@part
def _learn_from_game(state: State, seat: int, trial: Trial, learner: Learner) -> None:
    """From the end back, as alone; one's own points and those of others apart."""
    own, theirs = float(score(state, seat).total * POINT), -float(best_other(state, seat))
    for turn in range(state.turns - 1, max(trial.tries, 0) - 1, -1):
        entries, rest = learner.entries[turn, seat], learner.rest[turn, seat]
        if entries[OWN] < 0:  # it ended the game
            move(entries, rest, own + theirs, learner.first)
        else:
            known = move(entries[:OWN], rest, own, learner.first)
            known_theirs = move(entries[OWN:], 0.0, theirs, learner.first)
            own, theirs = FAR * own + (1 - FAR) * known, FAR * theirs + (1 - FAR) * known_theirs
