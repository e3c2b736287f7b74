#!/usr/bin/env python3
"""Measures two processes of the gateway with each kind of store, while nothing fails.

    Tests/throughput.py BINARIES SECONDS
    APART=1 TURN=20 Tests/throughput.py BINARIES SECONDS

The kinds take turns, two seconds each or as many as TURN says: another program disturbs all alike. Prints a table with
medians, and fails if more than one page of a hundred fails. With APART, the store has a processor of its own, as on a
machine of its own, and all else another one.

Linux can share processors among sessions (sched_autogroup_enabled). Each process of PostgreSQL is a session of its own,
and all else here is another one: on a busy machine, such a process was seen to wait for 0.7 s while it could run. As
root, this is turned off meanwhile; a service has a group of its own anyway.
"""

import atexit
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from statistics import median

from servers import Postgres, Redis, Server, free_port

binaries, seconds = sys.argv[1], float(sys.argv[2])
turn = int(os.environ.get("TURN", "2"))
connections = int(os.environ.get("CONNECTIONS", "32"))
script = tempfile.NamedTemporaryFile("w", suffix=".lua")
script.write('request = function() return wrk.format("GET", "/page/" .. math.random(1, 200)) end\n')
script.flush()


def without_sessions():
    """Lets the system share processors among processes, whatever their sessions, until this program ends."""
    place = "/proc/sys/kernel/sched_autogroup_enabled"
    try:
        before = open(place).read()
        if before.strip() == "1":
            open(place, "w").write("0")
            atexit.register(lambda: open(place, "w").write(before))
    except OSError as error:
        print(f"sessions share the processors: {error}")


@contextmanager
def processor(number):
    """What is started here runs on one processor, if the store is to be apart."""
    before = os.sched_getaffinity(0)
    if "APART" in os.environ:
        os.sched_setaffinity(0, {number})
    yield
    os.sched_setaffinity(0, before)


class Kind:
    """Two gateways with a store, and what they did in each turn."""

    def __init__(self, name):
        self.name, self.rates, self.slow, self.pages, self.failed, self.cost, self.store_cost = name, [], [], 0, 0, 0, 0
        with processor(1):
            self.store = {"redis": Redis, "postgres": Postgres}.get(name, lambda: None)()
        settings = dict(environment)
        if self.store:
            settings["STORE_URL"] = self.store.url(self.store.port)
        self.gateways = [
            Server([binaries + "/gateway"], port, {**settings, "PORT": str(port)})
            for port in (free_port(), free_port())]

    def load(self):
        """Puts both under load for a turn, and returns what wrk says of each."""
        words = ["wrk", "-t1", f"-c{connections // 2}", f"-d{turn}s", "--latency", "-s", script.name]
        runs = [
            subprocess.Popen([*words, f"http://127.0.0.1:{gateway.port}"], stdout=subprocess.PIPE, text=True)
            for gateway in self.gateways]
        return [run.communicate()[0] for run in runs]

    def measure(self):
        before = self.times()
        outputs = self.load()
        after = self.times()
        self.cost += after[0] - before[0]
        self.store_cost += after[1] - before[1]
        self.pages += sum(int(re.search(r"(\d+) requests in", output)[1]) for output in outputs)
        self.rates.append(sum(float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]) for output in outputs))
        for output in outputs:
            self.failed += sum(map(int, re.findall(r"Non-2xx or 3xx responses: (\d+)", output)))
            number, unit = re.search(r"99%\s+([\d.]+)(\w+)", output).groups()
            self.slow.append(float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit])

    def times(self):
        """The processor time of the gateways, and of the store."""
        return sum(gateway.cpu() for gateway in self.gateways), self.store.cpu() if self.store else 0

    def report(self, memory):
        ratio = median(own / other for own, other in zip(self.rates, memory.rates))
        costs = [f"{cost / self.pages * 1e6:5.0f} µs" for cost in (self.cost, self.store_cost)]
        size = max(gateway.memory() for gateway in self.gateways)
        print(f"{self.name:10} {median(self.rates):8.0f} {ratio:10.2f} {median(self.slow):6.0f} ms {self.failed:7} "
              f"{costs[0]:>11} {costs[1]:>9} {size:5} MB", flush=True)


if "APART" in os.environ:
    os.sched_setaffinity(0, {0})
without_sessions()
upstreams = [Server([binaries + "/upstreams-server", str(port), "4"], port) for port in (free_port(), free_port())]
environment = {
    "PROFILES_URL": f"http://127.0.0.1:{upstreams[0].port}/",
    "TOKEN_URL": f"http://127.0.0.1:{upstreams[0].port}/token",
    "RECOMMENDATIONS_URL": f"http://127.0.0.1:{upstreams[1].port}/",
    "DEADLINE_MS": os.environ.get("DEADLINE_MS", "500")}
kinds = [Kind(name) for name in ("memory", "redis", "postgres")]
for kind in kinds:
    kind.load()  # Cold, it isn't measured.
for _ in range(max(1, round(seconds / turn))):
    for kind in kinds:
        kind.measure()
titles = ["pages/s", "of memory", "99 %", "failed", "CPU a page", "its store", "memory"]
print(f"{'store':10} " + " ".join(title.rjust(width) for title, width in zip(titles, [8, 10, 9, 7, 11, 9, 8])))
for kind in kinds:
    kind.report(kinds[0])
for server in [*upstreams, *(server for kind in kinds for server in [*kind.gateways, kind.store] if server)]:
    server.kill()
for kind in kinds:
    if kind.store:
        shutil.rmtree(kind.store.folder, ignore_errors=True)
    # Where everything runs on a few processors, a page can be late; no more.
    if kind.failed > kind.pages / 100:
        raise SystemExit(f"{kind.name} has failed: {kind.failed} of {kind.pages} pages")
