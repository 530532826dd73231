"""Codes as people type them, and secrets that are kept as hashes only."""

import hashlib
import secrets

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixes.server.codes import (
    ALPHABET,
    carry_code,
    hash_secret,
    new_id,
    new_secret,
    read_carry_code,
    read_table_code,
    table_code,
)


def test_the_alphabet_has_no_vowels_and_nothing_that_looks_like_something_else() -> None:
    assert not set(ALPHABET) & set("AEIOU01L")
    assert len(set(ALPHABET)) == len(ALPHABET) == 28


def test_a_table_code_is_six_characters_that_chance_chose() -> None:
    numbers = iter([0, 1, 2, 25, 26, 27])
    assert table_code(lambda _: next(numbers)) == "BCD789"
    assert read_table_code(code := table_code(secrets.randbelow)) == code


@pytest.mark.parametrize("typed", ["BCD789", "bcd789", " bcd 789\n", "BCD-789", "bcd–789", "b.c.d.7.8.9"])
def test_a_table_code_is_read_as_people_type_it(typed: str) -> None:
    assert read_table_code(typed) == "BCD789"


@pytest.mark.parametrize(
    "typed", ["", "BCD78", "BCD7899", "BCD78O", "BCD78a", "BCD78ß", "BCD78７", "------", "B" * 9999]
)
def test_what_cannot_be_a_table_code_is_none(typed: str) -> None:
    assert read_table_code(typed) is None


@given(st.text())
def test_any_text_is_a_code_or_none(text: str) -> None:
    code = read_table_code(text)
    assert code is None or (len(code) == 6 and set(code) <= set(ALPHABET))


def test_a_carry_over_code_is_four_groups_of_four() -> None:
    lookup, secret, shown = carry_code()
    assert shown == f"{lookup}-{secret[:4]}-{secret[4:8]}-{secret[8:]}"
    assert (len(lookup), len(secret)) == (4, 12)
    assert read_carry_code(shown) == (lookup, secret)
    assert read_carry_code(shown.lower().replace("-", " ")) == (lookup, secret)


def test_the_secret_of_a_carry_over_code_has_at_least_50_bits() -> None:
    assert len(ALPHABET) ** 12 > 2**57


@pytest.mark.parametrize("typed", ["", "BCDF-BCDF-BCDF", "BCDF-BCDF-BCDF-BCDO", "BCDF-BCDF-BCDF-BCDF-B"])
def test_what_cannot_be_a_carry_over_code_is_none(typed: str) -> None:
    assert read_carry_code(typed) is None


def test_a_secret_is_kept_as_its_sha_256() -> None:
    assert hash_secret("abc") == hash_secret(b"abc") == hashlib.sha256(b"abc").digest()


def test_secrets_and_ids_are_long_enough_for_a_cookie_and_an_address_and_never_the_same() -> None:
    assert len(new_secret()) == 43
    assert new_secret().replace("-", "").replace("_", "").isalnum()
    ids = {new_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(len(name) == 12 and set(name) <= set(ALPHABET.lower()) for name in ids)
    assert len({carry_code() for _ in range(100)} | {("", "", new_secret()) for _ in range(100)}) == 200
