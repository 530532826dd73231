"""Figures of the coach as people read them."""


def shown(points: float) -> float:
    """Points to one decimal; what is not zero is not shown as zero."""
    rounded = round(points, 1)
    return rounded or (0.0 if not points else 0.1 if points > 0 else -0.1)


def percent(chance: float) -> int:
    """Of 100 games; what may still happen is never 0, nor 100 what may not."""
    return round(100 * chance) if chance in (0, 1) else min(max(round(100 * chance), 1), 99)
