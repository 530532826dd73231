"""Sockets that come or go at once pass one after the other, and the event loop serves others in between."""

import asyncio
from functools import partial
from itertools import pairwise

from sixes.server.sockets.turnstile import PER_TURN, Turnstile
from tests.event_loop import asynchronous


@asynchronous
async def test_a_lone_call_is_made_at_once() -> None:
    made = list[int]()
    Turnstile().call(partial(made.append, 1))
    assert made == [1]


@asynchronous
async def test_many_calls_pass_in_their_order_a_few_each_turn() -> None:
    turnstile, made, portions = Turnstile(), list[int](), list[int]()
    for number in range(50):
        turnstile.call(partial(made.append, number))
    while len(made) < 50:
        portions.append(len(made))
        await asyncio.sleep(0)
        turnstile.call(lambda: None)  # others come all the time: they have to wait, too
    assert made == list(range(50))
    assert all(later - before <= PER_TURN for before, later in pairwise(portions))
    assert len(portions) >= 50 // PER_TURN


@asynchronous
async def test_who_gave_up_waiting_keeps_nobody() -> None:
    turnstile = Turnstile()
    waiting = [asyncio.create_task(turnstile.passed()) for _ in range(3 * PER_TURN)]
    await asyncio.sleep(0)
    waiting[-2].cancel()
    await asyncio.wait(waiting)
    assert [task.cancelled() for task in waiting].count(True) == 1
