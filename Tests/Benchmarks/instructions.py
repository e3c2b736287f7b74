"""The instructions of each path of the program `paths`, in total and by function, and the text they are kept in."""

import ctypes
import os
import pathlib
import platform
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import callgraph

# The share of a path that a function must have to be kept, and by how much a path may grow.
LEAST_SHARE, TOLERANCE = 0.004, 0.02
# A path over a network isn't the same each time: how often a thread waits depends on how fast the server answers.
TOLERANCES = {"load 1 KB with libcurl": 0.05}
HEAD = """\
# The instructions of the main paths, in total and of the functions with the largest shares: written by
# Tests/Benchmarks/guard --record, and compared by Tests/Benchmarks/guard. After each total: by how much it may grow.
"""


@dataclass
class Path:
    name: str
    instructions: float
    tolerance: float = TOLERANCE
    functions: dict[str, float] = field(default_factory=dict)


@dataclass
class Record:
    """What was counted, and where."""

    circumstances: dict[str, str] = field(default_factory=dict)
    paths: dict[str, Path] = field(default_factory=dict)

    def keep_tolerances(self, other: "Record") -> None:
        for path in self.paths.values():
            known = other.paths.get(path.name)
            path.tolerance = known.tolerance if known else TOLERANCES.get(path.name, TOLERANCE)

    @property
    def text(self) -> str:
        parts = [HEAD + "".join(f"{name}: {value}\n" for name, value in self.circumstances.items())]
        for path in self.paths.values():
            lines = [f"{path.name}\t{path.instructions:.0f}\t{path.tolerance:.0%}"]
            kept = [item for item in path.functions.items() if item[1] >= LEAST_SHARE * path.instructions]
            lines += [f"\t{figure:.0f}\t{name}" for name, figure in sorted(kept, key=lambda item: (-item[1], item[0]))]
            parts.append("\n".join(lines) + "\n")
        return "\n".join(parts)

    @staticmethod
    def read(file: pathlib.Path) -> "Record":
        record, path = Record(), None
        for line in file.read_text().splitlines() if file.exists() else []:
            words = line.split("\t")
            if len(words) == 3 and not words[0] and path:
                path.functions[words[2]] = float(words[1])
            elif len(words) == 3:
                path = Path(words[0], float(words[1]), float(words[2].rstrip("%")) / 100)
                record.paths[path.name] = path
            elif not line.startswith("#") and ": " in line:
                name, value = line.split(": ", 1)
                record.circumstances[name] = value
        return record


def circumstances() -> dict[str, str]:
    """What the counts depend on beside the sources."""
    version = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    library = ctypes.CDLL("libcurl.so.4")
    library.curl_version.restype = ctypes.c_char_p
    processor = pathlib.Path("/proc/cpuinfo").read_text()
    return {
        "compiler": version.splitlines()[0].strip(),
        "C library": " ".join(platform.libc_ver()),
        "libcurl": library.curl_version().decode().split()[0],
        # The C library copies and compares with what the processor has.
        "processor": platform.machine() + (" with AVX2" if re.search(r"\bavx2\b", processor) else ""),
    }


@contextmanager
def server(program: pathlib.Path) -> Iterator[str]:
    """The URL of a server in a process of its own, whose instructions aren't counted."""
    process = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.communicate(timeout=30)


def counted(program: pathlib.Path) -> Record:
    """Runs all paths once, in one process. callgrind writes a file before each mark: every second one is of a path."""
    with tempfile.TemporaryDirectory(prefix="guard-") as name, server(program) as url:
        folder = pathlib.Path(name)
        # valgrind can't read the debugging symbols of every program.
        subprocess.run(["strip", "-g", "-o", folder / "paths", program], check=True)
        words = ["valgrind", "-q", "--tool=callgrind", "--dump-before=rsf_mark",
                 f"--callgrind-out-file={folder}/counts",
                 folder / "paths", "measure", url, folder / "cache"]
        # Neither the order of dictionaries nor what the environment says may change the counts.
        environment = {"PATH": os.environ["PATH"], "SWIFT_DETERMINISTIC_HASHING": "1"}
        done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=600)
        if done.returncode != 0:
            raise SystemExit(f"The paths could not be measured: {(done.stdout + done.stderr).strip()[-2000:]}")
        record = Record(circumstances())
        for index, line in enumerate(done.stdout.splitlines()):
            path, count = line.split("\t")
            record.paths[path] = profile(path, int(count), folder / f"counts.{2 * index + 2}")
        return record


def profile(name: str, count: int, file: pathlib.Path) -> Path:
    graph = callgraph.read(file)
    symbols = list(graph.own)
    functions: Counter = Counter()
    for symbol, text in zip(symbols, callgraph.demangled([symbol.symbol for symbol in symbols], "--simplified")):
        functions[shortened(text)] += graph.own[symbol] / count
    return Path(name, graph.total / count, functions=dict(functions))


def shortened(name: str) -> str:
    name = re.sub(r"specialized (specialized )+", "specialized ", name.replace("\t", " "))
    return name if len(name) <= 100 else name[:99] + "…"
