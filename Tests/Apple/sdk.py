"""The SDKs of other platforms, as far as they can be had on Linux: the toolchain's own modules for another target."""

import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
STUBS = HERE / "stubs"
HOST = "x86_64-unknown-linux-gnu"
# The least versions in Package.swift are put in; the module's file name; the platform of conditions in a manifest.
PLATFORMS = {
    "macos": ("macosx", "macos"), "ios": ("ios", "ios"), "tvos": ("tvos", "tvos"), "watchos": ("watchos", "watchos"),
    "visionos": ("xros", "xros"), "maccatalyst": ("ios", "ios-macabi"),
}
INTERFACES = {
    "Swift": ["-parse-stdlib"], "SwiftOnoneSupport": [], "_Concurrency": ["-parse-stdlib"], "_RegexParser": [],
    "_StringProcessing": [], "Synchronization": ["-enable-builtin-module"], "Observation": [],
    "_TestingInterop": [], "Testing": [],
}
BASIC = {
    "Swift", "SwiftOnoneSupport", "_Concurrency", "_RegexParser", "_StringProcessing", "Synchronization", "Observation"}
GLIBC = """
typedef unsigned long size_t;
void *_Null_unspecified memset(void *_Nonnull target, int byte, size_t count);
void *_Null_unspecified memcpy(void *_Nonnull target, const void *_Nonnull source, size_t count);
int memcmp(const void *_Nonnull one, const void *_Nonnull other, size_t count);
void free(void *_Nullable pointer);
"""


def run(*command, check=True):
    result = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if check and result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result


# What visionOS's versions are in those of iOS, which declarations that say nothing of visionOS go by.
VISION = {
    "CanonicalName": "xros1.0", "Version": "1.0", "MaximumDeploymentTarget": "26.99", "DefaultDeploymentTarget": "1.0",
    "VersionMap": {"iOS_visionOS": {
        **{f"{major}.{minor}": "1.0" for major in range(2, 17) for minor in range(10)}, "17.0": "1.0", "17.1": "1.0",
        "17.4": "1.1", "17.5": "1.2", "18.0": "2.0", "18.4": "2.4", "26.0": "26.0", "26.4": "26.4"}},
}


class Platform:
    """Where the modules of a platform are, and the flags to compile with them."""

    # Modules that the compiler would find here, but not in the platform's SDK: one regular expression.
    absent = ""

    def __init__(self, name, triple, folder, stubs, own=None):
        self.name, self.triple, self.stubs = name, triple, stubs
        self.file = triple
        self.tools = pathlib.Path(shutil.which("swift-frontend")).resolve().parent.parent
        self.folder = folder / (own or triple)
        self.modules = self.folder / "modules"
        self.resources = self.folder / "resources"
        self.flags = [
            "-target", triple, "-resource-dir", self.resources, "-I", self.modules, "-I", self.modules / "shims",
            "-disable-objc-interop", "-module-cache-path", self.folder / "cache"]
        self.c_flags = ["-target", triple, "-nostdlibinc"]

    def module(self, name):
        (self.modules / f"{name}.swiftmodule").mkdir(parents=True, exist_ok=True)
        return self.modules / f"{name}.swiftmodule" / f"{self.file}.swiftmodule"

    def make(self):
        """Makes the modules of the SDK, unless they are there already."""
        sums = hashlib.sha256(run("swift-frontend", "--version").stdout.encode())
        for file in [*sorted(HERE.glob("*.py")), *sorted(STUBS.rglob("*"))]:
            if file.is_file():
                sums.update(file.read_bytes())
        mark = self.folder / "made"
        if mark.exists() and mark.read_text() == sums.hexdigest():
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.modules / "shims").mkdir(parents=True)
        self.resources.mkdir()
        for part in ["shims", "clang", "apinotes"]:
            (self.resources / part).symlink_to(self.tools / "lib/swift" / part)
        self.fill()
        mark.write_text(sums.hexdigest())

    def make_stub(self, name, sources):
        run("swift-frontend", "-emit-module", "-parse-as-library", "-swift-version", "5", "-module-name", name,
            "-o", self.module(name), *self.flags, *sources)

    def make_c(self, name, text=""):
        """A module of C with nothing in it, or with `text`."""
        (self.modules / "shims" / f"{name}.h").write_text(text)
        with open(self.modules / "shims/module.modulemap", "a") as modules:
            modules.write(f'module {name} {{ header "{name}.h" export * }}\n')

    def make_glibc(self):
        """What the toolchain's own modules inline of the C library they were built with."""
        self.make_c("SwiftGlibc", GLIBC)
        (self.folder / "glibc.swift").write_text("import SwiftGlibc\n")
        self.make_stub("Glibc", [self.folder / "glibc.swift"])

    def retarget(self, name, padded, module=None, made_for=HOST):
        """The toolchain's module `name`, or another, told that it is for this platform: `padded`, which is as long as
        the name of the platform that it was made for."""
        module = (module or self.tools / f"lib/swift/linux/{name}.swiftmodule/{HOST}.swiftmodule").read_bytes()
        assert module.count(made_for.encode()) == 1 and len(padded) == len(made_for)
        self.module(name).write_bytes(module.replace(made_for.encode(), padded.encode()))


