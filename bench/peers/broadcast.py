"""The least that aiohttp can do: when somebody moves, all at the table hear it. No rules, nothing kept."""

import asyncio
import time
from collections import defaultdict
from typing import Any

import msgspec
import uvloop
from aiohttp import web

Socket = web.WebSocketResponse[Any]
tables: defaultdict[str, list[Socket]] = defaultdict(list)
encode = msgspec.json.encode


async def play(request: web.Request) -> Socket:
    socket: Socket = web.WebSocketResponse(compress=False)
    await socket.prepare(request)
    table = tables[request.match_info["code"]]
    table.append(socket)
    seat, version = len(table) - 1, 0
    await socket.send_str(encode({"t": "welcome", "player": str(seat)}).decode())
    async for message in socket:
        move = msgspec.json.decode(message.data)
        version += 1
        event = {"t": f"{move['t']}ed", "v": version, "at": time.time_ns() // 1_000_000, "n": move["n"]}
        event |= {"turn": move["turn"], "seat": seat, "box": move["box"]}
        text = encode(event).decode()
        for other in table:
            await other.send_str(text)
    table.remove(socket)
    return socket


async def main() -> None:
    app = web.Application()
    app.router.add_get("/tables/{code}", play)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main())
