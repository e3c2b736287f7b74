#!/usr/bin/env python3
"""Puts two processes of the gateway under load while what they need fails, and prints a table.

    Tests/faults.py BINARIES STORE SECONDS      STORE is memory, redis or postgres; each fault lasts so many seconds

Fails if a page fails or is late by a fault of the store, or if tokens are requested more often than they must be.
"""

import asyncio
import os
import random
import re
import shutil
import signal
import sys
import time
import urllib.request

from proxy import Proxy
from servers import Disk, Postgres, Redis, Server, free_port

DEADLINE = float(os.environ.get("DEADLINE_MS", "500")) / 1000
TOLERANCE = float(os.environ.get("TOLERANCE_MS", "50")) / 1000
CONNECTIONS = int(os.environ.get("CONNECTIONS", "32"))
LIFETIME, LEAD = 4, 1  # Of a token; and how long before its end the gateway renews it.
binaries, kind, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])


class Count:
    def __init__(self):
        self.pages = self.failed = self.late = self.bare = 0
        self.slowest = 0.0
        self.problems = {}


current = Count()


async def visit(port):
    """Asks for one page after the other over one connection."""
    reader = writer = None
    while True:
        start, status, body = time.monotonic(), 0, b""
        count = current
        try:
            if writer is None:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /page/%d HTTP/1.1\r\nHost: gateway\r\n\r\n" % random.randint(1, 200))
            head = await reader.readuntil(b"\r\n\r\n")
            status = int(head[9:12])
            length = int((re.search(rb"\r\ncontent-length: *(\d+)", head.lower()) or [0, 0])[1])
            body = await reader.readexactly(length)
        except (OSError, asyncio.IncompleteReadError) as error:
            status, writer = type(error).__name__, None
        took = time.monotonic() - start
        count.pages += 1
        count.slowest = max(count.slowest, took)
        count.late += took > DEADLINE + TOLERANCE
        count.bare += status == 200 and b'"recommendations"' not in body
        if status != 200:
            count.failed += 1
            count.problems[status] = count.problems.get(status, 0) + 1
            await asyncio.sleep(0.01)


async def main():
    upstreams = binaries + "/upstreams-server"
    profiles, recommendations, tokens = [
        Server([upstreams, str(port), str(LIFETIME)], port) for port in (free_port(), free_port(), free_port())]
    disk = Disk(160) if kind != "memory" else None
    if disk and not disk.folder:
        print("only root may mount the small disk that is filled: left out")
        disk = None
    store = {"redis": Redis, "postgres": Postgres}.get(kind, lambda disk: None)(disk)
    proxy = Proxy(store.port if store else None)
    if store:
        await proxy.start()
    environment = {
        "PROFILES_URL": f"http://127.0.0.1:{profiles.port}/", "TOKEN_URL": f"http://127.0.0.1:{tokens.port}/token",
        "RECOMMENDATIONS_URL": f"http://127.0.0.1:{recommendations.port}/", "DEADLINE_MS": str(int(DEADLINE * 1000))}
    if store:
        environment["STORE_URL"] = store.url(proxy.port)
    log = f"/tmp/gateway-faults-{os.getpid()}.log"
    gateways = [
        Server([binaries + "/gateway"], port, {**environment, "PORT": str(port)}, log)
        for port in (free_port(), free_port())]

    def ask(port, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.read().decode()

    visitors = [asyncio.create_task(visit(gateways[number % 2].port)) for number in range(CONNECTIONS)]
    print(f"{kind}: two processes, {CONNECTIONS} connections, a deadline of {DEADLINE * 1000:.0f} ms")
    print(f"{'':28} {'pages':>7} {'failed':>7} {'late':>6} {'slowest':>9} {'bare':>6} {'pages/s':>8} {'tokens':>7}")
    bad = []

    async def phase(name, length, begin=None, must_hold=True):
        global current
        # Asked in a thread: visitors go on meanwhile.
        before = int(await asyncio.to_thread(ask, tokens.port, "/token/count"))
        count, start = Count(), time.monotonic()
        current = count
        if begin:
            await begin()
        await asyncio.sleep(length)
        took = time.monotonic() - start
        issued = int(await asyncio.to_thread(ask, tokens.port, "/token/count")) - before
        problems = " ".join(f"{status}: {number}" for status, number in count.problems.items())
        print(
            f"{name:28} {count.pages:7} {count.failed:7} {count.late:6} {count.slowest * 1000:6.0f} ms "
            f"{count.bare:6} {count.pages / took:8.0f} {issued:7}  {problems}", flush=True)
        if must_hold and (count.failed or count.late):
            bad.append(f"{name}: {count.failed} failed, {count.late} late")
        return issued, took

    async def do(action):
        await asyncio.to_thread(action)

    await asyncio.sleep(1)
    issued, took = await phase("well", max(2 * seconds, 4))
    allowed = took / (LIFETIME - LEAD)
    if store and issued > allowed + 1.5:
        bad.append(f"{issued} tokens in {took:.0f} s")
    if store and "WELL" not in os.environ:
        for mode in ("delay", "hang", "cut", "refuse", "half"):
            await phase(f"store: {mode}", seconds, lambda: proxy.set(mode))
            await phase(f"store: after {mode}", seconds, lambda: proxy.set("pass"))
        if disk:
            await phase("store: disk full", 2 * seconds, lambda: do(disk.fill))
            await phase("store: disk has space", 2 * seconds, lambda: do(disk.free))
        if kind == "redis":
            await phase("store: memory full", seconds, lambda: do(lambda: store.limit(100_000)))
            await phase("store: memory has space", seconds, lambda: do(lambda: store.limit(0)))
        await phase("store killed", seconds, lambda: do(store.kill))
        await phase("store started again", seconds, lambda: do(store.start))
        stop = 8 if seconds >= 2 else 3
        await phase(f"store stopped for {stop} s", stop, lambda: do(lambda: store.signal(signal.SIGSTOP)))
        await phase("store goes on", seconds, lambda: do(lambda: store.signal(signal.SIGCONT)))
    # Now what the service is for is away: pages without recommendations, and then old profiles.
    await phase("recommendations killed", seconds, lambda: do(recommendations.kill))
    await phase("recommendations back", seconds, lambda: do(recommendations.start))
    await phase("profiles killed", seconds, lambda: do(profiles.kill), must_hold=False)
    await phase("profiles back", seconds + 1, lambda: do(profiles.start), must_hold=False)
    issued, took = await phase("well", max(2 * seconds, 4))
    if store and issued > took / (LIFETIME - LEAD) + 1.5:
        bad.append(f"{issued} tokens in {took:.0f} s at the end")
    print(f"one token of {LIFETIME} s for both: {allowed:.1f} were due in the first row; memory "
          + ", ".join(f"{gateway.memory()} MB" for gateway in gateways))
    for visitor in visitors:
        visitor.cancel()
    for gateway in gateways:
        for _ in range(50):
            if (ready := await asyncio.to_thread(ask, gateway.port, "/ready")) == "ready\n":
                break
            await asyncio.sleep(0.1)
        else:
            bad.append(f"at the end, it is {ready!r}")
    lines = open(log).read().splitlines()
    print(f"lines of the log: {len(lines)}")
    for server in (*gateways, profiles, recommendations, tokens, *([store] if store else [])):
        server.signal(signal.SIGCONT)
        server.kill()
    if store:
        shutil.rmtree(store.folder, ignore_errors=True)
    os.environ.get("KEEP_LOG") or os.remove(log)
    return bad


if bad := asyncio.run(main()):
    raise SystemExit(f"{kind}: " + "; ".join(bad))