class Apple(Platform):
    absent = (
        "Glibc|Musl|Android|Bionic|FoundationEssentials|FoundationInternationalization|FoundationNetworking"
        "|FoundationXML")

    making = threading.Lock()

    def __init__(self, name, version, folder):
        system, suffix = PLATFORMS[name]
        # An environment follows the version; the whole may be no longer than the host's triple.
        environment = "-macabi" if suffix.endswith("-macabi") else ""
        version = version.removesuffix(".0") if environment else version
        super().__init__(name, f"arm64-apple-{system}{version}{environment}", folder, STUBS)
        self.file = f"arm64-apple-{suffix}"
        self.flags += ["-I", STUBS / "CDarwin"]
        self.flags += ["-Xcc", f"-isystem{STUBS / 'include'}"]
        self.c_flags += ["-isystem", STUBS / "include"]
        if name == "visionos":
            self.flags += ["-sdk", self.folder / "sdk"]

    def fill(self):
        (self.folder / "sdk").mkdir()
        (self.folder / "sdk/SDKSettings.json").write_text(json.dumps(VISION))
        padded = self.triple + "0" * (len(HOST) - len(self.triple))
        library = StandardLibrary(self.folder.parent)
        with self.making:
            library.make()
        for name in INTERFACES:
            self.retarget(name, padded, library.module(name), library.triple)
        self.make_c("_FoundationCShims")
        for name in ["FoundationEssentials", "_FoundationCollections"]:
            self.retarget(name, padded)
        self.make_glibc()
        for name in ["Darwin", "Dispatch", "Network", "os", "Security", "Foundation", "XCTest"]:
            self.make_stub(name, sorted((STUBS / name).glob("*.swift")))


class StandardLibrary(Platform):
    """The standard library for Apple's platforms, from the toolchain's interfaces.

    It is made once, for the oldest macOS: what it says of availability is about all of them. Its triple is as long as
    the host's, so that there is room for that of any other.
    """

    def __init__(self, folder):
        super().__init__("library", "arm64-apple-macosx13.000", folder, STUBS, "library")
        self.file = "arm64-apple-macos"

    def fill(self):
        for name, flags in INTERFACES.items():
            self.make_interface(name, flags)

    def make_interface(self, name, flags):
        text = (self.tools / f"lib/swift/linux/{name}.swiftmodule/{HOST}.swiftinterface").read_text()
        text = text.replace(f"-target {HOST}", f"-target {self.triple}")
        text = re.sub(r"@backDeployed\([^)]*\)", "", text)  # There are no bodies to deploy.
        text = re.sub(r"(?m)^import Glibc$", "", text).replace("_swift_stdlib_gettid()", "UInt32(0)")
        text = text.replace("_stdlib_remainderl(self, other)", "0").replace("_stdlib_squareRootl(self)", "0")
        file = self.folder / f"{name}.swiftinterface"
        file.write_text(text)
        basic = ["-disable-implicit-concurrency-module-import", "-disable-implicit-string-processing-module-import"]
        run("swift-frontend", "-compile-module-from-interface", file, "-module-name", name, "-o", self.module(name),
            *self.flags, "-disable-availability-checking", *(basic if name in BASIC else []), *flags)
