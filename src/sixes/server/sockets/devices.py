"""Which device each open socket belongs to: when a device is revoked, its sockets are closed.

Every server asks the database for revoked devices, so it does not matter at which node one was revoked.
"""

import asyncio
from contextlib import suppress

from sixes.server.close_codes import REFUSED
from sixes.server.sockets.connection import Connection
from sixes.server.storage.store import Store, Unavailable

CHECK_INTERVAL = 1.5
"""Seconds between looks: a revoked device may play on for no more than 5."""


class DeviceSockets:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._open: dict[bytes, set[Connection]] = {}

    def add(self, device: bytes, connection: Connection) -> None:
        """From now on, the socket is closed if its device is revoked."""
        self._open.setdefault(device, set()).add(connection)

    def remove(self, device: bytes, connection: Connection) -> None:
        self._open[device].discard(connection)
        if not self._open[device]:
            del self._open[device]

    async def run(self) -> None:
        """Look for revoked devices until cancelled; while the database does not answer, wait for it."""
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            with suppress(Unavailable):
                await self.close_revoked()

    async def close_revoked(self) -> None:
        revoked = await self._store.revoked() if self._open else set()
        for device in revoked & self._open.keys():
            for connection in self._open[device]:
                connection.refuse("identity.revoked")
                connection.close(REFUSED)
