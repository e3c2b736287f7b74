"""Compares Resourceful with its peers. Started by `run`, which builds the contenders and starts the server."""

import argparse
import os
import pathlib
import platform
import re
import subprocess
import sys
from datetime import date

import chart
import fixtures
import handover
import latency
import layers
import page
import profiling
from contenders import CONTENDERS, OVER_CURL, WORKLOADS, Contender, Workload
from measure import Programs, can_count_instructions
from others import Others
from results import Results, goals, tables

HERE = pathlib.Path(__file__).resolve().parent
CATALOG = HERE.parent.parent / "Docs" / "Resourceful.docc"
SERVERS = pathlib.Path(os.environ.get("RESOURCEFUL_SERVERS", "."))

# A round is measured again when others took more of the processors than this.
MOST_OF_OTHERS = 0.05


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
    parser.add_argument("--profile", metavar="TEXT",
                        help="measure nothing: show where the instructions of a contender's 1 KB load are")
    parser.add_argument("--layers", action="store_true",
                        help="measure nothing: show which layers execute the instructions of a 1 KB load over libcurl")
    parser.add_argument("--latency", action="store_true",
                        help="measure something else: how long loads take under load, at given rates")
    parser.add_argument("--redraw", action="store_true", help="measure nothing: print and draw what was recorded")
    wanted = parser.parse_args()
    if wanted.record and (wanted.only or wanted.quick):
        parser.error("--record is for a whole run")
    return wanted


def chosen(things: list, texts: list[str]) -> list:
    """Those whose names contain one of the texts, or all where no name does."""
    found = [thing for thing in things if any(text.lower() in thing.name.lower() for text in texts)]
    return found or things


def machine(languages: bool = False) -> str:
    """The system and the toolchain, and those of the contenders in other languages."""
    version = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    swift = re.search(r"Swift version (\S+)", version)
    tools = [f"Swift {swift[1]}" if swift else "an unknown toolchain"]
    versions = HERE / "Languages" / ".build" / "versions"
    if languages and versions.exists():
        tools += versions.read_text().splitlines()
    return f"{platform.system()} {platform.machine()} with {os.cpu_count()} cores, {', '.join(tools)}, {date.today()}"


def measure_round(programs: Programs, contenders: list[Contender], workloads: list[Workload], divisor: int) -> Results:
    """Every contender once at every workload that it knows."""
    results = Results()
    for workload in workloads:
        count = max(1, workload.count // divisor)
        for contender in filter(workload.concerns, contenders):
            run = programs.run_checked(contender, workload, count)
            if run is not None:
                results.add(workload, count, contender.name, run)
    return results


def measure(programs: Programs, contenders: list[Contender], workloads: list[Workload], rounds: int,
            divisor: int) -> Results:
    """So many rounds, each beginning with another contender. One in which others were busy is measured again, unless
    that has happened as often as there are rounds."""
    results = Results(machine=machine(languages=True), handover=handover.round_trip())
    others, disturbed = Others(SERVERS), 0
    while len(results.others) < rounds:
        first = len(results.others) % len(contenders)
        done = measure_round(programs, contenders[first:] + contenders[:first], workloads, divisor)
        share = others.share()
        print(f"round {len(results.others) + 1} of {rounds}"
              + ("" if share is None else f": others took {share:.0%} of the processors"), file=sys.stderr)
        if share is not None and share > MOST_OF_OTHERS and disturbed < rounds:
            disturbed += 1
            continue
        results.take(done, [contender.name for contender in contenders], share)
    return results


def count_instructions(programs: Programs, contenders: list[Contender], results: Results) -> None:
    for workload in (workload for workload in WORKLOADS if workload.name in ("small", "no-network")):
        for contender in (contender for contender in contenders if contender.counts_instructions):
            if contender.name in results.contenders(workload.name):
                print(f"instructions: {workload.title}, {contender.name}", file=sys.stderr)
                figure = programs.instructions(contender, workload)
                results.instructions.setdefault(workload.name, {})[contender.name] = figure


def show_instructions(wanted: argparse.Namespace, programs: Programs) -> None:
    """Where the instructions of a load are, by function or by layer."""
    fixtures.write(SERVERS / "www")
    if wanted.profile:
        for contender in (contender for contender in CONTENDERS if wanted.profile.lower() in contender.name.lower()):
            print(profiling.report(programs, contender, WORKLOADS[0]))
        return
    contender = next(contender for contender in CONTENDERS if contender.name == OVER_CURL)
    table = layers.table(layers.of_a_load(programs, contender, WORKLOADS[0]))
    print(f"{contender.name}, {WORKLOADS[0].title}\n\n{table}")
    if wanted.record:
        page.record_layers(table, CATALOG)


def show_latencies(wanted: argparse.Namespace, programs: Programs) -> None:
    """How long loads take that begin at given times."""
    fixtures.write(SERVERS / "www")
    tables = latency.measure(programs, latency.Plan.quick() if wanted.quick else latency.Plan())
    text = f"{machine()}. {handover.sentence(handover.round_trip())} {tables}"
    print(text)
    if wanted.record:
        page.record_latency(text, CATALOG)


def main() -> None:
    wanted = arguments()
    recorded, programs = HERE / "results.json", Programs(HERE, SERVERS)
    if wanted.profile or wanted.layers:
        show_instructions(wanted, programs)
        return
    if wanted.latency:
        show_latencies(wanted, programs)
        return
    if wanted.redraw:
        results = Results.read(recorded)
    else:
        fixtures.write(SERVERS / "www")
        built = [contender for contender in CONTENDERS if programs.find(contender)]
        contenders, workloads = chosen(built, wanted.only), chosen(WORKLOADS, wanted.only)
        rounds, divisor = (3, 4) if wanted.quick else (wanted.rounds, 1)
        results = measure(programs, contenders, workloads, rounds, divisor)
        if can_count_instructions() and not wanted.quick and not wanted.no_instructions:
            count_instructions(programs, contenders, results)
    print(results.circumstances, tables(results, markdown=False), goals(results, markdown=False), sep="\n\n")
    if wanted.json:
        results.write(wanted.json)
    if wanted.svg:
        wanted.svg.write_text(chart.drawn(results))
    if wanted.record or wanted.redraw:
        results.write(recorded)
        page.record(results, CATALOG)


if __name__ == "__main__":
    main()
