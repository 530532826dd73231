"""Sixto's master: it plays for the win at tables."""

import subprocess
import sys

import pytest

from sixes.bots import levels, make
from sixes.lab.sixto import plain
from sixes.rules import sixto
from sixes.rules.sheets import SHEETS
from sixes.rules.six import put
from sixes.rules.turns import CROSS, CROSSING, FRESH_TURN, SixtoState
from tests.bots.games import play_sixto
from tests.lab.commands import columns, simulation

SHEETS_OF_TWO = tuple(SHEETS.values())[:2]


def test_the_master_is_there_with_numba_and_the_strongest() -> None:
    assert levels("sixto") == ("random", "nearest", "steady", "expert", "master")


def test_asking_for_levels_does_not_import_numba() -> None:
    """A server does that; it gives the thinking to another process."""
    code = "import sys; from sixes.bots import levels; levels('sixto'); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_the_same_seed_plays_the_same_game() -> None:
    which = simulation(("master", "steady"), seed=3)
    assert columns(plain.play(which, 0, 2)) == columns(plain.play(which, 0, 2))


def test_alone_it_looks_ahead() -> None:
    """The same game again with the same seed, and not that of the expert."""
    masters, experts = simulation(("master",), seed=3), simulation(("expert",), seed=3)
    played = columns(plain.play(masters, 0, 4))
    assert played == columns(plain.play(masters, 0, 4))
    assert played != columns(plain.play(experts, 0, 4))


@pytest.mark.parametrize("seed", range(2))
def test_two_masters_at_one_table_do_not_mix_up_their_thoughts(seed: int) -> None:
    end = play_sixto([make("master", "sixto", seat) for seat in range(2)], SHEETS_OF_TWO, seed)
    assert sixto.is_over(end)


def test_the_master_wins_against_steady() -> None:
    """About two games of three."""
    which = simulation(("master", "steady"), seed=21, rotations=2)
    played = plain.play(which, 0, 40)
    won = sum(played.won[game][game % 2] for game in range(40))
    assert won > 20


LONG_ROW, CLOSED_ROW, ALMOST_CLOSED_ROW = 0b0_111111111_0, 0b110_000001111_0, 0b001_000001111_0


@pytest.mark.parametrize("ahead", [True, False])
def test_the_master_ends_the_game_if_it_wins_by_that(ahead: bool) -> None:
    """Two colours are closed, and c11 would close the third."""
    short, long = (0, 0, ALMOST_CLOSED_ROW, 0b10, 0, 0), (0, 0, ALMOST_CLOSED_ROW, *[LONG_ROW] * 2, 0)
    closed = (CLOSED_ROW, CLOSED_ROW, 0, 0b10, *[LONG_ROW if not ahead else 0] * 2)
    state = sixto.setup((SHEETS["A"],) * 2)
    turn = FRESH_TURN._replace(phase=CROSSING, dice=(0, 0, 2, 1, 1, 1))
    crosses = put(put(state.crosses, 0, long if ahead else short), 1, closed)
    state = state._replace(crosses=crosses, closed=0b11, turns=12, turn=turn)
    assert ("c11" in crossed_by_master(state, 0)) == ahead


def test_the_master_sees_an_end_that_takes_two_rows() -> None:
    """Closing a with a11 wins only together with b12, by its points; an expert sees no win here."""
    state = sixto.setup((SHEETS["H"], SHEETS["I"]))
    turn = FRESH_TURN._replace(phase=CROSSING, dice=(4, 1, 0, 3, 6, 0))
    theirs, mine = (1836, 104, 6730, 2724, 326, 5554), (1380, 1610, 1612, 152, 2708, 6812)
    crosses = put(put(state.crosses, 0, theirs), 1, mine)
    state = state._replace(crosses=crosses, closed=0b100100, turns=11, active=1, turn=turn)
    assert crossed_by_master(state, 1) == ["a11", "b12"]


def crossed_by_master(state: SixtoState, seat: int) -> list[str]:
    crossed, master = [], make("master", "sixto", 1)
    while (move := master.choose(state, seat)) and move.kind == CROSS:
        crossed.append(str(move))
        state = sixto.apply(state, move)
    return crossed
