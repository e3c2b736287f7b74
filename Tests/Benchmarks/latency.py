"""How long a load takes under load, from when it was to begin: `Tests/Benchmarks/run --latency`.

Loads begin at the times of a schedule, whether or not those before have ended. So a pause of the client or of the
server counts for each load that was to begin in it, and not for one alone (coordinated omission).
"""

import sys
import tempfile
from dataclasses import dataclass, field
from statistics import median

from contenders import ASYNC_HTTP_CLIENT, CONTENDERS, LEAN, OVER_CURL, WORKLOADS, Contender, Workload
from measure import Programs
from percentiles import percentile, schedule

NAMES = (ASYNC_HTTP_CLIENT, LEAN, OVER_CURL)
PERCENTS = (50, 99, 99.9)
SHARES = (0.3, 0.6, 0.9)
SEED = 20_260_101
# Less than that of the rate that was asked for, and the loads wait longer and longer.
LEAST_OF_RATE = 0.95


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    rounds: int = 9
    seconds: float = 3
    count: int = 12_800

    @staticmethod
    def quick() -> "Plan":
        return Plan(rounds=3, seconds=1, count=3_200)


@dataclass
class Latencies:
    """One contender at one rate, and for each round its percentiles in nanoseconds, and the part of the rate it did."""

    percentiles: list[dict[float, float]] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)

    def add(self, run: dict, asked: int, seconds: float) -> None:
        self.percentiles.append({percent: percentile(run["latencies"], percent) for percent in PERCENTS})
        self.shares.append(len(run["latencies"]) / asked * seconds * 1e9 / max(run["wall"], seconds * 1e9))

    @property
    def keeps_up(self) -> bool:
        return median(self.shares) >= LEAST_OF_RATE

    def median(self, percent: float) -> float:
        return median(figures[percent] for figures in self.percentiles)


def run_open(programs: Programs, contender: Contender, workload: Workload, times: list[int]) -> dict:
    """What a program measured whose loads began at these times."""
    with tempfile.NamedTemporaryFile("w", suffix=".schedule") as file:
        file.write("\n".join(map(str, times)) + "\n")
        file.flush()
        return programs.run(contender, workload, file.name)


def highest_rates(programs: Programs, contenders: list[Contender], workload: Workload, plan: Plan) -> dict[str, float]:
    """Loads a second of each, one after the other in each of so many tasks: the best number of tasks, the median of the
    rounds."""
    rates: dict[tuple[str, int], list[float]] = {}
    for _ in range(plan.rounds):
        for contender in contenders:
            for at_once in (16, 64):
                run = programs.run(contender, workload.with_tasks(at_once), plan.count)
                rates.setdefault((contender.name, at_once), []).append(plan.count * 1e9 / run["wall"])
    return {contender.name: max(median(rates[contender.name, at_once]) for at_once in (16, 64))
            for contender in contenders}


def points(contender: Contender, highest: dict[str, float]) -> list[float]:
    """The rates at which a contender is measured: parts of its own highest, and of AsyncHTTPClient's."""
    names = dict.fromkeys((contender.name, ASYNC_HTTP_CLIENT))
    return [share * highest[name] for name in names if name in highest for share in SHARES]


def measure(programs: Programs, plan: Plan) -> str:
    """Measures all, in rounds that each begin with another contender, and returns the tables."""
    contenders = [contender for contender in CONTENDERS if contender.name in NAMES and programs.find(contender)]
    workload = next(workload for workload in WORKLOADS if workload.name == "small-64")
    highest = highest_rates(programs, contenders, workload, plan)
    print(", ".join(f"{name}: {rate:,.0f} loads/s" for name, rate in highest.items()), file=sys.stderr)
    found: dict[tuple[str, float], Latencies] = {}
    for number in range(plan.rounds):
        first = number % len(contenders)
        for contender in contenders[first:] + contenders[:first]:
            for rate in points(contender, highest):
                times = schedule(rate, plan.seconds, SEED + number)
                run = run_open(programs, contender, workload, times)
                found.setdefault((contender.name, rate), Latencies()).add(run, len(times), plan.seconds)
        print(f"round {number + 1} of {plan.rounds}", file=sys.stderr)
    return tables(found, highest, plan)


def line(name: str, share: float, rate: float, latencies: Latencies) -> str:
    figures = ([f"{latencies.median(percent) / 1e3:,.0f} µs" for percent in PERCENTS] if latencies.keeps_up
               else ["falls behind"] + ["–"] * (len(PERCENTS) - 1))
    return "| " + " | ".join([name, f"{share:.0%}", f"{rate:,.0f}/s", *figures]) + " |"


def tables(found: dict[tuple[str, float], Latencies], highest: dict[str, float], plan: Plan) -> str:
    """One table at parts of each contender's own highest rate, one at parts of AsyncHTTPClient's."""
    columns = "| rate | loads | 50% | 99% | 99.9% |\n| --- " + "| ---: " * (2 + len(PERCENTS)) + "|"
    own = [line(name, share, share * rate, found[name, share * rate])
           for name, rate in highest.items() for share in SHARES]
    parts = [f"{plan.rounds} rounds of {plan.seconds:g} s each. The seed of the first round's schedule is {SEED}.",
             "\n".join([f"| of the own highest rate {columns}", *own])]
    if base := highest.get(ASYNC_HTTP_CLIENT):
        same = [line(name, share, share * base, found[name, share * base]) for share in SHARES for name in highest]
        parts.append("\n".join([f"| of {ASYNC_HTTP_CLIENT}'s highest rate {columns}", *same]))
    return "\n\n".join(parts)

