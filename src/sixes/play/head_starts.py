"""Head starts: points that weaker players have before their first cross, proposed from their past games.

Half of what somebody's average is behind the best one's: so a game is open, and playing well still pays.
Nobody types a number. The table proposes what past games tell, and the game begins once all have agreed.
"""

from collections.abc import Mapping, Sequence

import msgspec

FEWEST_GAMES = 3
"""Finished games that everybody needs: otherwise there is nothing to go by."""
MOST_GAMES = 20
"""Of the past games, so many count, the last ones."""
SHARE = 2
"""Whoever is behind gets the difference divided by this."""


class HeadStart(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is proposed to somebody."""

    player: str
    """Who, by the public id that also stands in their seat."""
    points: int
    """How many they have before their first cross."""
    average: int
    """Their points on average in those games, rounded."""
    games: int
    """The number of games that counted, the last ones."""
    agreed: bool = False
    """They have agreed."""


def propose(past: Mapping[str, Sequence[int]]) -> tuple[HeadStart, ...]:
    """For each player, given the points of their last games; nothing if somebody has played too few.

    >>> [(one.player, one.points) for one in propose({"ann": [90, 90, 90], "bob": [60, 70, 71]})]
    [('ann', 0), ('bob', 11)]
    >>> propose({"ann": [90, 90, 90], "bob": [60, 70]})
    ()
    """
    if min(map(len, past.values()), default=0) < FEWEST_GAMES:
        return ()
    averages = {player: sum(points) / len(points) for player, points in past.items()}
    best = max(averages.values())
    return tuple(
        HeadStart(player, int((best - average) / SHARE), round(average), len(past[player]))
        for player, average in averages.items()
    )


def leaders(points: Sequence[int], head_starts: Sequence[int]) -> list[int]:
    """The seats with the most points, head starts counted; equal ones share the win.

    >>> leaders((70, 81), (11, 0))
    [0, 1]
    """
    totals = [made + ahead for made, ahead in zip(points, head_starts, strict=True)]
    return [seat for seat, total in enumerate(totals) if total == max(totals)]
