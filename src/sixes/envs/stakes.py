"""What winning is worth, the same in all environments with several seats."""

from sixes.rules.six import count, has


def stakes(winners: int, seats: int) -> list[float]:
    """Each loser pays 1, and the winners share that; nobody pays while nobody has won.

    >>> stakes(0b001, 3), stakes(0b011, 3)
    ([2.0, -1.0, -1.0], [0.5, 0.5, -1.0])
    """
    won = count(winners)
    share = (seats - won) / won if won else 0.0
    return [share if has(winners, seat) else -1.0 if won else 0.0 for seat in range(seats)]
