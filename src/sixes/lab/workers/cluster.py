"""Who plays: the workers of a dask.distributed cluster. They need `sixes[lab]` too, of the same version."""

import asyncio
import logging
import time
from concurrent.futures import CancelledError
from typing import Any

from distributed import Client, Future, KilledWorker
from distributed.comm.core import connect

from sixes.lab.games import GameResults
from sixes.lab.workers.batches import Crew, Piece
from sixes.lab.workers.playing import SimulationStopped, play

ANSWERS = 5.0
"""Seconds in which a cluster must answer."""
LOOK = 0.5
"""Seconds after which we look whether it is still there."""
PATIENCE = 10.0
"""Seconds that a cluster may be without workers: they may just be starting."""


class Cluster:
    def __init__(self, address: str) -> None:
        self.address = address
        logging.disable()  # what goes wrong is said in our one line
        try:
            asyncio.run(_answers(address))
            self.client = Client(address, timeout=ANSWERS, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TypeError) as error:
            logging.disable(logging.NOTSET)
            raise SimulationStopped(f"No cluster answers at {address}.") from error
        self.hands = max(1, self._threads())
        self.ahead = 2 * self.hands
        self.alone_since = time.monotonic()

    def send(self, piece: Piece) -> "Future[GameResults]":
        try:
            return self.client.submit(play, *piece, pure=False)
        except Exception as error:
            raise self._gone() from error

    def take(self, sent: "Future[GameResults]") -> GameResults:
        while True:
            try:
                played: GameResults = sent.result(timeout=LOOK)
            except TimeoutError:
                self._look()
            except SimulationStopped:
                raise
            except (CancelledError, asyncio.CancelledError, OSError) as error:
                raise self._gone() from error
            except KilledWorker:
                raise SimulationStopped(f"The workers of the cluster at {self.address} die.") from None
            except Exception as error:
                what = " ".join(f"{type(error).__name__}: {error}".split())
                raise SimulationStopped(
                    f"A worker of the cluster at {self.address} cannot play. {what}"
                ) from error
            else:
                return played

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close(timeout=LOOK)  # type: ignore[no-untyped-call]
        logging.disable(logging.NOTSET)

    def _look(self) -> None:
        """Stopped, if there is nothing more to wait for."""
        if self.client.status != "running":
            raise self._gone()
        if self._threads():
            self.alone_since = time.monotonic()
        elif time.monotonic() - self.alone_since > PATIENCE:
            raise SimulationStopped(f"The cluster at {self.address} has no workers.")

    def _threads(self) -> int:
        workers: dict[str, Any] = self.client.scheduler_info()["workers"]
        return sum(worker["nthreads"] for worker in workers.values())

    def _gone(self) -> SimulationStopped:
        return SimulationStopped(f"The cluster at {self.address} has gone away.")


async def _answers(address: str) -> None:
    """TimeoutError, if whatever listens there is no cluster: a client would wait for its answer for ever."""
    comm = await asyncio.wait_for(connect(address), ANSWERS)  # type: ignore[no-untyped-call]
    comm.abort()
