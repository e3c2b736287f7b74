"""The targets of a package, compiled for a platform: all diagnostics and no code."""

import re
import shutil

from sdk import run
from unchanged import place, uses


class Package:
    def __init__(self, folder, platform):
        self.folder, self.platform = folder, platform
        self.copy = platform.folder / "package"
        self.products = platform.folder / "products"
        self.targets = {}
        platform.make()

    def prepare(self, manifest):
        shutil.rmtree(self.copy, ignore_errors=True)
        shutil.rmtree(self.products, ignore_errors=True)
        self.products.mkdir(parents=True)
        listing = ["git", "-C", self.folder, "ls-files", "-co", "--exclude-standard", "*.swift", "*.c", "*.h"]
        for file in filter(None, run(*listing).stdout.split("\n")):
            if not (self.folder / file).is_file():
                continue
            target = self.copy / file
            target.parent.mkdir(parents=True, exist_ok=True)
            text = (self.folder / file).read_text()
            # They are on the way of the compiler, or on that of the standard library, but not in the platform's SDK.
            target.write_text(re.sub(rf"canImport\(({self.platform.absent})\)", "false", text))
        for target in manifest["targets"]:
            kind, name, path, flags = target["type"], target["name"], place(target), []
            for setting in target["settings"]:
                for key, value in setting["kind"].items():
                    if key == "swiftLanguageMode":
                        flags += ["-swift-version", value["_0"]]
                    if key == "enableUpcomingFeature":
                        flags += ["-enable-upcoming-feature", value["_0"]]
            # What a target excludes isn't compiled, wherever it would be compiled.
            for excluded in target.get("exclude", []):
                shutil.rmtree(self.copy / path / excluded, ignore_errors=True)
                if (self.copy / path / excluded).is_file():
                    (self.copy / path / excluded).unlink()
            self.targets[name] = (kind, path, uses(target), flags or ["-swift-version", "6"])

    def wanted(self, tests):
        """The names of all targets, with or without tests and what only tests need."""
        return [name for name, (_, path, *_) in self.targets.items() if tests or not path.startswith("Tests/")]

    def order(self, wanted):
        done = []
        def visit(name):
            if name in done:
                return
            for use in self.targets[name][2]:
                visit(use)
            done.append(name)
        for name in wanted:
            visit(name)
        return done

    def compile(self, name, only_module=False):
        """The diagnostics of a target; none if only its module is needed, by what uses it."""
        kind, path, uses, settings = self.targets[name]
        folder = self.copy / path
        if list(folder.glob("*.c")):
            return self.compile_c(name, folder, [self.copy / self.targets[u][1] / "include" for u in uses])
        files = sorted(folder.rglob("*.swift"))
        library = [] if any(f.name == "main.swift" for f in files) else ["-parse-as-library"]
        common = [
            "-module-name", name, *library, "-package-name", "resourceful", "-diagnostic-style", "llvm",
            "-plugin-path", self.platform.tools / "lib/swift/host/plugins", "-I", self.products, *self.platform.flags,
            *settings, *files]
        if kind == "test" and only_module:
            return []
        if kind == "test":
            # No other target needs it, and its code is compiled for Linux.
            return self.shown(run("swift-frontend", "-typecheck", *common, check=False))
        module = [
            "-emit-module", "-o", self.products / f"{name}.swiftmodule", "-enable-testing",
            # What uses it is compiled even so.
            "-experimental-allow-module-with-compiler-errors"]
        if only_module:
            run("swift-frontend", *module, "-experimental-skip-all-function-bodies", *common, check=False)
            return []
        if self.has_all_diagnostics(files):
            # A module is written after the diagnostics that need SIL.
            result = run("swift-frontend", *module, *common, check=False)
        else:
            run("swift-frontend", *module, "-experimental-skip-all-function-bodies", *common, check=False)
            result = run("swift-frontend", "-typecheck", *common, check=False)
        wide = self.wide_literals(common) if self.platform.name == "watchos" else []
        return self.shown(result) + wide

    def has_all_diagnostics(self, files):
        """Whether what is found in SIL is looked for: on macOS, which stands for Apple's other platforms, as Linux does
        for its own; elsewhere, in targets with code for the platform alone."""
        if self.platform.name == "macos":
            return True
        return any(re.search(r"#(if|elseif).*\b(os|targetEnvironment)\((?!macOS|Linux)", f.read_text()) for f in files)

    def wide_literals(self, common):
        """Watches up to Series 8 have an Int of 32 bits (arm64_32), which the standard library here has not."""
        text = run(
            "swift-frontend", "-emit-silgen", "-o", "-", "-Xllvm", "-sil-print-debuginfo", *common, check=False).stdout
        found, literals, functions = set(), {}, {}
        for line in text.split("\n"):
            if line.startswith("sil "):
                literals, functions = {}, {}
            if match := re.match(r"\s*(%\d+) = integer_literal \$Builtin\.IntLiteral, (-?\d+)", line):
                literals[match[1]] = int(match[2])
            elif match := re.match(r"\s*(%\d+) = function_ref @(\S+)", line):
                functions[match[1]] = match[2]
            elif match := re.match(r"\s*%\d+ = apply (%\d+)\((%\d+), ", line):
                called, value = functions.get(match[1], ""), literals.get(match[2], 0)
                signed, unsigned = (f"$sS{c}22_builtinIntegerLiteral" for c in "iu")
                if (called.startswith(signed) and not -(1 << 31) <= value < 1 << 31) or (
                    called.startswith(unsigned) and value >= 1 << 32
                ):
                    place = re.search(r'loc "([^"]+)":(\d+):(\d+)', line)
                    where = f"{place[1]}:{place[2]}:{place[3]}" if place else "somewhere"
                    found.add(f"{where}: error: {value} does not fit an Int of 32 bits (arm64_32)")
        return sorted(f.replace(f"{self.copy}/", "") for f in found)

    def compile_c(self, name, folder, others):
        include = folder / "include"
        headers = "\n".join(f'header "{h}"' for h in sorted(include.glob("*.h")))
        (self.products / name).mkdir(exist_ok=True)
        (self.products / name / "module.modulemap").write_text(f"module {name} {{ {headers} export * }}")
        self.platform.flags += ["-I", self.products / name]
        found = []
        for file in sorted(folder.glob("*.c")):
            found += self.shown(run(
                "clang", *self.platform.c_flags, "-fsyntax-only", "-Wall", "-Wextra", "-I", include,
                *(f"-I{other}" for other in others), file, check=False))
        return found

    def shown(self, result):
        text = (result.stderr + result.stdout).replace(f"{self.copy}/", "")
        found = sorted({l for l in text.split("\n") if re.match(r"\S+:\d+:\d+: (error|warning)|<unknown>.*error", l)})
        if result.returncode != 0 and not found:
            found = [f"error: {text}"]
        return found
