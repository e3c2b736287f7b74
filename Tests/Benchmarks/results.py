"""What was measured, and the medians and ratios of it."""

import dataclasses
import json
import pathlib
import re
from dataclasses import dataclass, field
from statistics import median

import handover
from contenders import GOALS, WORKLOADS, Goal, Workload


@dataclass
class Results:
    """`runs` has, for each workload and contender, one measurement of each round, all of one interleaved run."""

    runs: dict[str, dict[str, list[dict]]] = field(default_factory=dict)
    instructions: dict[str, dict[str, float]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    machine: str = ""
    others: list[float | None] = field(default_factory=list)
    handover: float | None = None

    @property
    def circumstances(self) -> str:
        """Where this was measured, and how quiet it was there."""
        known = [share for share in self.others if share is not None]
        noise = f" Other work took {median(known):.0%} of the processors in the median round." if known else ""
        speed = f" {handover.sentence(self.handover)}" if self.handover else ""
        return f"{self.machine}; {len(self.others)} rounds.{noise}{speed}"

    def add(self, workload: Workload, count: int, contender: str, run: dict) -> None:
        self.counts[workload.name] = count
        self.runs.setdefault(workload.name, {}).setdefault(contender, []).append(run)

    def take(self, round: "Results", order: list[str], others: float | None) -> None:
        """Adds a round, its contenders in the order of the table."""
        self.others.append(others)
        self.counts.update(round.counts)
        for workload, runs in round.runs.items():
            for contender in (name for name in order if name in runs):
                self.runs.setdefault(workload, {}).setdefault(contender, []).extend(runs[contender])

    def contenders(self, workload: str) -> list[str]:
        return list(self.runs.get(workload, {}))

    def _figures(self, workload: str, metric: str, contender: str) -> list[float]:
        """One figure of each round: nanoseconds a load, loads a second, or MB at the peak."""
        count, runs = self.counts.get(workload, 1), self.runs.get(workload, {}).get(contender, [])
        if metric == "instructions":
            figure = self.instructions.get(workload, {}).get(contender)
            return [] if figure is None else [figure]
        if metric == "rate":
            return [count * 1e9 / run["wall"] for run in runs]
        if metric == "resumed":
            return [run["resumed"] for run in runs if "resumed" in run]
        if metric == "peak":
            return [run["peak"] * 1024 / 1e6 for run in runs]
        return [run[metric] / count for run in runs]

    def median(self, workload: str, metric: str, contender: str) -> float | None:
        figures = self._figures(workload, metric, contender)
        return median(figures) if figures else None

    def ratio(self, workload: str, metric: str, of: str, than: str) -> float | None:
        """The median of the ratios of each round: what disturbs a round disturbs both."""
        pairs = zip(self._figures(workload, metric, of), self._figures(workload, metric, than))
        ratios = [a / b for a, b in pairs if b]
        return median(ratios) if ratios else None

    def figure(self, goal: Goal) -> float | None:
        if goal.than is None:
            return self.median(goal.workload, goal.metric, goal.of)
        return self.ratio(goal.workload, goal.metric, goal.of, goal.than)

    def write(self, file: pathlib.Path) -> None:
        text = json.dumps(dataclasses.asdict(self), indent=1)
        file.write_text(re.sub(r"\s+(\"cpu\"|\"peak\"|\"wall\"|\"resumed\"|\}(?=,?\s+(?:\{|\])))", r" \1", text) + "\n")

    @staticmethod
    def read(file: pathlib.Path) -> "Results":
        return Results(**json.loads(file.read_text()))


HEADINGS = ["", "time", "× time", "CPU", "× CPU", "instructions", "peak memory", "TLS resumed"]


def row(results: Results, workload: Workload, contender: str) -> list[str]:
    def value(metric: str, form: str) -> str:
        figure = results.median(workload.name, metric, contender)
        return "–" if figure is None else form.format(figure)

    def ratio(metric: str) -> str:
        figure = results.ratio(workload.name, metric, contender, workload.unit)
        return "–" if figure is None else f"{figure:.2f}"

    if workload.megabytes:
        rate = results.median(workload.name, "rate", contender)
        time = "–" if rate is None else f"{rate * workload.megabytes:,.0f} MB/s"
        cpu = results.median(workload.name, "cpu", contender)
        used = "–" if cpu is None else f"{cpu / 1e6:,.0f} ms"
    else:
        wall, cpu = (results.median(workload.name, metric, contender) for metric in ("wall", "cpu"))
        time = "–" if wall is None else f"{wall / 1e3:,.1f} µs"
        used = "–" if cpu is None else f"{cpu / 1e3:,.1f} µs"
    instructions = value("instructions", "{:,.0f}")
    peak, resumed = value("peak", "{:,.0f} MB"), value("resumed", "{:.0%}") if workload.connections == "each" else "–"
    return [contender, time, ratio("wall"), used, ratio("cpu"), instructions, peak, resumed]


def tables(results: Results, markdown: bool) -> str:
    """A table for each workload; times are for each load, ratios to the contender of ratio 1."""
    parts = []
    for workload in WORKLOADS:
        rows = [row(results, workload, contender) for contender in results.contenders(workload.name)]
        if not rows:
            continue
        used = [column for column in range(len(HEADINGS)) if column == 0 or any(r[column] != "–" for r in rows)]
        lines = [[workload.title] + HEADINGS[1:]] + rows
        cells = [[line[column] for column in used] for line in lines]
        parts.append(as_markdown(cells) if markdown else as_text(cells))
    return "\n\n".join(parts)


def as_markdown(cells: list[list[str]]) -> str:
    rule = ["---"] + ["---:"] * (len(cells[0]) - 1)
    return "\n".join("| " + " | ".join(line) + " |" for line in [cells[0], rule] + cells[1:])


def as_text(cells: list[list[str]]) -> str:
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    return "\n".join(
        "  ".join(cell.rjust(width) if column else cell.ljust(width)
                  for column, (cell, width) in enumerate(zip(line, widths)))
        for line in cells)


def goals(results: Results, markdown: bool) -> str:
    """Each promise about a workload that was measured, the figure, and whether it holds."""
    lines = [["goal", "measured", ""]]
    for goal in (goal for goal in GOALS if goal.workload in results.runs):
        figure = results.figure(goal)
        verdict = "not measured" if figure is None else "holds" if goal.holds(figure) else "falls short"
        said = "–" if figure is None else f"{figure:,.0f}" if figure >= 1_000 else f"{figure:.2f}"
        lines.append([goal.text, said, verdict])
    return as_markdown(lines) if markdown else as_text(lines)
