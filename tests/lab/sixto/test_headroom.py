"""What a long search would win at tables of two."""

import numpy as np

from sixes.lab.sixto.headroom import CHANGED, CLOSE, gains, new_headroom


def test_crossings_near_the_masters_are_played_out() -> None:
    room, compared = new_headroom(games=80), 0
    for many, gain in gains(4, 2, room):
        compared += many
        wanted, results = room.wanted[:many], room.results[:many].mean(axis=1)
        assert len(np.unique(wanted, axis=0)) == many
        assert ((wanted != wanted[0]).sum(axis=1) <= CHANGED).all()
        assert (room.chances[:many] > room.chances[0] - CLOSE).all()
        assert abs(results - room.chances[:many]).max() < 0.15  # the network is not far off
        assert abs(results - room.seen[:many].mean(axis=1)).max() < 0.15
        assert gain == 0 or many > 1
    assert compared > 4
