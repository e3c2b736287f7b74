"""The documentation's page about this: its tables and its chart."""

import pathlib

import chart
from results import Results, tables

BEGIN, END = "<!-- The tables: written by Tests/Benchmarks/run --record. -->", "<!-- The tables end. -->"


def record(results: Results, catalog: pathlib.Path) -> None:
    (catalog / "Resources").mkdir(exist_ok=True)
    (catalog / "Resources" / "benchmarks.svg").write_text(chart.drawn(results))
    page = catalog / "Performance.md"
    before, rest = page.read_text().split(BEGIN)
    after = rest.split(END)[1]
    page.write_text(f"{before}{BEGIN}\n\n{results.circumstances}\n\n{tables(results, markdown=True)}\n\n{END}{after}")
