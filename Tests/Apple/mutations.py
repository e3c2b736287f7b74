"""Faults that the check has to find: each is put into a copy of the sources, alone."""

import re

from package import Package
from platforms import platform
from unchanged import digests

# What is wrong, the platform, the target, its file, and what is put in the place of what.
MUTATIONS = [
    ("an argument of a delegate's method is of another type", "macos", "ResourcefulURLSession", "Exchanges.swift",
     [("didReceive data: Data", "didReceive data: [UInt8]")]),
    ("a result of a delegate's method is handed over in another way", "macos", "ResourcefulURLSession",
     "Exchanges.swift", [("@escaping @Sendable (URLRequest?) -> Void", "@escaping @Sendable (URLRequest) -> Void")]),
    ("a function is not in the SDK", "macos", "ResourcefulDisk", "EntryPlace.swift",
     [("fsync(", "fdatasync(")]),
    ("a field of stat is Linux's", "macos", "ResourcefulDisk", "FileCalls.swift", [("st_mtimespec", "st_mtim")]),
    ("a lock is too new", "macos", "ResourcefulLoading", "Locked.swift",
     [("public import os", "public import Synchronization"), ("OSAllocatedUnfairLock<State>", "Mutex<State>"),
      ("OSAllocatedUnfairLock(initialState: state)", "Mutex(state)")]),
    ("an initializer of the standard library is too new", "macos", "ResourcefulURLSession", "Exchanges.swift",
     [("take(task)?.finish(task.response, error)",
       "take(task)?.finish(task.response, error); _ = String(validating: [UInt8(65)], as: UTF8.self)")]),
    ("an initializer of Foundation is too new", "macos", "ResourcefulURLSession", "Exchanges.swift",
     [("take(task)?.finish(task.response, error)",
       'take(task)?.finish(task.response, error); _ = URL(string: "a", encodingInvalidCharacters: true)')]),
    ("a value is read before it is set", "macos", "ResourcefulDisk", "FileCalls.swift",
     [("status.st_mtimespec", "let time: timespec; return time")]),
    ("a number does not fit 32 bits", "watchos", "ResourcefulFormats", "StructuredField+Serialized.swift",
     [("UInt64(integer.magnitude) <", "integer.magnitude <")]),
    ("a C library is not imported", "musl", "ResourcefulLoading", "FreeSpace.swift",
     [("canImport(Musl)", "canImport(Muslin)")]),
    ("a place may be none", "android", "ResourcefulLoading", "FileCalls.swift",
     [("pread(descriptor, start,", "pread(descriptor, buffer.baseAddress,")]),
]


def prove(folder, manifest, build):
    """Says of each fault whether it is found; the number of those that are not."""
    missed = unnoticed(folder, manifest)
    for name in dict.fromkeys(mutation[1] for mutation in MUTATIONS):
        mutations = [mutation for mutation in MUTATIONS if mutation[1] == name]
        package = Package(folder, platform(name, manifest, build / "mutations"))
        package.prepare(manifest)
        for target in package.order({mutation[2] for mutation in mutations}):
            assert not errors(package, target), f"{target} has errors as it is"
        for reason, _, target, file, changes in mutations:
            found = mutated(package, target, file, changes)
            missed += not found
            print(f"{package.platform.triple}: {'found' if found else 'MISSED'}: {reason}", flush=True)
            if found:
                print(f"    {found[0]}")
    return missed


def unnoticed(folder, manifest):
    """How many changes of what is checked, and of what checks it, leave the digest of a target as it is."""
    missed = 0
    changes = [
        ("ResourcefulDisk", "Sources/ResourcefulDisk/Files/FileCalls.swift", True),
        ("ResourcefulDisk", "Sources/ResourcefulCore/Plan/Plan.swift", True),
        ("ResourcefulDisk", "Sources/ResourcefulOAuth/OAuth.swift", False),
        ("ResourcefulConnectivity", "Tests/Apple/stubs/Network/Network.swift", True),
        ("ResourcefulDisk", "Tests/Apple/linux.py", True),
        ("KitTests", "Tests/KitTests/Disk/FileStoreTests.swift", True)]
    for name, file, matters in changes:
        path = folder / file
        before, content = digests(folder, manifest)[name], path.read_bytes()
        try:
            path.write_bytes(content + b"\n")
            is_right = (digests(folder, manifest)[name] != before) == matters
        finally:
            path.write_bytes(content)
        missed += not is_right
        print(f"{name}: {'right' if is_right else 'WRONG'}: {file} {'is' if matters else 'is not'} in its digest")
    return missed


def mutated(package, target, file, changes):
    """The errors of a target one of whose files is changed."""
    path = next((package.copy / package.targets[target][1]).rglob(file))
    text = changed = path.read_text()
    for before, after in changes:
        assert before in changed, f"{file} no longer has {before}"
        changed = changed.replace(before, after, 1)
    path.write_text(changed)
    found = errors(package, target)
    path.write_text(text)
    return found


def errors(package, target):
    return [line for line in package.compile(target) if re.search(r"\berror\b", line)]
