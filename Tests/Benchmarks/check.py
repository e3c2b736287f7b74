"""Checks the benchmarks' own tools: python3 -B Tests/Benchmarks/check.py, after Tests/Benchmarks/run has built them.

A contender that sleeps, and a server that stalls, must show in the latencies as what they are.
"""

import http.server
import json
import os
import pathlib
import threading
import time
import unittest
from collections import Counter
from dataclasses import replace

import builds
import fixtures
import handover
import latency
import layers
import streams
import wire
from callgraph import CallGraph, Function
from contenders import ASYNC_HTTP_CLIENT, CONTENDERS, OVER_CURL, WORKLOADS, Contender
from measure import Programs
from percentiles import percentile, schedule
from results import Results, goals

HERE = pathlib.Path(__file__).resolve().parent
MILLISECOND = 1e6


class Percentiles(unittest.TestCase):
    def test_nearest_rank(self) -> None:
        figures = list(range(1_000, 0, -1))
        percents = (0, 50, 99, 99.9, 100)
        self.assertEqual([percentile(figures, percent) for percent in percents], [1, 500, 990, 999, 1_000])
        self.assertEqual(percentile([7], 99.9), 7)
        self.assertEqual(percentile([1, 2, 3], 50), 2)

    def test_one_in_a_thousand_shows_only_beyond(self) -> None:
        self.assertEqual(percentile([1] * 999 + [9], 99.9), 1)
        self.assertEqual(percentile([1] * 998 + [9] * 2, 99.9), 9)


class Schedules(unittest.TestCase):
    def test_a_seed_makes_one_schedule(self) -> None:
        self.assertEqual(schedule(1_000, 2, 1), schedule(1_000, 2, 1))
        self.assertNotEqual(schedule(1_000, 2, 1), schedule(1_000, 2, 2))

    def test_it_is_a_poisson_process(self) -> None:
        times = schedule(10_000, 10, 3)
        self.assertEqual(times, sorted(times))
        self.assertTrue(0 <= times[0] and times[-1] < 10e9)
        # Both have the mean 100,000; five standard deviations.
        self.assertLess(abs(len(times) - 100_000), 5 * 100_000 ** 0.5)
        gaps = [after - before for before, after in zip(times, times[1:])]
        mean = sum(gaps) / len(gaps)
        variance = sum((gap - mean) ** 2 for gap in gaps) / len(gaps)
        self.assertLess(abs(variance ** 0.5 / mean - 1), 0.03)
        # Of an exponential distribution, 36.8 % lie beyond the mean.
        self.assertLess(abs(sum(gap > mean for gap in gaps) / len(gaps) - 0.368), 0.01)


class Rates(unittest.TestCase):
    def test_a_contender_that_takes_longer_than_its_schedule_falls_behind(self) -> None:
        figures = latency.Latencies()
        figures.add({"latencies": [5] * 100, "wall": 1.5e9}, 100, 1)
        self.assertFalse(figures.keeps_up)
        figures = latency.Latencies()
        figures.add({"latencies": [5] * 100, "wall": 1.02e9}, 100, 1)
        self.assertTrue(figures.keeps_up)


class Wire(unittest.TestCase):
    def setUp(self) -> None:
        self.one = next(workload for workload in WORKLOADS if workload.connections == "one")
        self.each = next(workload for workload in WORKLOADS if workload.connections == "each")

    def objection(self, workload, *lines: str) -> str | None:
        return wire.objection(workload, 2, [wire.Exchange.of(line) for line in lines])

    def test_one_connection_of_http_2(self) -> None:
        self.assertIsNone(self.objection(self.one, "HTTP/2.0 7 .", "HTTP/2.0 7 ."))
        self.assertIn("2 connections instead of one", self.objection(self.one, "HTTP/2.0 7 .", "HTTP/2.0 8 ."))
        self.assertIn("HTTP/1.1", self.objection(self.one, "HTTP/1.1 7 .", "HTTP/1.1 7 ."))
        self.assertIn("1 exchanges", self.objection(self.one, "HTTP/2.0 7 ."))

    def test_a_connection_each(self) -> None:
        self.assertIsNone(self.objection(self.each, "HTTP/2.0 7 .", "HTTP/2.0 8 r"))
        self.assertIn("1 connections instead of 2", self.objection(self.each, "HTTP/2.0 7 .", "HTTP/2.0 7 ."))

    def test_connections_are_counted_as_resumed_once(self) -> None:
        lines = ["HTTP/2.0 7 .", "HTTP/2.0 8 r", "HTTP/2.0 8 r", "HTTP/2.0 8 r"]
        self.assertEqual(wire.share_resumed([wire.Exchange.of(line) for line in lines]), 0.5)


