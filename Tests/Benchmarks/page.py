"""The documentation's pages about this: their tables and their chart."""

import pathlib

import chart
from results import Results, goals, tables

BEGIN, END = "<!-- The tables: written by Tests/Benchmarks/run --record. -->", "<!-- The tables end. -->"

LAYERS_BEGIN = "<!-- The layers: written by Tests/Benchmarks/run --layers --record. -->"
LAYERS_END = "<!-- The layers end. -->"

LATENCY_BEGIN = "<!-- The latencies: written by Tests/Benchmarks/run --latency --record. -->"
LATENCY_END = "<!-- The latencies end. -->"

BUILDS_BEGIN = "<!-- The builds: written by Tests/Benchmarks/run-builds --record. -->"
BUILDS_END = "<!-- The builds end. -->"

STREAMS_BEGIN = "<!-- The large bodies: written by Tests/Benchmarks/run-streams --record. -->"
STREAMS_END = "<!-- The large bodies end. -->"


def record(results: Results, catalog: pathlib.Path) -> None:
    (catalog / "Resources").mkdir(exist_ok=True)
    (catalog / "Resources" / "benchmarks.svg").write_text(chart.drawn(results))
    replace(catalog / "Performance.md", BEGIN, END,
            f"{results.circumstances}\n\n{tables(results, markdown=True)}\n\n{goals(results, markdown=True)}")


def record_layers(table: str, catalog: pathlib.Path) -> None:
    replace(catalog / "Performance.md", LAYERS_BEGIN, LAYERS_END, table)


def record_latency(text: str, catalog: pathlib.Path) -> None:
    replace(catalog / "PerformanceUnderLoad.md", LATENCY_BEGIN, LATENCY_END, text)


def record_builds(text: str, catalog: pathlib.Path) -> None:
    replace(catalog / "BuildTimes.md", BUILDS_BEGIN, BUILDS_END, text)


def record_streams(text: str, catalog: pathlib.Path) -> None:
    replace(catalog / "PerformanceUnderLoad.md", STREAMS_BEGIN, STREAMS_END, text)


def replace(page: pathlib.Path, begin: str, end: str, text: str) -> None:
    """Writes what stands between two lines of a page."""
    before, rest = page.read_text().split(begin)
    after = rest.split(end)[1]
    page.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}")
