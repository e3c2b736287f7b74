// What a load costs above calling `parse` directly, with a function as transport: without policies, and with some.
//
//     swift run -c release overhead            the time of each, interleaved, medians
//     swift run -c release overhead load 1000  so many loads and nothing else, for an instruction counter
//     swift run -c release overhead policies 1000, stubs 1000, parse 1000: the same of those
//     swift run -c release overhead waits      what it costs to leave a queue, at three sizes
//     swift run -c release overhead cookies    what the policy for cookies costs, at four sizes
import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

let body = FunctionTransport.body
let resource = Resource(url: URL(string: "http://example.org/episodes.json")!) { (data: Data) in data.count }
let webservice = Webservice(transport: FunctionTransport())

/// Answers at once, and keeps nothing of what it was asked.
struct FunctionTransport: Transport {
    static let body = Data(repeating: UInt8(ascii: "a"), count: 1_000)

    func send(_ request: Request) async throws -> Response { Response(body: Self.body) }
}

let policies: [Policy] = [
    .retry(),
    .bearer(for: resource.url, token: Token("abc")) { _ in
        Resource(url: resource.url) { _ in throw NoToken() }
    },
    // So many that nobody ever waits: what counts is what it costs to ask.
    .rateLimit(perSecond: 1e9, burst: 1_000_000),
]
struct NoToken: Error {}
let guarded = Webservice(policies: policies, transport: FunctionTransport())

/// Twenty stubs, of which the last is the one.
let stubs = (1..<20).map { Stub($0 % 2 == 0 ? .get : .post, "/shelf\($0)/{id}.json") }
let server = StubServer(stubs + [Stub("/episodes.json").answers(.data(body))])

func loads(_ count: Int, from webservice: Webservice) async throws -> Int {
    var sum = 0
    for _ in 0..<count { sum += try await webservice.load(resource) }
    return sum
}

func parses(_ count: Int) throws -> Int {
    var sum = 0
    for _ in 0..<count { sum += try resource.parse(body) }
    return sum
}

/// Nanoseconds for each of so many, the median of several rounds of the two in turn.
func measure() async throws {
    let (count, clock) = (20_000, ContinuousClock())
    var (loading, parsing, passing, stubbing): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for _ in 0..<21 {
        loading.append(
            try await clock.measure { _ = try await loads(count, from: webservice) } / .nanoseconds(count))
        passing.append(try await clock.measure { _ = try await loads(count, from: guarded) } / .nanoseconds(count))
        // A new one for each round, as for each test: it keeps the requests.
        let stubbed = Webservice(transport: StubTransport(server))
        stubbing.append(try await clock.measure { _ = try await loads(count, from: stubbed) } / .nanoseconds(count))
        parsing.append(try clock.measure { _ = try parses(count) } / .nanoseconds(count))
    }
    let (load, parse, policies) = (loading.sorted()[10], parsing.sorted()[10], passing.sorted()[10])
    print("parse \(Int(parse)) ns, load \(Int(load)) ns, overhead \(Int(load - parse)) ns")
    let stub = Int(stubbing.sorted()[10] - parse)
    print("of 20 stubs the last one \(stub) ns above parsing (at most 2,000: \(stub <= 2_000 ? "holds" : "does not"))")
    let more = Int(policies - load)
    print(
        "with retry, bearer and a rate limit \(more) ns more (at most 10,000: \(more <= 10_000 ? "holds" : "does not"))"
    )
}

/// An entry point without top-level `await`, which some instruction counters can't follow.
let arguments = Array(CommandLine.arguments[1...])
Task.detached {
    do {
        switch (arguments.first, arguments.last.flatMap(Int.init)) {
        case ("load", let count?): print(try await loads(count, from: webservice))
        case ("policies", let count?): print(try await loads(count, from: guarded))
        case ("stubs", let count?): print(try await loads(count, from: Webservice(transport: StubTransport(server))))
        case ("parse", let count?): print(try parses(count))
        case ("waits", _): try await Waits.measure()
        case ("cookies", _): try await Cookies.measure()
        case ("worlds", _): try Worlds.measure()
        default: try await measure()
        }
        exit(0)
    } catch {
        print(error)
        exit(1)
    }
}
while true { pause() }