class Handover(unittest.TestCase):
    def test_a_byte_comes_back_and_its_process_ends(self) -> None:
        # Two system calls of each of two processes, at least; less than a load over loopback.
        self.assertTrue(500 < handover.round_trip(rounds=3, count=200) < MILLISECOND)
        self.assertRaises(ChildProcessError, os.waitpid, -1, 0)

    def test_the_sentence_is_in_microseconds(self) -> None:
        self.assertIn("takes 8.5 µs", handover.sentence(8_512))


class Goals(unittest.TestCase):
    def said(self, instructions: float, walls: list[int]) -> str:
        other = [{"wall": 200.0, "cpu": 200.0, "peak": 1}] * len(walls)
        runs = {OVER_CURL: [{"wall": wall, "cpu": wall, "peak": 1} for wall in walls], ASYNC_HTTP_CLIENT: other}
        results = Results(runs={"small": runs, "small-64": runs}, counts={"small": 1, "small-64": 1})
        results.instructions = {"small": {OVER_CURL: instructions}}
        return goals(results, markdown=True)

    def test_a_goal_that_is_met_or_missed_says_so_by_the_median_round(self) -> None:
        def row(text: str, start: str) -> str:
            return next(line for line in text.splitlines() if line.startswith(f"| {start}"))

        count = f"1 KB, one after the other: instructions of {OVER_CURL}"
        rate = f"1 KB, 64 at once: loads a second of {OVER_CURL}, at least 2"
        met, missed = self.said(125_000, [90, 100, 900]), self.said(125_001, [90, 101, 102])
        self.assertIn(", at most 125,000 | 125,000 | holds |", row(met, count))
        self.assertIn(" | 125,001 | falls short |", row(missed, count))
        self.assertIn(f" × {ASYNC_HTTP_CLIENT} | 2.00 | holds |", row(met, rate))
        self.assertIn(" | 1.98 | falls short |", row(missed, rate))

    def test_what_was_not_measured_says_so(self) -> None:
        self.assertRegex(self.said(1, [1]), r"at least 8 × URLSession \| – \| not measured \|")


class BuildTimes(unittest.TestCase):
    def test_the_ratio_is_the_median_of_the_rounds_and_a_goal_that_is_missed_says_so(self) -> None:
        found = {"Resourceful": builds.Builds({"debug": [10, 30, 30], "release": [40] * 3}),
                 "AsyncHTTPClient": builds.Builds({"debug": [20, 20, 60], "release": [80] * 3})}
        rows = builds.table(found).splitlines()[2:]
        self.assertEqual(rows[0], "| debug | 30.0 s | 20.0 s | 0.50 | ≤ 20 s: falls short |")
        self.assertEqual(rows[1], "| release | 40.0 s | 80.0 s | 0.50 | ≤ 50 s: holds |")

    def test_the_noise_is_the_farthest_build_from_its_median(self) -> None:
        found = {"Resourceful": builds.Builds({"debug": [8, 10, 11], "release": [40] * 3}),
                 "AsyncHTTPClient": builds.Builds({"debug": [20] * 3, "release": [80, 84, 80]})}
        self.assertAlmostEqual(builds.spread(found), 20)
        text = builds.said(found, 3, 9)
        self.assertIn("medians of 3 rounds, with 9 changes in each. ", text)
        self.assertIn(" Clean builds differ from their median by 20% at most.", text)


