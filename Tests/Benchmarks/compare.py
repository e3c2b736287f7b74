"""Compares Resourceful with its peers. Started by `run`, which builds the contenders and starts the server."""

import argparse
import os
import pathlib
import platform
import sys

import chart
import fixtures
import page
from contenders import CONTENDERS, WORKLOADS, Contender, Workload
from measure import Programs, can_count_instructions
from results import Results, goals, tables

HERE = pathlib.Path(__file__).resolve().parent


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Tests/Benchmarks/run", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="how often everything is measured (9)")
    parser.add_argument("--quick", action="store_true", help="3 rounds, a quarter of the loads, no instructions")
    parser.add_argument("--only", action="append", default=[], metavar="TEXT",
                        help="workloads and contenders whose names contain this; can be repeated")
    parser.add_argument("--no-instructions", action="store_true", help="do not count instructions with valgrind")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="where to write all measurements")
    parser.add_argument("--svg", type=pathlib.Path, metavar="FILE", help="where to draw the chart")
    parser.add_argument("--record", action="store_true", help="write table, chart and measurements into the checkout")
    parser.add_argument("--redraw", action="store_true", help="measure nothing: print and draw what was recorded")
    return parser.parse_args()


def chosen(things: list, texts: list[str]) -> list:
    """Those whose names contain one of the texts, or all where no name does."""
    found = [thing for thing in things if any(text.lower() in thing.name.lower() for text in texts)]
    return found or things


def measure(programs: Programs, contenders: list[Contender], workloads: list[Workload], rounds: int,
            divisor: int) -> Results:
    """Every contender in turn, in each round another one first."""
    results, absent = Results(machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"), set()
    for number in range(rounds):
        first = number % len(contenders)
        for workload in workloads:
            count = max(1, workload.count // divisor)
            for contender in contenders[first:] + contenders[:first]:
                if (workload.name, contender.name) in absent:
                    continue
                run = programs.run(contender, workload, count)
                if run is None:
                    absent.add((workload.name, contender.name))
                else:
                    results.add(workload, count, contender.name, run)
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    order = [contender.name for contender in contenders]
    for name, runs in results.runs.items():
        results.runs[name] = {contender: runs[contender] for contender in order if contender in runs}
    return results


def count_instructions(programs: Programs, contenders: list[Contender], results: Results) -> None:
    for workload in (workload for workload in WORKLOADS if workload.name in ("small", "no-network")):
        for contender in contenders:
            if contender.name in results.contenders(workload.name):
                print(f"instructions: {workload.title}, {contender.name}", file=sys.stderr)
                figure = programs.instructions(contender, workload)
                if figure is not None:
                    results.instructions.setdefault(workload.name, {})[contender.name] = figure


def main() -> None:
    wanted = arguments()
    recorded = HERE / "results.json"
    if wanted.redraw:
        results = Results.read(recorded)
    else:
        fixtures.write(pathlib.Path(os.environ["RESOURCEFUL_SERVERS"]) / "www")
        programs = Programs(HERE / "Peers" / ".build" / "release")
        contenders, workloads = chosen(CONTENDERS, wanted.only), chosen(WORKLOADS, wanted.only)
        rounds, divisor = (3, 4) if wanted.quick else (wanted.rounds, 1)
        results = measure(programs, contenders, workloads, rounds, divisor)
        if can_count_instructions() and not wanted.quick and not wanted.no_instructions:
            count_instructions(programs, contenders, results)
    print(tables(results, markdown=False), goals(results), sep="\n\n")
    if wanted.json:
        results.write(wanted.json)
    if wanted.svg:
        wanted.svg.write_text(chart.drawn(results))
    if wanted.record or wanted.redraw:
        results.write(recorded)
        page.record(results, HERE.parent.parent / "Docs" / "Resourceful.docc")


if __name__ == "__main__":
    main()
