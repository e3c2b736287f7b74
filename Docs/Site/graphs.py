"""Makes the symbol graphs of the site from those of the modules: `graphs.py EXTRACTED SOURCES OUTPUT`.

What `import Resourceful` re-exports is one module, which is how a user sees it. What a module adds to a type of another
module becomes an extension in its own pages, so that a page says which module to import.
"""

import collections
import json
import pathlib
import sys

extracted, sources, output = map(pathlib.Path, sys.argv[1:4])
reexported = ["ResourcefulJSON", "ResourcefulHTTP", "ResourcefulCore", "ResourcefulLoading", "Resourceful"]
alone = [
    "ResourcefulTesting", "ResourcefulLab", "ResourcefulSwiftTesting", "ResourcefulStreams", "ResourcefulDownloads",
    "ResourcefulUploads", "ResourcefulConnectivity",
    "ResourcefulOutbox", "ResourcefulPages", "ResourcefulDisk", "ResourcefulDiagnostics", "ResourcefulFormats",
    "ResourcefulIdentity", "ResourcefulOAuth", "ResourcefulProgress", "ResourcefulResilience", "ResourcefulURLSession",
]
modules = {"Resourceful": reexported, "ResourcefulCurl": ["ResourcefulCurl", "ResourcefulNetwork"]}
modules |= {name: [name] for name in alone}
# What a user imports, by what the compiler calls it.
imports = {part: module for module, parts in modules.items() for part in parts}
imports |= {"FoundationEssentials": "Foundation", "FoundationNetworking": "Foundation"}


def own(parts):
    """The symbols that are written in these targets, and their relationships; without those of what they import."""
    symbols, unplaced, edges = {}, {}, {}
    for part in parts:
        for file in [extracted / f"{part}.symbols.json", *sorted(extracted.glob(f"{part}@*.symbols.json"))]:
            graph = json.loads(file.read_text())
            for symbol in graph["symbols"]:
                place = symbol.get("location", {}).get("uri", "")
                if any(f"{sources}/{part}/" in place for part in parts):
                    symbols[symbol["identifier"]["precise"]] = symbol
            for edge in graph["relationships"]:
                edges[edge["kind"], edge["source"], edge["target"]] = edge
            for symbol in graph["symbols"]:
                # What the compiler adds, such as `init(from:)`, is written nowhere.
                precise = symbol["identifier"]["precise"]
                if "location" not in symbol and "::SYNTHESIZED::" not in precise:
                    unplaced[precise] = symbol
    for kind, source, target in edges:
        if kind == "memberOf" and target in symbols and source in unplaced:
            symbols[source] = unplaced[source]
    return symbols, [edge for edge in edges.values() if edge["source"] in symbols]


def extension(of, member):
    """The block in which a member is added to a type of another module."""
    path = member["pathComponents"][:-1]
    return {
        "kind": {"identifier": "swift.extension", "displayName": "Extension"},
        "identifier": {"precise": "s:e:" + member["identifier"]["precise"], "interfaceLanguage": "swift"},
        "pathComponents": path,
        "names": {"title": ".".join(path)},
        "accessLevel": "public",
        "declarationFragments": [
            {"kind": "keyword", "spelling": "extension"},
            {"kind": "text", "spelling": " "},
            {"kind": "typeIdentifier", "spelling": ".".join(path), "preciseIdentifier": of},
        ],
        "swiftExtension": {key: member["swiftExtension"][key] for key in ("extendedModule", "typeKind")},
    }


def write(module, name, symbols, relationships):
    graph = {
        "metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}, "generator": "Docs/Site/graphs.py"},
        "module": {"name": module, "platform": {}},
        "symbols": symbols,
        "relationships": relationships,
    }
    (output / f"{name}.symbols.json").write_text(json.dumps(graph))


output.mkdir(parents=True)
for module, parts in modules.items():
    symbols, edges = own(parts)
    types = {symbol["pathComponents"][0] for symbol in symbols.values() if len(symbol["pathComponents"]) == 1}
    added = collections.defaultdict(dict)
    for precise, symbol in list(symbols.items()):
        if symbol["pathComponents"][0] in types:
            continue
        del symbols[precise]
        # What a type of another module has from a protocol of another module is on the page of that protocol.
        if "::SYNTHESIZED::" not in precise:
            named = symbol["swiftExtension"]["extendedModule"]
            symbol["swiftExtension"]["extendedModule"] = imports.get(named, named)
            added[imports.get(named, named)][precise] = symbol
    assert symbols or added, f"{module} has no symbols: the filter is wrong"
    write(module, module, list(symbols.values()), [edge for edge in edges if edge["source"] in symbols])
    for extended, members in added.items():
        blocks, relationships = [], []
        for edge in edges:
            if edge["kind"] == "memberOf" and edge["source"] in members:
                block = extension(edge["target"], members[edge["source"]])
                blocks.append(block)
                name = block["identifier"]["precise"]
                relationships.append({"kind": "memberOf", "source": edge["source"], "target": name})
                relationships.append({"kind": "extensionTo", "source": name, "target": edge["target"],
                                      "targetFallback": block["names"]["title"]})
        write(module, f"{module}@{extended}", [*members.values(), *blocks], relationships)