class Layers(unittest.TestCase):
    def test_memory_counts_for_who_asked_for_it(self) -> None:
        setopt, wait = Function("libcurl.so.4", "curl_easy_setopt"), Function("program", "rsf_poller_wait")
        allocate, malloc = Function("program", "rsf_memory_allocate"), Function("libc.so.6", "malloc")
        graph = CallGraph(Counter({setopt: 100, wait: 50, allocate: 20, malloc: 10}),
                          Counter({(setopt, allocate): 30, (allocate, malloc): 10}))
        whole = {layer.name: figure for layer, figure in layers.shares(graph).items() if figure}
        self.assertEqual(whole, {"libcurl": 130, "transfer and loop": 50})
        memory = {layer.name: figure for layer, figure in layers.memory(graph).items() if figure}
        self.assertEqual(memory, {"libcurl": 30})


class Streams(unittest.TestCase):
    def test_a_line_of_the_program_is_read(self) -> None:
        line = "file: 1000000000 bytes, 1823 MB/s, peak 38 MB, 31 MB of them before\n"
        self.assertEqual(streams.read(line), streams.Outcome("1000000000 bytes", 1_823, 38))
        with self.assertRaises(SystemExit):
            streams.read("the server can't be reached")

    def test_a_download_is_compared_with_the_disk_in_each_round(self) -> None:
        files = [streams.Outcome("", speed, peak) for speed, peak in ((90, 38), (950, 40), (85, 39))]
        disk = [streams.Outcome("", speed) for speed in (100, 1_000, 100)]
        rows = streams.table({"file": files, streams.DISK: disk}).splitlines()[2:]
        self.assertEqual(rows[0], "| `download(_:to:)`, to disk | 90 MB/s | 85–950 | 40 MB | 0.90 of `dd`; ≥ 0.9: holds |")
        self.assertTrue(rows[1].endswith("| 100 MB/s | 100–1,000 |  |  |"), rows[1])
        sleep = [streams.Outcome("4046848 bytes read in 3 s, 8675773 sent", 1, 38)]
        row = streams.table({"sleep": sleep}).splitlines()[2]
        self.assertEqual(row, "| a reader that sleeps: 4 MB read in 3 s, 9 MB sent |  |  | 38 MB |  |")


class Stall:
    """A server that answers at once, but in one tenth of a second not at all."""

    def __init__(self, after: float):
        body, stall = json.dumps(fixtures.small()).encode(), self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                if (rest := stall.rest()) > 0:
                    time.sleep(rest)
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_) -> None:
                pass

        self.after, self.count, self.lock, self.until = after, 0, threading.Lock(), 0.0
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def rest(self) -> float:
        with self.lock:
            self.count += 1
            if self.count == self.after:
                self.until = time.monotonic() + 0.1
            return self.until - time.monotonic()


class BuiltContenders(unittest.TestCase):
    def setUp(self) -> None:
        self.programs = Programs(HERE, HERE)
        self.small = next(workload for workload in WORKLOADS if workload.name == "small-64").with_tasks(8)

    def run_open(self, contender: Contender, rate: float, server: str = "http://127.0.0.1:9/") -> list[float]:
        if not self.programs.find(contender):
            self.skipTest("not built")
        workload, times = replace(self.small, server=server), schedule(rate, 3, latency.SEED)
        run = latency.run_open(self.programs, contender, workload, times)
        self.assertEqual(len(run["latencies"]), len(times))
        self.assertGreater(run["wall"], times[-1])
        return run["latencies"]

    def test_a_contender_that_sleeps_shows_it(self) -> None:
        latencies = self.run_open(Contender("sleep", "no-network", "sleep"), 500)
        self.assertGreaterEqual(min(latencies), 20 * MILLISECOND)
        self.assertLess(percentile(latencies, 50), 30 * MILLISECOND)

    def test_a_server_that_stalls_shows_in_the_last_thousandth(self) -> None:
        # The warm-up has a thousand loads and one.
        server = Stall(after=1_001 + 150)
        contender = next(contender for contender in CONTENDERS if contender.name == OVER_CURL)
        latencies = self.run_open(contender, 100, f"http://127.0.0.1:{server.server.server_port}/")
        self.assertGreater(percentile(latencies, 99.9), 90 * MILLISECOND)
        self.assertLess(percentile(latencies, 50), 20 * MILLISECOND)
        # Each load that was to begin meanwhile has waited, not one alone.
        self.assertGreater(sum(latency > 30 * MILLISECOND for latency in latencies), 3)


if __name__ == "__main__":
    unittest.main()
