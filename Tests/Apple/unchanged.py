"""Which targets need no check, since all that it reads is as it was when nothing was found: `checked.txt`
has a digest for each of them."""

import hashlib
import json

from sdk import HERE, run

LIST = HERE / "checked.txt"


def place(target):
    return target.get("path") or f"{'Tests' if target['type'] == 'test' else 'Sources'}/{target['name']}"


def uses(target):
    return [next(iter(dependency.values()))[0] for dependency in target["dependencies"]]


def digests(folder, manifest):
    """The digest of each target: its sources and settings, those of what it uses, the check and what it declares of an
    SDK, and the toolchain."""
    listing = run("git", "-C", folder, "ls-files", "-co", "--exclude-standard").stdout.split("\n")
    files = [file for file in sorted(set(listing)) if file and (folder / file).is_file() and folder / file != LIST]

    def content(path):
        own = [file for file in files if file.startswith(f"{path}/")]
        return [f"{file} {hashlib.sha256((folder / file).read_bytes()).hexdigest()}" for file in own]

    shared = [run("swift", "--version").stdout, json.dumps(manifest["platforms"], sort_keys=True)]
    shared += content(HERE.relative_to(HERE.parent.parent))
    targets = {target["name"]: target for target in manifest["targets"]}
    found = {}

    def digest(name):
        if name not in found:
            target = targets[name]
            lines = shared + [json.dumps(target, sort_keys=True)] + content(place(target))
            lines += [digest(use) for use in uses(target)]
            found[name] = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]
        return found[name]

    return {name: digest(name) for name in targets}


def recorded():
    lines = LIST.read_text().splitlines() if LIST.is_file() else []
    return dict(line.split() for line in lines)


def record(digests):
    LIST.write_text("".join(f"{name} {value}\n" for name, value in sorted(digests.items())))
