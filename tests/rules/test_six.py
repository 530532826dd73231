"""What both games share."""

from sixes.rules.six import (
    clockwise,
    colour_names,
    count,
    everybody,
    has,
    is_number,
    lowest,
    members,
    put,
    room,
)


def test_a_set_is_the_bits_of_an_int() -> None:
    assert members(0b101001) == [0, 3, 5]
    assert count(0b101001) == 3
    assert [has(0b101, member) for member in range(4)] == [True, False, True, False]
    assert (lowest(0b101000), room(0b101000)) == (3, 6)
    assert (members(0), count(0), room(0)) == ([], 0, 0)
    assert colour_names(0b101001) == ["a", "d", "f"]
    assert everybody(4) == 0b1111


def test_the_same_items_but_for_one() -> None:
    assert put((1, 2, 3), 0, 9) == (9, 2, 3)
    assert put((1, 2, 3), 2, 9) == (1, 2, 9)


def test_clockwise_is_to_the_left() -> None:
    assert [clockwise(seat, 3) for seat in range(3)] == [1, 2, 0]
    assert clockwise(0, 1) == 0


def test_the_numbers_of_a_die() -> None:
    assert [face for face in range(-1, 9) if is_number(face)] == [1, 2, 3, 4, 5, 6]
