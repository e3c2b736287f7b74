"""One contender, one workload: time and memory from the program itself, instructions from callgrind."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from contenders import Contender, Workload

SERVER = "http://127.0.0.1:18790/"


class Programs:
    """The built contenders."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def run(self, contender: Contender, workload: Workload, count: int, before: list[str] | None = None,
            folder: pathlib.Path | None = None) -> dict | None:
        """What the program measured; None where it has nothing to measure."""
        words = [str((folder or self.folder) / contender.program), SERVER, workload.argument, str(count),
                 str(workload.at_once)] + ([contender.kind] if contender.kind else [])
        done = subprocess.run((before or []) + words, capture_output=True, text=True, timeout=600)
        if done.returncode != 0:
            raise SystemExit(f"{contender.name}, {workload.title}: {done.stderr.strip()[-1000:]}")
        return json.loads(done.stdout)

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
            program = folder / contender.program
            subprocess.run(["strip", "-g", "-o", program, self.folder / contender.program], check=True)
            file = str(folder / "counts")
            before = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={file}"]
            self.run(contender, workload, count, before, folder)
            yield file


def can_count_instructions() -> bool:
    return shutil.which("valgrind") is not None and shutil.which("strip") is not None
