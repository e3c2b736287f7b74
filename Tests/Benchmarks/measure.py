"""One contender, one workload: time and memory from the program itself, instructions from callgrind."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import wire
from contenders import Contender, Workload


class Programs:
    """The built contenders: those in Swift and C, and those in other languages, where they could be built."""

    def __init__(self, benchmarks: pathlib.Path, servers: pathlib.Path):
        self.servers = servers
        self.languages = benchmarks / "Languages"
        self.folders = [benchmarks / "Peers" / ".build" / "release", self.languages / ".build"]

    def find(self, contender: Contender) -> pathlib.Path | None:
        """A contender's program; None where it wasn't built."""
        places = (folder / contender.program for folder in self.folders)
        return next((place for place in places if place.exists()), None)

    def run(self, contender: Contender, workload: Workload, count: int | str, before: list[str] | None = None,
            program: pathlib.Path | None = None) -> dict | None:
        """What the program measured; None where it has nothing to measure. Instead of a count, it takes the file of a
        schedule."""
        script = ["-B", str(self.languages / contender.script)] if contender.script else []
        words = [str(program or self.find(contender)), *script, workload.server, workload.argument,
                 str(count), str(workload.at_once)] + ([contender.kind] if contender.kind else [])
        done = subprocess.run((before or []) + words, capture_output=True, text=True, timeout=600)
        if done.returncode != 0:
            raise SystemExit(f"{contender.name}, {workload.title}: {done.stderr.strip()[-1000:]}")
        return json.loads(done.stdout)

    def run_checked(self, contender: Contender, workload: Workload, count: int) -> dict | None:
        """What the program measured. Over TLS, ends all where that is not what was on the wire, and adds which part of
        the connections was resumed."""
        if not workload.connections:
            return self.run(contender, workload, count)
        log = wire.Log(self.servers)
        run = self.run(contender, workload, count)
        exchanges = log.exchanges()
        if objection := wire.objection(workload, count, exchanges):
            raise SystemExit(f"{contender.name}, {workload.title}: {objection}")
        return run | {"resumed": wire.share_resumed(exchanges)}

    def instructions(self, contender: Contender, workload: Workload) -> float:
        """Instructions of one load, in the program and not in the kernel: the slope between 200 and 1,200 loads."""
        few, many = 200, 1_200

        def total(count: int) -> int:
            with self.counted(contender, workload, count) as file:
                # The file of a program with several threads can have several parts.
                text = pathlib.Path(file).read_text()
                return sum(int(figure) for figure in re.findall(r"^totals: (\d+)", text, re.MULTILINE))

        return (total(many) - total(few)) / (many - few)

    @contextmanager
    def counted(self, contender: Contender, workload: Workload, count: int) -> Iterator[str]:
        """The file in which callgrind has counted a run."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            # valgrind can't read the debugging symbols of every program.
            program = self.find(contender)
            if not contender.script:
                program = folder / contender.program
                subprocess.run(["strip", "-g", "-o", program, self.find(contender)], check=True)
            file = str(folder / "counts")
            before = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={file}"]
            self.run(contender, workload, count, before, program)
            yield file


def can_count_instructions() -> bool:
    return shutil.which("valgrind") is not None and shutil.which("strip") is not None
