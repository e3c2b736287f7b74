"""A TCP proxy that behaves as networks do at night."""

import asyncio


class Proxy:
    """Passes bytes on, or doesn't: `mode` is pass, delay, hang, cut, refuse or half."""

    def __init__(self, target):
        self.target = target  # A port, or the path of a socket.
        self.mode = "pass"
        self.port = None
        self.server = None
        self.writers = set()

    async def start(self):
        self.server = await asyncio.start_server(self.accept, "127.0.0.1", self.port or 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def set(self, mode):
        if self.mode == "refuse" and mode != "refuse":
            await self.start()
        self.mode = mode
        if mode == "refuse":
            self.server.close()
        if mode in ("cut", "refuse"):
            for writer in list(self.writers):
                writer.transport.abort()

    async def connect(self):
        if isinstance(self.target, int):
            return await asyncio.open_connection("127.0.0.1", self.target)
        return await asyncio.open_unix_connection(self.target)

    async def accept(self, reader, writer):
        if self.mode in ("cut", "refuse"):
            return writer.transport.abort()
        try:
            there, back = await self.connect()
        except OSError:
            return writer.transport.abort()
        pair = {writer, back}
        self.writers |= pair
        try:
            await asyncio.gather(self.copy(reader, back, False), self.copy(there, writer, True))
        except asyncio.CancelledError:
            pass  # The test ends.
        self.writers -= pair

    async def copy(self, reader, writer, is_answer):
        try:
            while data := await reader.read(1 << 16):
                if self.mode == "delay" and is_answer:
                    await asyncio.sleep(0.05)
                while self.mode == "hang":
                    await asyncio.sleep(0.02)
                if self.mode == "half" and is_answer:
                    writer.write(data[: len(data) // 2])
                    await writer.drain()
                    break
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        writer.transport.abort()
