"""Writes the public symbols of a package as text, one on a line, or compares them with what is written."""

import collections
import difflib
import json
import pathlib
import sys

graphs, folder = map(pathlib.Path, sys.argv[1:3])
update = sys.argv[3:] == ["--update"]


def line(symbol, conformances):
    declaration = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    path = ".".join(symbol["pathComponents"][:-1])
    text = " ".join(declaration.split())
    for availability in symbol.get("availability", []):
        if availability.get("domain") not in (None, "*"):
            continue
        if availability.get("isUnconditionallyUnavailable"):
            text = f"unavailable {text}"
        if availability.get("isUnconditionallyDeprecated"):
            text = f"deprecated {text}"
    generics = symbol.get("swiftExtension", {}).get("constraints", [])
    # Those of an extension are not in the declaration.
    relations = {"conformance": ":", "superclass": ":", "sameType": "=="}
    conditions = sorted(f"{one['lhs']} {relations[one['kind']]} {one['rhs']}" for one in generics)
    where = f" where {', '.join(conditions)}" if conditions else ""
    names = sorted(conformances[symbol["identifier"]["precise"]])
    bases = f" : {', '.join(names)}" if names else ""
    return f"{path}{where} | {text}{bases}" if path else f"{text}{bases}"


lists = collections.defaultdict(set)
for file in graphs.glob("*.symbols.json"):
    graph = json.loads(file.read_text())
    conformances = collections.defaultdict(set)
    for relationship in graph["relationships"]:
        # Conditional ones say when.
        if relationship["kind"] == "conformsTo" and "targetFallback" in relationship:
            name = relationship["targetFallback"].split(".", 1)[-1]
            conditions = ", ".join(
                sorted(f"{one['lhs']}: {one['rhs']}" for one in relationship.get("swiftConstraints", [])))
            conformances[relationship["source"]].add(f"{name} ({conditions})" if conditions else name)
    for symbol in graph["symbols"]:
        lists[file.name.split(".")[0].split("@")[0]].add(line(symbol, conformances))

isSame = True
for name, lines in sorted(lists.items()):
    path = folder / f"{name}.txt"
    text = "".join(f"{one}\n" for one in sorted(lines))
    if update:
        path.write_text(text)
        continue
    before = path.read_text() if path.exists() else ""
    if text != before:
        isSame = False
        sys.stdout.writelines(
            difflib.unified_diff(before.splitlines(True), text.splitlines(True), str(path), "what is public now", n=0))
for path in folder.glob("*.txt"):
    if path.stem not in lists:
        isSame = False
        print(f"{path} lists a module that has nothing public")
count = sum(map(len, lists.values()))
if not isSame:
    sys.exit("What is public is not what Docs/API says. If that is meant, run Tests/API/run --update, and commit it.")
print(f"{count} public symbols, as Docs/API says.")
