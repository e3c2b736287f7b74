"""The SDKs of Linux with another C library than the toolchain's: musl (static Linux) and Android's.

The toolchain's own modules are told that they are for it. The C library is musl's as Debian has it, and for Android,
whose headers Debian hasn't, what `stubs/Android` declares by hand.
"""

import subprocess

from sdk import STUBS, Platform, run

MODULES = [
    "Swift", "SwiftOnoneSupport", "_Concurrency", "_RegexParser", "_StringProcessing", "Synchronization", "Observation",
    "Distributed", "RegexBuilder", "_Builtin_float", "Dispatch", "FoundationEssentials", "_FoundationCollections",
    "FoundationInternationalization", "Foundation", "FoundationNetworking",
]
# What of the kernel's headers the toolchain's own modules include.
KERNEL = {
    "linux": "/usr/include/linux", "asm-generic": "/usr/include/asm-generic",
    "asm": "/usr/include/x86_64-linux-gnu/asm",
}
MUSL_HEADERS = """
    arpa/inet.h ctype.h dirent.h dlfcn.h errno.h fcntl.h ifaddrs.h inttypes.h limits.h locale.h math.h netdb.h
    net/if.h netinet/in.h netinet/tcp.h poll.h pthread.h pwd.h sched.h signal.h spawn.h stdio.h stdlib.h string.h strings.h
    sys/epoll.h sys/eventfd.h sys/file.h sys/ioctl.h sys/mman.h sys/random.h sys/resource.h sys/select.h sys/socket.h
    sys/stat.h sys/statvfs.h sys/time.h sys/types.h sys/uio.h sys/un.h sys/wait.h time.h unistd.h wchar.h
""".split()


class Linux(Platform):
    """`padded` is the triple in as many characters as the host's."""

    def __init__(self, name, triple, padded, library, folder):
        super().__init__(name, triple, folder, STUBS / library)
        self.padded, self.library = padded, library
        self.flags += ["-I", self.modules / "c", "-Xcc", "-nostdlibinc"]

    def include(self, *folders):
        for folder in folders:
            self.flags += ["-Xcc", "-isystem", "-Xcc", folder]
            self.c_flags += ["-isystem", folder]

    def fill(self):
        for name in ["_FoundationCShims", "_FoundationICU"]:
            self.make_c(name)
        (self.modules / "c").mkdir()
        for name in ["dispatch", "Block", "os"]:
            (self.modules / "c" / name).symlink_to(self.tools / "lib/swift" / name)
        for name in MODULES:
            self.retarget(name, self.padded)
        (self.folder / "kernel").mkdir()
        for name, place in KERNEL.items():
            (self.folder / "kernel" / name).symlink_to(place)
        self.make_headers()
        self.make_glibc()
        self.make_stub(self.library, [*sorted(self.stubs.glob("*.swift")), *sorted((STUBS / "Overlay").glob("*.swift"))])
        # The toolchain's Foundation exports glibc; theirs exports the library.
        (self.folder / "glibc.swift").write_text(f"import SwiftGlibc\n@_exported import {self.library}\n")
        self.make_stub("Glibc", [self.folder / "glibc.swift"])

    def map(self, module, headers):
        """Makes a module of C headers."""
        folder = self.modules / module
        folder.mkdir()
        lines = "".join(f'    header "{header}"\n' for header in headers)
        (folder / "module.modulemap").write_text(f"module {module} [system] {{\n{lines}    export *\n}}\n")


class Musl(Linux):
    absent = "Glibc|Darwin|Android|Bionic"

    def __init__(self, folder):
        super().__init__("musl", "x86_64-swift-linux-musl", "x86_64-swift-linux-musl0", "Musl", folder)
        self.flags += ["-I", self.modules / "CMusl"]
        self.headers = self.folder / "usr/include/x86_64-linux-musl"
        self.include(self.headers, self.folder / "kernel")

    def make_headers(self):
        download = ["apt-get", "download", "-qq", "musl-dev"]
        if subprocess.run(download, cwd=self.folder, capture_output=True).returncode != 0:
            run("apt-get", "update", "-qq")
            subprocess.run(download, cwd=self.folder, check=True)
        run("dpkg", "-x", *self.folder.glob("musl-dev_*.deb"), self.folder)
        self.map("CMusl", [self.headers / header for header in MUSL_HEADERS])


class Android(Linux):
    absent = "Glibc|Darwin|Musl"

    def __init__(self, folder):
        super().__init__("android", "x86_64-unknown-linux-android28", "x86_64-ndk-linux-android", "Android", folder)
        self.file = "x86_64-unknown-linux-android"
        self.flags += ["-I", self.stubs / "include"]
        self.include(self.stubs / "include", self.folder / "kernel")

    def make_headers(self):
        """They are declared by hand, in `stubs/Android/include`."""
