"""How long one process takes to wake another on this machine.

A small load spends most of its time on that, so the figure tells whether the times of two machines can be compared.
"""

import os
import socket
import time
from statistics import median


def round_trip(rounds: int = 9, count: int = 2_000) -> float:
    """Nanoseconds until a byte that another process sends back has come: the median of the rounds."""
    ours, theirs = socket.socketpair()
    with ours:
        child = os.fork()
        if child == 0:
            ours.close()
            while byte := theirs.recv(1):
                theirs.send(byte)
            os._exit(0)
        theirs.close()
        figures = []
        for _ in range(rounds):
            begin = time.perf_counter_ns()
            for _ in range(count):
                ours.send(b"x")
                ours.recv(1)
            figures.append((time.perf_counter_ns() - begin) / count)
    os.waitpid(child, 0)
    return median(figures)


def sentence(nanoseconds: float) -> str:
    return f"A round trip of one byte between two processes takes {nanoseconds / 1e3:.1f} µs."
