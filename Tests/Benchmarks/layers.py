"""Where the instructions of a load are, by layer. What the runtime and the C library do counts for who asked for it."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass

import callgraph
from callgraph import CallGraph, Function
from contenders import Contender, Workload
from measure import Programs

FEW, MANY = 200, 1_200


@dataclass(frozen=True)
class Layer:
    """A part of the load: the functions whose files or names match, and what keeps it from costing less."""

    name: str
    limit: str
    library: str = ""
    function: str = ""

    def owns(self, library: str, function: str) -> bool:
        """Whether a function is in the layer, by its file and its name without closures and specializations."""
        if self.library:
            return re.match(self.library, library) is not None
        return re.match(self.function, function) is not None


# The first one that matches counts.
LAYERS = [
    Layer("libcurl", "libcurl's own work: its state machine, its timers, its copies of options, a send and a receive",
          library=r"libcurl"),
    Layer("tasks and threads", "a continuation and the switch to its task, which libcurl's thread asks for",
          library=r"libswift_Concurrency|libdispatch"),
    Layer("decode", "one key and one value after the other, as `Decodable` asks for them",
          function=r"ResourcefulJSON\.|ResourcefulCore\.(Reading|Resource\b|ResourceReading|Validation)"),
    Layer("head", "the text of each field, which is a value that outlives libcurl's buffer",
          function=r"ResourcefulCurl\.(ResponseHead|Framing|FieldBytes)\b"),
    Layer("body", "one copy of the bytes, and the response that holds them",
          function=r"ResourcefulCurl\.(WholeBody|BodyBuffer|ContentDecoder|ContentCoding)\b"),
    Layer("handle and options", "a new handle for each transfer (decision 0010), whose options libcurl copies",
          function=r"ResourcefulCurl\.EasyHandle\b|rsf_(easy|list)_"),
    Layer("transfer and loop", "one turn to send and one to receive; locks, the poller and the deadlines",
          # What gives libcurl memory counts for who asked for it, like the C library's.
          function=r"ResourcefulCurl\.|rsf_(?!memory_(allocate|reallocate|copy|free))"),
    Layer("fields and URLs", "checks of the URL, of the fields and of the redirect, each once",
          function=r"ResourcefulHTTP\."),
    Layer("plan", "the effects and continuations of the plan, an allocation each", function=r"ResourcefulCore\."),
    Layer("Webservice", "the loop over effects, and the table of equal requests",
          function=r"ResourcefulLoading\.|Resourceful\."),
    Layer("program", "the program that measures", function=r"over_curl\.|Measuring\."),
]
REST = Layer("not attributed", "what begins in the system: the loop's waits, the starts of threads")


class Owners:
    """Which layer a function belongs to; none for what the runtime and the C library do for others."""

    # What the compiler makes for others: copies, destroys, metadata.
    HELPER = re.compile(r"(merged )?outlined |lazy protocol witness|(?:generic )?type metadata|metadata "
                        r"|.* value witness|associated type|base witness")
    SPECIALIZED = re.compile(r"(?:merged )?(?:function signature|generic) specialization <.*?> of ")
    BEFORE = re.compile(r"(?:static |\(\d+\) (?:await|suspend) resume partial function for "
                        r"|partial apply forwarder for |reabstraction thunk helper .*? of |dispatch thunk of |implicit closure #\d+ |merged )+")
    # A closure is in a function, and a witness in a conformance.
    INNER = re.compile(r"(?:\(\d+\) |implicit |partial |protocol |closure |merged )")
    WITHIN = re.compile(r".* in (?:conformance |static )?(?=\(extension in |\w+\.)")
    EXTENSION = re.compile(r"\(extension in (\w+)\):(?:\w+\.)?")

    def __init__(self, functions: list[Function], layers: list[Layer]):
        names = callgraph.demangled([function.symbol for function in functions])
        self.layers = {function: self.layer(function.library, self.plain(name), layers)
                       for function, name in zip(functions, names)}

    def plain(self, name: str) -> str:
        """`Module.Type.function` of a function, of a closure in it, or of what was specialized from it."""
        if self.HELPER.match(name):
            return ""
        while (cut := self.SPECIALIZED.sub("", name, count=1)) != name:
            name = cut
        if self.INNER.match(name):
            name = self.WITHIN.sub("", name, count=1)
        name = self.BEFORE.sub("", name)
        return self.EXTENSION.sub(r"\1.", name)

    @staticmethod
    def layer(library: str, name: str, layers: list[Layer]) -> Layer | None:
        return next((layer for layer in layers if layer.owns(library, name)), None)


def shares(graph: CallGraph, layers: list[Layer] = LAYERS) -> Counter:
    """The instructions of each layer. Those of a function without a layer go to its callers, in proportion to what
    each of their calls took, until all have arrived; so the layers add up to the whole."""
    functions = list(graph.own.keys() | {function for call in graph.calls for function in call})
    owners = Owners(functions, layers).layers
    callers: dict[Function, dict[Function, float]] = defaultdict(dict)
    for (caller, callee), figure in graph.calls.items():
        if figure > 0:
            callers[callee][caller] = figure
    arrived, underway = Counter(), Counter(graph.own)
    # In a circle of functions without layers, each round passes less on.
    for _ in range(200):
        passed: Counter = Counter()
        for function, figure in underway.items():
            if layer := owners[function]:
                arrived[layer] += figure
            elif not callers[function]:
                arrived[REST] += figure
            else:
                whole = sum(callers[function].values())
                for caller, weight in callers[function].items():
                    passed[caller] += figure * weight / whole
        underway = passed
        if sum(abs(figure) for figure in underway.values()) < 1:
            break
    arrived[REST] += sum(underway.values())
    return arrived


# The functions that find and give back memory: the C library's, and those of Memory.c.
MEMORY = re.compile(r"(malloc|free|calloc|realloc|posix_memalign|aligned_alloc|__malloc_usable_size|give|take)$"
                    r"|_int_|malloc_|unlink_chunk|tcache_|sysmalloc|rsf_memory_(allocate|reallocate|copy|free)")


def memory(graph: CallGraph) -> Counter:
    """The instructions of finding and giving back memory, by layer."""
    own = Counter({function: figure for function, figure in graph.own.items() if MEMORY.match(function.symbol)})
    return shares(CallGraph(own, graph.calls))


def of_a_load(programs: Programs, contender: Contender, workload: Workload) -> CallGraph:
    graphs = []
    for count in (FEW, MANY):
        with programs.counted(contender, workload, count) as file:
            graphs.append(callgraph.read(file))
    return graphs[0].slope(graphs[1], MANY - FEW)


def table(graph: CallGraph) -> str:
    """The layers in Markdown, the largest first."""
    whole, memories = shares(graph), memory(graph)
    lines = ["| layer | instructions | share | memory | what it does, and what limits it |",
             "| --- | ---: | ---: | ---: | --- |"]
    for layer, figure in whole.most_common():
        lines.append(f"| {layer.name} | {figure:,.0f} | {figure / graph.total:.0%} | {max(0, memories[layer]):,.0f} "
                     f"| {layer.limit} |")
    return "\n".join([*lines, f"| all | {graph.total:,.0f} | 100% | {sum(memories.values()):,.0f} | |"])

