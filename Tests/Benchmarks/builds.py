"""The time to build a program that loads one object. Started by `run-builds`."""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from statistics import median

import page
from compare import CATALOG, machine

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
# Seconds, for Resourceful.
GOALS = {"debug": 20, "release": 50, "debug, after one change": 3}

PACKAGE = """// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Program",
    platforms: [.macOS(.v13)],
    dependencies: [{dependency}],
    targets: [.executableTarget(name: "Program", dependencies: [{products}])],
    swiftLanguageModes: [.v6]
)
"""

MODEL = """
struct Episode: Codable, Sendable {
    var title: String
    var seconds: Int
}
"""


@dataclass(frozen=True)
class Program:
    """A program that loads one object with a library."""

    library: str
    dependency: str
    products: str
    source: str

    def write(self, folder: pathlib.Path) -> None:
        (folder / "Sources" / "Program").mkdir(parents=True)
        package = PACKAGE.format(dependency=self.dependency, products=self.products)
        (folder / "Package.swift").write_text(package)
        self.write_source(folder, 0)

    def write_source(self, folder: pathlib.Path, change: int) -> None:
        text = f"{self.source}\nprint({change}, try await load())\n{MODEL}"
        (folder / "Sources" / "Program" / "main.swift").write_text(text)


PROGRAMS = [
    Program("Resourceful", f'.package(name: "Resourceful", path: "{CHECKOUT}")',
            '.product(name: "Resourceful", package: "Resourceful")',
            """import Foundation
import Resourceful

func load() async throws -> Episode {
    let webservice = Webservice(baseURL: URL(string: "http://127.0.0.1")!)
    return try await webservice.load(Resource<Episode>(json: "episode"))
}
"""),
    Program("AsyncHTTPClient",
            '.package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"), '
            '.package(url: "https://github.com/apple/swift-nio", from: "2.100.0")',
            '.product(name: "AsyncHTTPClient", package: "async-http-client"), '
            '.product(name: "NIOFoundationCompat", package: "swift-nio")',
            """import AsyncHTTPClient
import Foundation
import NIOFoundationCompat

func load() async throws -> Episode {
    let request = HTTPClientRequest(url: "http://127.0.0.1/episode")
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
    let body = try await response.body.collect(upTo: 1 << 20)
    return try JSONDecoder().decode(Episode.self, from: Data(buffer: body))
}
"""),
]


@dataclass
class Builds:
    """The seconds of each kind of build, one of each round."""

    seconds: dict[str, list[float]] = field(default_factory=dict)

    def add(self, kind: str, seconds: float) -> None:
        self.seconds.setdefault(kind, []).append(seconds)


def run(*words: str | pathlib.Path) -> None:
    """Runs a command. If it fails, shows the end of its output and exits."""
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: {(done.stdout + done.stderr).strip()[-2_000:]}")


def build(folder: pathlib.Path, *options: str) -> float:
    """Builds a package, and returns the seconds that it took."""
    begin = time.monotonic()
    run("swift", "build", "--package-path", folder, *options)
    return time.monotonic() - begin


def measure_round(program: Program, builds: Builds, changes: int) -> None:
    """Builds a program that was never built. Its packages are fetched before."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program.write(folder)
        run("swift", "package", "--package-path", folder, "resolve")
        for configuration in ("debug", "release"):
            builds.add(configuration, build(folder, "-c", configuration))
            for change in range(1, changes + 1):
                program.write_source(folder, change)
                builds.add(f"{configuration}, after one change", build(folder, "-c", configuration))
        print(f"{program.library}: " + ", ".join(f"{kind} {median(seconds):.1f} s"
                                                for kind, seconds in builds.seconds.items()), file=sys.stderr)


def table(found: dict[str, Builds]) -> str:
    ours, theirs = found["Resourceful"].seconds, found["AsyncHTTPClient"].seconds
    lines = ["| build | Resourceful | AsyncHTTPClient | × time | goal |", "| --- | ---: | ---: | ---: | --- |"]
    for kind, seconds in ours.items():
        ratio = median(a / b for a, b in zip(seconds, theirs[kind]))
        goal = GOALS.get(kind)
        verdict = "" if goal is None else f"≤ {goal} s: {'holds' if median(seconds) <= goal else 'falls short'}"
        lines.append(f"| {kind} | {median(seconds):.1f} s | {median(theirs[kind]):.1f} s | {ratio:.2f} | {verdict} |")
    return "\n".join(lines)


def spread(found: dict[str, Builds]) -> float:
    """How far a clean build is from the median of its kind at most, in percent."""
    kinds = [builds.seconds[kind] for builds in found.values() for kind in ("debug", "release")]
    return max(100 * abs(seconds / median(kind) - 1) for kind in kinds for seconds in kind)


def said(found: dict[str, Builds], rounds: int, changes: int) -> str:
    """The table, and how it was measured."""
    times = "one round" if rounds == 1 else f"medians of {rounds} rounds"
    noise = "" if rounds == 1 else f" Clean builds differ from their median by {spread(found):.0f}% at most."
    return f"{machine()}; {times}, with {changes} changes in each.{noise}\n\n{table(found)}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="Tests/Benchmarks/run-builds", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="how often each program is built from nothing (3)")
    parser.add_argument("--changes", type=int, default=9, help="how often it is built again in each round (9)")
    parser.add_argument("--record", action="store_true", help="write the table into the checkout")
    wanted = parser.parse_args()
    found = {program.library: Builds() for program in PROGRAMS}
    for number in range(wanted.rounds):
        for program in PROGRAMS[number % 2:] + PROGRAMS[:number % 2]:
            measure_round(program, found[program.library], wanted.changes)
    text = said(found, wanted.rounds, wanted.changes)
    print(text)
    if wanted.record:
        page.record_builds(text, CATALOG)


if __name__ == "__main__":
    main()
