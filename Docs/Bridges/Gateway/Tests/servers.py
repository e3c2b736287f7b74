"""The processes of the gateway's tests: Redis, PostgreSQL, the services behind the gateway, and the gateway."""

import atexit
import glob
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def free_port():
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]


def wait_for(port, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.02)
    raise SystemExit(f"nothing answers on port {port}")


class Server:
    """A process that can be killed, stopped and started again."""

    def __init__(self, words, port, environment=None, log=None):
        self.words, self.port, self.log = words, port, log
        self.environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", **(environment or {})}
        # Whatever fails, nothing stays behind.
        atexit.register(self.kill)
        self.start()

    def start(self):
        output = {"stdout": open(self.log, "a"), "stderr": subprocess.STDOUT} if self.log else quiet
        self.process = subprocess.Popen(self.words, env=self.environment, cwd="/tmp", **output)
        wait_for(self.port)

    def signal(self, number):
        children = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout
        for child in map(int, children.split()):
            try:
                os.kill(child, number)
            except ProcessLookupError:
                pass
        self.process.send_signal(number)

    def kill(self):
        if self.process.poll() is None:
            self.signal(signal.SIGKILL)
            self.process.wait()

    def cpu(self):
        """The processor time so far, with that of its children, in seconds."""
        children = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout
        total = 0
        for number in [self.process.pid, *map(int, children.split())]:
            try:
                fields = open(f"/proc/{number}/stat").read().rsplit(")", 1)[1].split()
            except FileNotFoundError:
                continue  # It has ended.
            total += int(fields[11]) + int(fields[12])
        return total / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """The largest memory so far, in MB."""
        status = open(f"/proc/{self.process.pid}/status").read()
        return int(status.split("VmHWM:")[1].split()[0]) // 1024


class Disk:
    """A small file system in memory, which a test fills; only root may mount one: `folder` is None if that failed."""

    def __init__(self, megabytes):
        self.folder = tempfile.mkdtemp(prefix="gateway-disk-")
        mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=777", "tmpfs", self.folder]
        if subprocess.run(mount, **quiet).returncode != 0:
            os.rmdir(self.folder)
            self.folder = None
            return
        atexit.register(self.remove)

    def fill(self):
        try:
            with open(self.folder + "/filler", "ab", buffering=0) as file:
                while file.write(b"\0" * 4096):
                    pass
        except OSError:
            pass  # It is full.

    def free(self):
        if os.path.exists(self.folder + "/filler"):
            os.remove(self.folder + "/filler")

    def remove(self):
        subprocess.run(["umount", "-l", self.folder], **quiet)
        if os.path.isdir(self.folder) and not os.path.ismount(self.folder):
            os.rmdir(self.folder)


class Redis(Server):
    def __init__(self, disk=None):
        """With a disk, the log of changes is on it."""
        program = shutil.which("valkey-server") or shutil.which("redis-server")
        self.folder, port = tempfile.mkdtemp(prefix="gateway-redis-", dir=disk and disk.folder), free_port()
        options = ["--dir", self.folder, "--save", "", "--appendonly", "yes"]
        super().__init__([program, "--port", str(port), "--bind", "127.0.0.1", *options], port)

    def limit(self, size):
        """Lets it refuse changes when it has more than so many bytes; 0 for no limit."""
        with socket.create_connection(("127.0.0.1", self.port), 5) as place:
            place.sendall(f"CONFIG SET maxmemory {size}\r\n".encode())
            assert place.recv(100).startswith(b"+OK")

    @staticmethod
    def url(port):
        return f"redis://127.0.0.1:{port}"


class Postgres(Server):
    def __init__(self, disk=None):
        """With a disk, the tables are on it, and the log of changes isn't."""
        programs = max(glob.glob("/usr/lib/postgresql/*/bin"))
        self.folder, port = tempfile.mkdtemp(prefix="gateway-postgres-"), free_port()
        self.places, user = [self.folder], []
        if disk:
            self.places.append(tempfile.mkdtemp(prefix="gateway-postgres-", dir=disk.folder))
        if os.getuid() == 0:  # The server refuses to run as root.
            for place in self.places:
                shutil.chown(place, "postgres")
            user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]
        data = self.places[-1] + "/data"
        subprocess.run(
            [*user, programs + "/initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "-N",
             "--waldir", self.folder + "/log"],
            check=True, cwd="/tmp", **quiet)
        words = [*user, programs + "/postgres", "-D", data, "-k", self.folder, "-p", str(port)]
        super().__init__([*words, "-c", "max_connections=60"], port)
        while subprocess.run([programs + "/pg_isready", "-q", "-h", self.folder, "-p", str(port)]).returncode != 0:
            time.sleep(0.05)

    @staticmethod
    def url(port):
        place = f"host=127.0.0.1 port={port} user=tester dbname=postgres sslmode=disable gssencmode=disable"
        return f"{place} options='{os.environ.get('PG_OPTIONS', '')}'"
