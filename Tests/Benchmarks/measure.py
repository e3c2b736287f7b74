"""One contender, one workload: time and memory from the program itself, instructions from callgrind."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile

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

    def instructions(self, contender: Contender, workload: Workload) -> float | None:
        """Instructions of one load, in the program and not in the kernel: the slope between 200 and 1,200 loads."""
        few, many = 200, 1_200
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            # valgrind can't read the debugging symbols of every program.
            stripped = folder / contender.program
            subprocess.run(["strip", "-g", "-o", stripped, self.folder / contender.program], check=True)

            def counted(count: int) -> int | None:
                out = folder / f"callgrind.{count}"
                before = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}"]
                if self.run(contender, workload, count, before, folder) is None:
                    return None
                # The file of a program with several threads can have several parts.
                return sum(int(total) for total in re.findall(r"^totals: (\d+)", out.read_text(), re.MULTILINE))

            base, whole = counted(few), counted(many)
        return None if base is None or whole is None else (whole - base) / (many - few)


def can_count_instructions() -> bool:
    return shutil.which("valgrind") is not None and shutil.which("strip") is not None
