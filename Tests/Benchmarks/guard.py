"""Compares the instructions of the main paths with those that were recorded. Started by `guard`."""

import argparse
import pathlib
import sys

import instructions
from instructions import Path, Record

RECORDED = pathlib.Path(__file__).resolve().parent / "guard.txt"
# How many functions are named when a path has become slower.
MOST_NAMED = 12


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Tests/Benchmarks/guard", description=__doc__)
    parser.add_argument("program", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--record", action="store_true", help="write what is counted to guard.txt")
    return parser.parse_args()


def compared(before: Path, after: Path) -> tuple[str, bool]:
    """A line of the table, and whether the path is within its tolerance."""
    change = after.instructions / before.instructions - 1
    verdict = "" if abs(change) <= before.tolerance else "MORE" if change > 0 else "less: record it"
    line = f"{after.name:42}{before.instructions:12,.0f}{after.instructions:12,.0f}{change:+9.2%}  {verdict}"
    return line.rstrip(), change <= before.tolerance


def grown(before: Path, after: Path) -> str:
    """The functions that make up the difference, the largest first."""
    # One that isn't in the record took less than the least that is kept.
    least = instructions.LEAST_SHARE * before.instructions
    differences = {name: figure - before.functions.get(name, least) for name, figure in after.functions.items()}
    largest = sorted(differences.items(), key=lambda item: -item[1])[:MOST_NAMED]
    lines = [f"{difference:+12,.0f}  {name}" for name, difference in largest if difference >= 1]
    return "\n".join([f"{after.name}: the functions that take more than recorded", *lines])


def report(before: Record, after: Record) -> bool:
    """Prints the comparison. Returns whether no path takes more than it may."""
    print(f"{'instructions of':42}{'recorded':>12}{'now':>12}{'change':>9}")
    slower = []
    for path in after.paths.values():
        known = before.paths.get(path.name)
        if known is None:
            print(f"{path.name:42}{'':12}{path.instructions:12,.0f}  NEW: record it")
            slower.append(None)
            continue
        line, isWithin = compared(known, path)
        print(line)
        if not isWithin:
            slower.append(grown(known, path))
    for name in before.paths.keys() - after.paths.keys():
        print(f"{name:42} was not counted")
        slower.append(None)
    print(*(f"\n{text}" for text in slower if text), sep="\n")
    return not slower


def main() -> None:
    wanted = arguments()
    before = Record.read(RECORDED)
    after = instructions.counted(wanted.program)
    if wanted.record:
        after.keep_tolerances(before)
        RECORDED.write_text(after.text)
        print(*(f"{path.name:42}{path.instructions:12,.0f}" for path in after.paths.values()), sep="\n")
        return
    if before.circumstances != after.circumstances:
        for name, here in after.circumstances.items():
            print(f"{name}: recorded {before.circumstances.get(name, 'nothing')}, here {here}")
        print("Counts of other circumstances say nothing: left out. Tests/Benchmarks/guard --record writes these.")
        return
    if not report(before, after):
        sys.exit("Some paths take more instructions than recorded. If you want that: Tests/Benchmarks/guard --record")


if __name__ == "__main__":
    main()
