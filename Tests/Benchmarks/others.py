"""How much of the machine's processors others took while something was measured, where Linux tells."""

import os
import pathlib

PROC = pathlib.Path("/proc")


class Others:
    """Begins to watch when it is made."""

    def __init__(self, server: pathlib.Path):
        self.server = server
        self.begin = self._now()

    def share(self) -> float | None:
        """The part of all processor time since the last call that neither the contenders nor the server used."""
        before, self.begin = self.begin, self._now()
        if before is None or self.begin is None or self.begin[0] <= before[0]:
            return None
        whole, busy, own = (now - then for now, then in zip(self.begin, before))
        return max(0.0, busy - own) / whole

    def _now(self) -> tuple[float, float, float] | None:
        """Seconds of all processors, of those that were busy, and of the contenders and the server."""
        if not (PROC / "stat").exists():
            return None
        tick = os.sysconf("SC_CLK_TCK")
        times = [int(word) / tick for word in (PROC / "stat").read_text().split("\n")[0].split()[1:9]]
        idle = times[3] + times[4]
        used = os.times()
        own = used.user + used.system + used.children_user + used.children_system
        return sum(times), sum(times) - idle, own + sum(self._server_times()) / tick

    def _server_times(self) -> list[int]:
        """Ticks of the server's processes: the one that started them, and its workers."""
        try:
            first = (self.server / "nginx.pid").read_text().strip()
            workers = (PROC / first / "task" / first / "children").read_text().split()
            fields = [(PROC / name / "stat").read_text().rsplit(")", 1)[1].split() for name in [first, *workers]]
        except OSError:
            return []
        return [int(field[11]) + int(field[12]) for field in fields]
