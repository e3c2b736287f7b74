"""Measures JSON beside Foundation's, and says whether what was promised holds."""

import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile
from dataclasses import dataclass

import fixtures
import page
from compare import machine

HERE = pathlib.Path(__file__).parent
DOCUMENTS = {"list": "list of 500 objects", "timeline": "nested timeline", "numbers": "array of numbers",
             "small": "one object", "world": "timeline in many scripts", "escaped": "the same, escaped",
             "pretty": "the same, pretty-printed", "events": "events", "objects": "6,000 small objects",
             "wide": "objects of 100 members, 4 read", "nesting": "deep nesting", "item": "an object of 100 bytes"}
THEIRS = {"parse": "JSONSerialization", "structs by hand": "JSONDecoder", "decode": "JSONDecoder",
          "encode": "JSONEncoder", "encode, sorted keys": "JSONEncoder"}
# How many times faster than Foundation's.
GOALS = {"parse": 10, "structs by hand": 8, "decode": 4, "encode": 4, "encode, sorted keys": 4}
# Where more is wanted for a document.
HIGHER = {("decode", "world"): 4.5, ("decode", "escaped"): 5.5, ("decode", "events"): 4.5, ("decode", "item"): 5}
MEGABYTES_A_SECOND, MOST_MEMORY, SHAPE_GOAL, SNAKE_GOAL = 1_000, 1.5, 2.5, 4
BEGIN, END = "<!-- JSON: written by Tests/Benchmarks/run-json --record. -->", "<!-- JSON ends. -->"


@dataclass(frozen=True)
class Row:
    work: str
    document: str
    size: int
    ours: float
    theirs: float
    ratio: float

    @property
    def cells(self) -> list[str]:
        goal = HIGHER.get((self.work, self.document), GOALS[self.work])
        verdict = "holds" if self.ratio >= goal else "falls short"
        return [DOCUMENTS[self.document], f"{self.ours / 1e3:,.1f} µs", f"{self.theirs / 1e3:,.1f} µs",
                f"{self.size * 1e3 / self.ours:,.0f} MB/s", f"{self.ratio:.2f}", f"≥ {goal:g}: {verdict}"]


def measured(folder: pathlib.Path, rounds: int) -> dict:
    fixtures.write_documents(folder)
    program = HERE / ".build" / "release" / "json"
    done = subprocess.run([program, folder, str(rounds)], capture_output=True, text=True, timeout=1_200)
    if done.returncode != 0:
        raise SystemExit(f"json: {done.stderr.strip()[-1000:]}")
    report = json.loads(done.stdout)
    shapes = subprocess.run([program, "shapes", str(max(3, rounds // 4))], capture_output=True, text=True, timeout=1_200)
    if shapes.returncode != 0:
        raise SystemExit(f"json shapes: {shapes.stderr.strip()[-1000:]}")
    report.update(json.loads(shapes.stdout))
    for name in DOCUMENTS:
        size = subprocess.run([program, folder, "0", name], capture_output=True, text=True, timeout=600, check=True)
        report.setdefault("memory", {})[name] = int(size.stdout)
    return report


def rows(report: dict) -> list[Row]:
    return [Row(one["work"], one["document"], report["bytes"][one["document"]], statistics.median(one["ours"]),
                statistics.median(one["theirs"]),
                statistics.median(theirs / ours for ours, theirs in zip(one["ours"], one["theirs"])))
            for one in report["comparisons"]]


def table(head: list[str], body: list[list[str]], markdown: bool) -> str:
    if markdown:
        rule = ["---"] + ["---:"] * (len(head) - 2) + ["---"]
        return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, rule, *body])
    widths = [max(len(cells[column]) for cells in [head, *body]) for column in range(len(head))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip()
                     for cells in [head, *body])


def tables(report: dict, markdown: bool) -> str:
    parts, found = [], rows(report)
    for work, theirs in THEIRS.items():
        head = [work, "Resourceful", theirs, "throughput", "times faster", "goal"]
        parts.append(table(head, [row.cells for row in found if row.work == work], markdown))
    parts.append(shapes(report, markdown))
    memory = [[DOCUMENTS[name], f"{report['bytes'][name]:,} B", f"{size:,} B", f"{size / report['bytes'][name]:.2f}",
               verdict(f"≤ {MOST_MEMORY:g}", size <= MOST_MEMORY * report["bytes"][name])]
              for name, size in report["memory"].items() if size > 0]
    parts.append(table(["memory of a parsed document", "text", "memory", "× text", "goal"], memory, markdown))
    return "\n\n".join(parts)


def shapes(report: dict, markdown: bool) -> str:
    """How options and types that decode themselves compare, and how their time grows from size to size."""
    found: dict[str, dict[int, tuple[float, float, float]]] = {}
    for one in report["shapes"]:
        ratio = statistics.median(theirs / ours for ours, theirs in zip(one["ours"], one["theirs"]))
        medians = statistics.median(one["ours"]), statistics.median(one["theirs"])
        found.setdefault(one["document"], {})[one["size"]] = (*medians, ratio)
    body = []
    for document, sizes in found.items():
        steps = list(zip(sorted(sizes), sorted(sizes)[1:]))
        growth = [", ".join(f"{sizes[large][which] / sizes[small][which]:.1f}" for small, large in steps) for which in (0, 1)]
        least = min(figures[2] for figures in sizes.values())
        goal = SNAKE_GOAL if "SnakeCase" in document else SHAPE_GOAL
        body.append([document, *(f"{sizes[size][2]:.2f}" for size in sorted(sizes)), *growth,
                     verdict(f"≥ {goal:g}", least >= goal)])
    sizes = sorted({one["size"] for one in report["shapes"]})
    head = ["times as fast as JSONDecoder or JSONEncoder", *(f"{size:,} rows" for size in sizes), "growth", "Foundation's", "goal"]
    return table(head, body, markdown)


def verdict(text: str, holds: bool) -> str:
    return f"{text}: {'holds' if holds else 'falls short'}"


def throughput(report: dict) -> str:
    speed = next(row.size * 1e3 / row.ours for row in rows(report) if (row.work, row.document) == ("parse", "list"))
    return verdict(f"The list is parsed at {speed:,.0f} MB/s; at least {MEGABYTES_A_SECOND:,}", speed >= MEGABYTES_A_SECOND)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=21, help="how often each is timed, in turn with the other (21)")
    parser.add_argument("--record", action="store_true", help="write the tables into the documentation")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = measured(pathlib.Path(folder), wanted.rounds)
    circumstances = f"{machine()}; medians of {wanted.rounds} rounds."
    print(circumstances, tables(report, markdown=False), throughput(report), sep="\n\n")
    if wanted.record:
        catalog = HERE.parent.parent / "Docs" / "Resourceful.docc"
        text = "\n\n".join([circumstances, tables(report, markdown=True), throughput(report) + "."])
        page.replace(catalog / "JSONPerformance.md", BEGIN, END, text)


if __name__ == "__main__":
    main()
