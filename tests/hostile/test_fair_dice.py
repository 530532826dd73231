"""Two million dice, drawn as games draw them: what chance would give, however one looks at them.

The seeds are always the same, so that these tests never fail by chance; each limit is what chance itself
exceeds once in a million.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from hashlib import sha256
from itertools import product

import pytest

from sixes.play.dice import draw, key_of, label
from sixes.rules.six import COLOURS

GAMES, SEATS, TURNS, THROWS = 200, 4, 70, 6
"""Times six dice: 2,016,000 of them."""
LIMITS = {5: 35.9, 10: 46.9, 11: 48.9, 23: 70.5, 35: 89.9}
"""Of chi-square, by degrees of freedom."""


def key(game: int) -> bytes:
    seed = sha256(b"seed %d" % game).digest()
    return key_of(seed, [sha256(b"%d %d" % (game, seat)).hexdigest()[:32] for seat in range(SEATS)])


@pytest.fixture(scope="module")
def dice() -> bytes:
    """All faces: by game, seat, turn, throw and die."""
    faces = bytearray()
    for game in range(GAMES):
        mine, name = key(game), f"game-{game}"
        for place in product(range(SEATS), range(1, TURNS + 1), range(1, THROWS + 1), COLOURS):
            seat, turn, throw, die = place
            faces.append(draw(mine, label(name, seat, turn, die, throw)))
    return bytes(faces)


def sorts(dice: bytes, many: int, run: int) -> Counter[Hashable]:
    """How often each face came in each of so many sorts; one follows the other after so many dice."""
    found: Counter[Hashable] = Counter()
    for sort in range(many):
        for at in range(run):
            counted = Counter(dice[sort * run + at :: many * run])
            found.update({(sort, face): times for face, times in counted.items()})
    return found


def chi_square(found: Counter[Hashable], cells: Iterable[Hashable]) -> float:
    """How far counts are from all the same."""
    all_cells = list(cells)
    assert set(found) == set(all_cells)
    expected = found.total() / len(all_cells)
    return sum((found[cell] - expected) ** 2 / expected for cell in all_cells)


def test_there_are_two_million(dice: bytes) -> None:
    assert len(dice) == GAMES * SEATS * TURNS * THROWS * 6 >= 2_000_000


def test_no_face_is_more_frequent(dice: bytes) -> None:
    assert chi_square(Counter(dice), range(1, 7)) < LIMITS[5]


@pytest.mark.parametrize(("many", "run"), [(6, 1), (THROWS, 6), (SEATS, TURNS * THROWS * 6)])
def test_no_die_no_throw_and_no_seat_has_other_faces(dice: bytes, many: int, run: int) -> None:
    assert chi_square(sorts(dice, many, run), product(range(many), range(1, 7))) < LIMITS[6 * many - 1]


@pytest.mark.parametrize("apart", [1, 6, THROWS * 6, TURNS * THROWS * 6])
def test_a_die_tells_nothing_of_its_neighbour_its_next_throw_its_next_turn_or_the_next_seat(
    dice: bytes, apart: int
) -> None:
    """Pairs of dice that lie so far apart; none is in two pairs."""
    found: Counter[Hashable] = Counter()
    for at in range(apart):
        found.update(zip(dice[at :: 2 * apart], dice[at + apart :: 2 * apart], strict=True))
    assert chi_square(found, product(range(1, 7), repeat=2)) < LIMITS[35]


@pytest.mark.parametrize(("what", "sides"), [("spin", 11), ("sheet", 12), ("start", 6), ("lot", 6)])
def test_spinner_sheets_starts_and_lots_are_as_fair(what: str, sides: int) -> None:
    """One of each in a game: so many games, each with a seed of its own."""
    found: Counter[Hashable] = Counter()
    for game in range(30_000):
        seed = sha256(b"%s %d" % (what.encode(), game)).digest()
        found[draw(key_of(seed, [None]), label(f"game-{game}", 0, 0, what, 1), sides)] += 1
    assert chi_square(found, range(1, sides + 1)) < LIMITS[sides - 1]


def test_a_single_bit_of_the_seed_or_of_an_addition_changes_the_dice() -> None:
    """As often as chance has it: about five in six."""
    seed, added = bytearray(32), bytearray(16)
    names = [label("g", 0, 1, die, throw) for die in COLOURS for throw in range(1, 101)]
    before = [draw(key_of(bytes(seed), [added.hex()]), name) for name in names]
    for changed in (seed, added):
        changed[7] ^= 16
        after = [draw(key_of(bytes(seed), [added.hex()]), name) for name in names]
        changed[7] ^= 16
        differ = sum(one != other for one, other in zip(before, after, strict=True))
        assert 440 < differ < 560
