"""What callgrind has written: the instructions of each function, and of what it calls."""

import re
import subprocess
from collections import Counter
from dataclasses import dataclass, field

# A name is written once, with a number; later, the number alone.
POSITION = re.compile(r"(c?fn|c?ob)=\((\d+)\)(?: (.*))?$")
RECURSION = re.compile(r"'\d+$")


@dataclass(frozen=True, order=True)
class Function:
    """A function by its symbol, and the file that it is in."""

    library: str
    symbol: str


@dataclass
class CallGraph:
    """The instructions of functions alone, and of calls with all that happens in them."""

    own: Counter = field(default_factory=Counter)
    calls: Counter = field(default_factory=Counter)

    @property
    def total(self) -> float:
        return sum(self.own.values())

    def slope(self, more: "CallGraph", count: int) -> "CallGraph":
        """What each of so many loads adds, from this graph to one of more loads."""

        def each(few: Counter, many: Counter) -> Counter:
            return Counter({key: (many[key] - few[key]) / count for key in few.keys() | many.keys()
                            if many[key] != few[key]})

        return CallGraph(each(self.own, more.own), each(self.calls, more.calls))


class Reader:
    """Reads the format that callgrind writes ("Callgrind Format Specification" of Valgrind's manual)."""

    def __init__(self):
        self.graph = CallGraph()
        self.names: dict[tuple[str, str], str] = {}
        self.places = {"ob": "", "fn": "", "cob": None, "cfn": ""}
        self.isCall = False

    def read(self, file: str) -> CallGraph:
        with open(file, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                self.take(line.rstrip("\n"))
        return self.graph

    def take(self, line: str) -> None:
        if match := POSITION.match(line):
            kind, number, name = match.groups()
            if name is not None:
                self.names[kind[-2:], number] = RECURSION.sub("", name)
            self.places[kind] = self.names[kind[-2:], number]
            return
        if line.startswith("calls="):
            self.isCall = True
        elif line and line[0] in "0123456789+-*":
            self.count(int(line.split()[1]))

    def count(self, instructions: int) -> None:
        function = self.function(self.places["ob"], self.places["fn"])
        if not self.isCall:
            self.graph.own[function] += instructions
            return
        # A callee without a file is in that of its caller.
        callee = self.function(self.places["cob"] or self.places["ob"], self.places["cfn"])
        if callee != function:
            self.graph.calls[function, callee] += instructions
        self.places["cob"], self.isCall = None, False

    @staticmethod
    def function(library: str, symbol: str) -> Function:
        return Function(library.rsplit("/", 1)[-1], symbol)


def read(file: str) -> CallGraph:
    return Reader().read(file)


def demangled(symbols: list[str], *options: str) -> list[str]:
    """The names of symbols as the source has them."""
    done = subprocess.run(["swift", "demangle", "--compact", *options], input="\n".join(symbols), capture_output=True,
                          text=True, check=True)
    return done.stdout.split("\n")[:len(symbols)]
