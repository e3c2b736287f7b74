"""Where the instructions of a load are: the slope of each function between few and many loads, from callgrind."""

import re
import subprocess
from collections import Counter

from contenders import Contender, Workload
from measure import Programs

LINE = re.compile(r"\s*([\d,]+)\s+(?:\(.*?\)\s+)?[^\s:]*:(.+)$")
OBJECT = re.compile(r"\s*\[(?:.*/)?([^/\]]+)\]$")


def counts(programs: Programs, contender: Contender, workload: Workload, count: int) -> tuple[Counter, Counter]:
    """Instructions of each function, without and with those that it calls."""
    with programs.counted(contender, workload, count) as file:
        return tuple(annotated(file, inclusive) for inclusive in (False, True))


def annotated(file: str, inclusive: bool) -> Counter:
    words = ["callgrind_annotate", "--threshold=100", "--auto=no", "--show-percs=no"]
    text = subprocess.run([*words, f"--inclusive={'yes' if inclusive else 'no'}", file], capture_output=True,
                          text=True, check=True).stdout
    text = subprocess.run(["swift", "demangle", "--simplified"], input=text, capture_output=True, text=True,
                          check=True).stdout
    found = Counter()
    for line in text.splitlines():
        if match := LINE.match(line):
            # A function that calls itself has several lines. The program is in another folder each time.
            name = OBJECT.sub(r"  [\1]", re.sub(r"'\d+", "", match[2]))
            figure = int(match[1].replace(",", ""))
            found[name] = max(found[name], figure) if inclusive else found[name] + figure
    return found


def report(programs: Programs, contender: Contender, workload: Workload, rows: int = 100) -> str:
    few, many = 200, 1_200
    before, after = (counts(programs, contender, workload, count) for count in (few, many))
    own, whole = (
        Counter({name: (figure - base[name]) / (many - few) for name, figure in full.items()})
        for base, full in zip(before, after))
    libraries = Counter()
    for name, figure in own.items():
        match = OBJECT.search(name)
        libraries[match[1] if match else "?"] += figure
    parts = [f"{contender.name}, {workload.title}: {sum(own.values()):,.0f} instructions a load"]
    for title, figures in (("libraries", libraries), ("functions alone", own), ("with what they call", whole)):
        lines = [f"{figure:12,.0f}  {shortened(name)}" for name, figure in figures.most_common(rows) if figure >= 100]
        parts.append("\n".join([f"{title}:", *lines]))
    return "\n\n".join(parts)


def shortened(name: str) -> str:
    return name if len(name) < 120 else name[:118] + " …"
