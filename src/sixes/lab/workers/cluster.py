"""Play on the workers of a dask.distributed cluster. They need `sixes[lab]` too, of the same version."""

import asyncio
import logging
import time
from concurrent.futures import CancelledError
from typing import Any

from distributed import Client, Future, KilledWorker
from distributed.comm.core import connect

from sixes.lab.games import GameResults
from sixes.lab.workers.batches import Batch, WorkerPool
from sixes.lab.workers.playing import SimulationStopped, play

CONNECT_TIMEOUT = 5.0
"""Seconds in which a cluster must answer."""
CHECK_INTERVAL = 0.5
"""Seconds between checks whether the cluster is still there."""
NO_WORKERS_TIMEOUT = 10.0
"""Seconds that a cluster may be without workers: they may just be starting."""


class ClusterPool:
    def __init__(self, address: str) -> None:
        self.address = address
        logging.disable()  # the user gets one sentence about what goes wrong, not distributed's logs
        try:
            asyncio.run(_check_answer(address))
            self.client = Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TypeError) as error:
            logging.disable(logging.NOTSET)
            raise self._stopped("lab.no_cluster") from error
        self.workers = max(1, self._threads())
        self.queue_size = 2 * self.workers
        self.workers_seen = time.monotonic()

    def send(self, batch: Batch) -> "Future[GameResults]":
        try:
            return self.client.submit(play, *batch, pure=False)
        except Exception as error:
            raise self._stopped("lab.cluster_gone") from error

    def take(self, sent: "Future[GameResults]") -> GameResults:
        while True:
            try:
                results: GameResults = sent.result(timeout=CHECK_INTERVAL)
            except TimeoutError:
                self._check()
            except SimulationStopped:
                raise
            except (CancelledError, asyncio.CancelledError, OSError) as error:
                raise self._stopped("lab.cluster_gone") from error
            except KilledWorker:
                raise self._stopped("lab.cluster_dies") from None
            except Exception as error:
                what = " ".join(f"{type(error).__name__}: {error}".split())
                raise self._stopped("lab.cluster_cannot_play", what=what) from error
            else:
                return results

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close(timeout=CHECK_INTERVAL)  # type: ignore[no-untyped-call]
        logging.disable(logging.NOTSET)

    def _check(self) -> None:
        """SimulationStopped if there is nothing more to wait for."""
        if self.client.status != "running":
            raise self._stopped("lab.cluster_gone")
        if self._threads():
            self.workers_seen = time.monotonic()
        elif time.monotonic() - self.workers_seen > NO_WORKERS_TIMEOUT:
            raise self._stopped("lab.cluster_empty")

    def _threads(self) -> int:
        workers: dict[str, Any] = self.client.scheduler_info()["workers"]
        return sum(worker["nthreads"] for worker in workers.values())

    def _stopped(self, key: str, **values: object) -> SimulationStopped:
        return SimulationStopped(key, address=self.address, **values)


async def _check_answer(address: str) -> None:
    """TimeoutError if something other than a cluster listens there: a client would wait for it for ever."""
    comm = await asyncio.wait_for(connect(address), CONNECT_TIMEOUT)  # type: ignore[no-untyped-call]
    comm.abort()
