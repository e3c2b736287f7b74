"""Python's httpx, started like the contenders in Swift: main.py SERVER WORKLOAD COUNT AT-ONCE

One after the other, it uses the client that waits; at once, the one of asyncio. JSON is read by orjson into
dictionaries.
"""

import asyncio
import json
import pathlib
import resource
import sys
import tempfile
import time

import httpx
import orjson


class Loads:
    """One after the other."""

    def __init__(self, server: str):
        self.client = httpx.Client(base_url=server, timeout=60)

    def get(self, path: str) -> bytes:
        response = self.client.get(path)
        response.raise_for_status()
        return response.content

    def small(self) -> int:
        return orjson.loads(self.get("small.json"))["number"]

    def list(self) -> int:
        return len(orjson.loads(self.get("list.json")))

    def list_bytes(self) -> int:
        return len(self.get("list.json"))

    def download(self) -> int:
        with self.client.stream("GET", "big.bin") as response:
            response.raise_for_status()
            return sum(len(piece) for piece in response.iter_bytes())

    def download_to_file(self) -> int:
        with tempfile.TemporaryFile() as file, self.client.stream("GET", "big.bin") as response:
            response.raise_for_status()
            for piece in response.iter_bytes():
                file.write(piece)
            return file.tell()

    def run(self, load, accepts, count: int) -> None:
        for _ in range(count):
            check(load(), accepts)


class LoadsAtOnce:
    """At once, with as many connections that are kept."""

    def __init__(self, server: str, at_once: int):
        limits = httpx.Limits(max_connections=max(100, at_once), max_keepalive_connections=at_once)
        self.client, self.at_once = httpx.AsyncClient(base_url=server, timeout=60, limits=limits), at_once

    async def small(self) -> int:
        response = await self.client.get("small.json")
        response.raise_for_status()
        return orjson.loads(response.content)["number"]

    async def run(self, load, accepts, count: int) -> None:
        async def some(first: int) -> None:
            for _ in range(first, count, self.at_once):
                check(await load(), accepts)

        await asyncio.gather(*(some(first) for first in range(self.at_once)))


def check(outcome: int, accepts) -> None:
    if not accepts(outcome):
        raise SystemExit(f"wrong outcome {outcome}")


def peak_memory() -> int:
    """Kibibytes. On Linux, the maximum of getrusage begins with what the program that started this one used."""
    status = pathlib.Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak


def line(wall: int, processor: int) -> str:
    return json.dumps({"wall": time.perf_counter_ns() - wall, "cpu": time.process_time_ns() - processor,
                       "peak": peak_memory()})


# How each is warmed up, how often, and which outcome is right.
WORKLOADS = {
    "small": ("small", 1_000, lambda outcome: outcome == 4_211),
    "list": ("list", 20, lambda outcome: outcome == 500),
    "list-bytes": ("list-bytes", 500, lambda outcome: 90_000 <= outcome <= 110_000),
    "download": ("small", 20, lambda outcome: outcome == 200 << 20),
    "download-to-file": ("small", 20, lambda outcome: outcome == 200 << 20),
}


def measure(server: str, workload: str, count: int) -> str:
    loads = Loads(server)
    warm_up, warm_up_count, accepts = WORKLOADS[workload]
    loads.run(getattr(loads, warm_up.replace("-", "_")), WORKLOADS[warm_up][2], warm_up_count)
    wall, processor = time.perf_counter_ns(), time.process_time_ns()
    loads.run(getattr(loads, workload.replace("-", "_")), accepts, count)
    return line(wall, processor)


async def measure_at_once(server: str, count: int, at_once: int) -> str:
    loads = LoadsAtOnce(server, at_once)
    _, warm_up_count, accepts = WORKLOADS["small"]
    await loads.run(loads.small, accepts, warm_up_count)
    wall, processor = time.perf_counter_ns(), time.process_time_ns()
    await loads.run(loads.small, accepts, count)
    return line(wall, processor)


def main() -> None:
    server, workload, count, at_once = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    if workload not in WORKLOADS or (at_once > 1 and workload != "small"):
        print("null")
    elif at_once > 1:
        print(asyncio.run(measure_at_once(server, count, at_once)))
    else:
        print(measure(server, workload, count))


if __name__ == "__main__":
    main()
