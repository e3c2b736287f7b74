#!/usr/bin/env python3
"""Measures two processes of the gateway with each kind of store, while nothing fails.

    Tests/throughput.py BINARIES SECONDS

Prints a table, and fails if more than one page of a hundred fails.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

from servers import Postgres, Redis, Server, free_port

binaries, seconds = sys.argv[1], float(sys.argv[2])
connections = int(os.environ.get("CONNECTIONS", "32"))
script = tempfile.NamedTemporaryFile("w", suffix=".lua")
script.write('request = function() return wrk.format("GET", "/page/" .. math.random(1, 200)) end\n')
script.flush()


def load(gateways, seconds):
    """Puts all gateways under load, and returns what wrk says of each."""
    words = ["wrk", "-t1", f"-c{connections // 2}", f"-d{seconds}s", "--latency", "-s", script.name]
    runs = [
        subprocess.Popen([*words, f"http://127.0.0.1:{gateway.port}"], stdout=subprocess.PIPE, text=True)
        for gateway in gateways]
    return [run.communicate()[0] for run in runs]


upstreams = [Server([binaries + "/upstreams-server", str(port), "4"], port) for port in (free_port(), free_port())]
print(f"{'store':10} {'pages/s':>8} {'of memory':>10} {'99 %':>9} {'failed':>7} {'CPU a page':>11} {'memory':>8}")
best = None
for kind in ("memory", "redis", "postgres"):
    store = {"redis": Redis, "postgres": Postgres}.get(kind, lambda: None)()
    environment = {
        "PROFILES_URL": f"http://127.0.0.1:{upstreams[0].port}/",
        "TOKEN_URL": f"http://127.0.0.1:{upstreams[0].port}/token",
        "RECOMMENDATIONS_URL": f"http://127.0.0.1:{upstreams[1].port}/",
        "DEADLINE_MS": os.environ.get("DEADLINE_MS", "500")}
    if store:
        environment["STORE_URL"] = store.url(store.port)
    gateways = [
        Server([binaries + "/gateway"], port, {**environment, "PORT": str(port)})
        for port in (free_port(), free_port())]
    load(gateways, 1)  # Cold, it isn't measured.
    before = sum(gateway.cpu() for gateway in gateways)
    outputs = load(gateways, max(1, round(seconds)))
    cpu = sum(gateway.cpu() for gateway in gateways) - before
    pages = sum(int(re.search(r"(\d+) requests in", output)[1]) for output in outputs)
    rate = sum(float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]) for output in outputs)
    failed = sum(int(number) for output in outputs for number in re.findall(r"Non-2xx or 3xx responses: (\d+)", output))
    slow = max(re.search(r"99%\s+(\S+)", output)[1] for output in outputs)
    best = best or rate
    memory = max(gateway.memory() for gateway in gateways)
    cost = cpu / pages * 1e6
    print(f"{kind:10} {rate:8.0f} {rate / best:10.2f} {slow:>9} {failed:7} {cost:8.0f} µs {memory:5} MB", flush=True)
    for server in (*gateways, *([store] if store else [])):
        server.kill()
    if store:
        shutil.rmtree(store.folder, ignore_errors=True)
    # Where everything runs on a few processors, a page can be late; no more.
    if failed > pages / 100:
        raise SystemExit(f"{kind} has failed: " + "".join(outputs))
for server in upstreams:
    server.kill()
