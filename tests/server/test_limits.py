"""Who sends too much is stopped, who sends a little never notices; remembering them takes little memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixes.server.limits import KEPT, Bucket, Buckets, bucket_key


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    bucket = Bucket(rate=2, burst=3)
    assert [bucket.take(100) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(100.5)
    assert not bucket.take(100.5)
    assert bucket.take(101)


def test_a_bucket_holds_no_more_than_its_burst() -> None:
    bucket = Bucket(rate=2, burst=3)
    assert [bucket.take(1_000_000) for _ in range(4)] == [True, True, True, False]


def test_a_costly_message_takes_several_tokens_and_a_refused_one_none() -> None:
    bucket = Bucket(rate=1, burst=10)
    assert bucket.take(0, cost=8)
    assert not bucket.take(0, cost=3)
    assert bucket.take(0, cost=2)
    assert not bucket.take(1000, cost=11)


@given(st.lists(st.tuples(st.floats(0, 5), st.integers(1, 4)), max_size=60))
def test_nobody_gets_more_than_burst_and_rate_allow(steps: list[tuple[float, int]]) -> None:
    bucket, now, taken = Bucket(rate=3, burst=5), 0.0, 0
    for wait, cost in steps:
        now += wait
        taken += cost * bucket.take(now, cost)
        assert taken <= 5 + 3 * now + 1e-6


def test_each_address_has_a_bucket_of_its_own() -> None:
    buckets = Buckets(rate=1, burst=1)
    assert buckets.take("192.0.2.1", 0)
    assert not buckets.take("192.0.2.1", 0)
    assert buckets.take("192.0.2.2", 0)
    assert not buckets.take("192.0.2.1", 0.5)
    assert buckets.take("192.0.2.1", 1)


def test_where_there_are_many_full_buckets_are_forgotten() -> None:
    buckets = Buckets(rate=1, burst=2)
    for number in range(KEPT):
        buckets.take(f"10.0.{number >> 8}.{number & 255}", 0)
    assert len(buckets) == KEPT
    for number in range(100):
        buckets.take(f"192.0.2.{number}", 10)
    assert len(buckets) == KEPT


def test_however_many_addresses_come_few_are_remembered_and_the_busy_ones_are() -> None:
    buckets = Buckets(rate=0.001, burst=1, most=100)
    assert buckets.take("192.0.2.1", 0)
    for number in range(20_000):
        buckets.take(f"10.0.{number >> 8}.{number & 255}", 0)
        if number % 50 == 0:
            assert not buckets.take("192.0.2.1", 0)
    assert len(buckets) == 100


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:DB8:1:2::9", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("not:an:address", "not:an:address"),
    ],
)
def test_an_ipv6_address_stands_for_its_64(address: str, place: str) -> None:
    assert bucket_key(address) == place


def test_neighbours_in_a_64_share_a_bucket() -> None:
    buckets = Buckets(rate=1, burst=1)
    assert buckets.take("2001:db8:1:2::3", 0)
    assert not buckets.take("2001:db8:1:2::4", 0)
    assert buckets.take("2001:db8:1:3::3", 0)
