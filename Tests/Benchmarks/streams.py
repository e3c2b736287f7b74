"""Bodies of a gigabyte over libcurl, beside what the disk takes. Started by `run-streams`."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from statistics import median

import page
from compare import CATALOG, machine

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE / ".build" / "release" / "streams"
SIZE = 1_000_000_000
DISK = "disk"
# What each job is called in the table.
JOBS = {
    "download": "`stream(of:)`, counting bytes",
    "file": "`download(_:to:)`, to disk",
    DISK: "the same number of zeros to disk with `dd conv=fsync`",
    "upload": "a file upload",
    "lines": "JSON Lines of 200 bytes, each decoded",
    "sleep": "a reader that sleeps",
}
# Each goal: the least speed in MB/s, or, for a file, the least share of what the disk takes.
LINES_GOAL, DISK_GOAL = 150, 0.9
LINE = re.compile(r"^\w+: (?P<what>.*), (?P<speed>\d+) MB/s, peak (?P<peak>\d+) MB", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """One job, once. Speeds are in MB/s, and a peak of resident memory in MB."""

    what: str
    speed: float
    peak: int | None = None


def read(text: str) -> Outcome:
    """What a job of the program has printed."""
    line = LINE.search(text)
    if line is None:
        sys.exit(f"{PROGRAM} printed no figures: {text.strip()[-500:]}")
    return Outcome(line["what"], float(line["speed"]), int(line["peak"]))


def measure(job: str) -> Outcome:
    if job == DISK:
        return fill_disk()
    # If its peak is above the limit, it fails, after printing its figures.
    done = subprocess.run([PROGRAM, "curl", job], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        print(f"{job}: {done.stdout.splitlines()[-1:]}", file=sys.stderr)
    return read(done.stdout + done.stderr)


def fill_disk() -> Outcome:
    """Writes a file to the folder in which a download is kept, and waits until the disk has it."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["dd", "if=/dev/zero", f"of={folder}/zeros", "bs=1MB", f"count={SIZE // 1_000_000}", "conv=fsync"]
        begin = time.monotonic()
        subprocess.run(command, capture_output=True, check=True)
        return Outcome(f"{SIZE} bytes", SIZE / 1e6 / (time.monotonic() - begin))


def verdict(job: str, found: dict[str, list[Outcome]]) -> str:
    if job == "file":
        share = median(file.speed / disk.speed for file, disk in zip(found["file"], found[DISK]))
        return f"{share:.2f} of `dd`; ≥ {DISK_GOAL}: {'holds' if share >= DISK_GOAL else 'falls short'}"
    if job == "lines":
        holds = median(outcome.speed for outcome in found[job]) >= LINES_GOAL
        return f"≥ {LINES_GOAL} MB/s: {'holds' if holds else 'falls short'}"
    return ""


def megabytes(text: str) -> str:
    """The text with its numbers of bytes in MB."""
    return re.sub(r"(\d{5,})( bytes)?", lambda number: f"{int(number[1]) / 1e6:.0f} MB", text)


def table(found: dict[str, list[Outcome]]) -> str:
    lines = ["| over libcurl | speed | slowest and fastest | peak memory | goal |", "| --- | ---: | ---: | ---: | --- |"]
    for job, outcomes in found.items():
        speeds = [outcome.speed for outcome in outcomes]
        peaks = [outcome.peak for outcome in outcomes if outcome.peak is not None]
        # What a reader that sleeps reads depends on its sleep alone.
        figures = ("", "") if job == "sleep" else (f"{median(speeds):,.0f} MB/s", f"{min(speeds):,.0f}–{max(speeds):,.0f}")
        name = JOBS[job] + (f": {megabytes(outcomes[-1].what)}" if job == "sleep" else "")
        peak = f"{max(peaks)} MB" if peaks else ""
        lines.append(f"| {name} | {figures[0]} | {figures[1]} | {peak} | {verdict(job, found)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="Tests/Benchmarks/run-streams", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="how often each job is done (9)")
    parser.add_argument("--record", action="store_true", help="write the table into the checkout")
    wanted = parser.parse_args()
    found: dict[str, list[Outcome]] = {job: [] for job in JOBS}
    jobs = list(JOBS)
    for number in range(wanted.rounds):
        first = number % len(jobs)
        for job in jobs[first:] + jobs[:first]:
            found[job].append(measure(job))
        print(f"round {number + 1}: " + ", ".join(f"{job} {outcomes[-1].speed:,.0f}" for job, outcomes in found.items()),
              file=sys.stderr)
    text = f"{machine()}; medians of {wanted.rounds} rounds.\n\n{table(found)}"
    print(text)
    if wanted.record:
        page.record_streams(text, CATALOG)


if __name__ == "__main__":
    main()
