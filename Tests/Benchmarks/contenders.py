"""Who is compared, at what, and what the library has promised."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Contender:
    name: str
    program: str
    kind: str | None = None
    # What an interpreter runs, of the folder Languages.
    script: str | None = None
    # Where valgrind can't follow a program, or a bar would be many times as long as all others.
    counts_instructions: bool = True
    is_drawn: bool = True


URLSESSION, LEAN = "URLSession", "URLSession, lean"
ASYNC_HTTP_CLIENT, LIBCURL, LIBCURL_KEPT = "AsyncHTTPClient", "libcurl in C", "libcurl in C, body kept"
GO, REQWEST, HTTPX = "Go net/http", "Rust reqwest", "Python httpx"
OVER_CURL, OVER_URLSESSION = "Resourceful over libcurl", "Resourceful over URLSession"
DECODER, OVER_FUNCTION = "JSONDecoder alone", "Resourceful over a function"

CONTENDERS = [
    Contender(LIBCURL, "bare-curl"),
    Contender(LIBCURL_KEPT, "bare-curl", "kept"),
    Contender(URLSESSION, "raw-urlsession", "default"),
    Contender(LEAN, "raw-urlsession", "lean"),
    Contender(ASYNC_HTTP_CLIENT, "async-http-client"),
    Contender(GO, "go-net-http", counts_instructions=False),
    Contender(REQWEST, "rust-reqwest"),
    Contender(HTTPX, "httpx/bin/python3", script="httpx/main.py", is_drawn=False),
    Contender(OVER_URLSESSION, "over-urlsession"),
    Contender(OVER_CURL, "over-curl"),
    Contender(DECODER, "no-network", "decoder"),
    Contender(OVER_FUNCTION, "no-network", "function"),
]


# Who loads over TLS from a server that an authority of its own has signed.
OVER_TLS = (LIBCURL, ASYNC_HTTP_CLIENT, GO, OVER_CURL)
PLAIN, SECURE, FORGETFUL = "http://127.0.0.1:18790/", "https://127.0.0.1:18791/", "https://127.0.0.1:18792/"


@dataclass(frozen=True)
class Workload:
    name: str
    title: str
    argument: str
    count: int
    at_once: int = 1
    unit: str = URLSESSION
    megabytes: float | None = None
    decodes: bool = True
    server: str = PLAIN
    # Over TLS: "one" connection for all loads, or one for "each".
    connections: str | None = None

    @property
    def protocol(self) -> str:
        return "HTTP/2.0" if self.server == SECURE else "HTTP/1.1"

    def with_tasks(self, at_once: int) -> "Workload":
        return replace(self, at_once=at_once)

    def concerns(self, contender: Contender) -> bool:
        return self.connections is None or contender.name in OVER_TLS


WORKLOADS = [
    Workload("small", "1 KB, one after the other", "small", 2_000),
    Workload("small-64", "1 KB, 64 at once", "small", 12_800, at_once=64),
    Workload("list", "100 KB list, decoded", "list", 200),
    Workload("list-bytes", "100 KB list, not decoded", "list-bytes", 2_000, unit=LIBCURL, decodes=False),
    Workload("download", "200 MiB, counted", "download", 1, megabytes=209.7152, decodes=False),
    Workload("download-to-file", "200 MiB, to a file", "download-to-file", 1, megabytes=209.7152, decodes=False),
    Workload("http2-64", "1 KB over HTTP/2, 64 at once", "small", 12_800, at_once=64, unit=ASYNC_HTTP_CLIENT,
             server=SECURE, connections="one"),
    Workload("http2-1000", "1 KB over HTTP/2, 1,000 at once", "small", 20_000, at_once=1_000, unit=ASYNC_HTTP_CLIENT,
             server=SECURE, connections="one"),
    Workload("tls-first", "1 KB over TLS, a new client each time", "first-load", 400, unit=ASYNC_HTTP_CLIENT,
             server=SECURE, connections="each"),
    Workload("tls-again", "1 KB over TLS, a new connection each time", "small", 400, unit=ASYNC_HTTP_CLIENT,
             server=FORGETFUL, connections="each"),
    Workload("no-network", "1 KB, no network", "no-network", 20_000, unit=DECODER),
]


@dataclass(frozen=True)
class Goal:
    """One figure of a contender, as a multiple of another contender's or by itself, and where it should lie."""

    workload: str
    metric: str
    of: str
    than: str | None
    limit: float
    at_least: bool = False

    @property
    def text(self) -> str:
        bound = "at least" if self.at_least else "at most"
        metric = {"wall": "time", "rate": "loads a second", "cpu": "CPU", "peak": "memory"}.get(self.metric, self.metric)
        title = next(workload.title for workload in WORKLOADS if workload.name == self.workload)
        unit = f" × {self.than}" if self.than else " MB" if self.metric == "peak" else ""
        return f"{title}: {metric} of {self.of}, {bound} {self.limit:,g}{unit}"

    def holds(self, figure: float) -> bool:
        return figure >= self.limit if self.at_least else figure <= self.limit


GOALS = [
    Goal("small", "cpu", OVER_CURL, URLSESSION, 0.30),
    Goal("small", "cpu", OVER_CURL, ASYNC_HTTP_CLIENT, 1),
    Goal("small", "wall", OVER_CURL, URLSESSION, 0.45),
    Goal("small", "instructions", OVER_CURL, None, 125_000),
    Goal("small", "instructions", OVER_URLSESSION, URLSESSION, 0.75),
    Goal("small", "instructions", OVER_URLSESSION, LEAN, 1.01),
    Goal("small-64", "rate", OVER_CURL, URLSESSION, 8, at_least=True),
    Goal("small-64", "rate", OVER_CURL, ASYNC_HTTP_CLIENT, 2, at_least=True),
    Goal("list", "wall", OVER_CURL, URLSESSION, 0.2),
    Goal("list-bytes", "wall", OVER_CURL, LIBCURL, 1.5),
    Goal("list-bytes", "wall", OVER_CURL, LIBCURL_KEPT, 1.5),
    Goal("download", "rate", OVER_CURL, ASYNC_HTTP_CLIENT, 1, at_least=True),
    Goal("download", "peak", OVER_CURL, None, 40),
    Goal("download-to-file", "rate", OVER_CURL, ASYNC_HTTP_CLIENT, 1, at_least=True),
    Goal("download-to-file", "peak", OVER_CURL, None, 40),
]
