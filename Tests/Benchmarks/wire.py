"""What was on the wire over TLS, by the server's log: which version of HTTP, how many connections, what was resumed."""

import pathlib
import time
from dataclasses import dataclass

from contenders import Workload


@dataclass(frozen=True)
class Exchange:
    protocol: str
    connection: str
    is_resumed: bool

    @staticmethod
    def of(line: str) -> "Exchange":
        protocol, connection, resumed = line.split()
        return Exchange(protocol, connection, resumed == "r")


class Log:
    """The lines that the server writes from now on."""

    def __init__(self, servers: pathlib.Path):
        self.file = servers / "tls.log"
        self.start = self.file.stat().st_size if self.file.exists() else 0

    def exchanges(self) -> list[Exchange]:
        """Those that have ended; the server writes the last ones a moment after they have."""
        time.sleep(0.1)
        with self.file.open() as file:
            file.seek(self.start)
            return [Exchange.of(line) for line in file]


def share_resumed(exchanges: list[Exchange]) -> float:
    """The part of the connections that resumed the TLS session of an earlier one."""
    connections = {exchange.connection: exchange.is_resumed for exchange in exchanges}
    return sum(connections.values()) / len(connections)


def objection(workload: Workload, count: int, exchanges: list[Exchange]) -> str | None:
    """Why these are not the exchanges that a workload is about; None where they are."""
    connections = len({exchange.connection for exchange in exchanges})
    protocols = {exchange.protocol for exchange in exchanges}
    if len(exchanges) < count:
        return f"{len(exchanges)} exchanges instead of at least {count}"
    if protocols != {workload.protocol}:
        return f"over {', '.join(sorted(protocols))} instead of {workload.protocol}"
    if workload.connections == "one" and connections != 1:
        return f"over {connections} connections instead of one"
    if workload.connections == "each" and connections != len(exchanges):
        return f"over {connections} connections instead of {len(exchanges)}"
    return None
