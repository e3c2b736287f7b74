import Foundation
import ResourcefulCurl
import ResourcefulStreams
import ResourcefulTesting
import Testing

/// A gigabyte of zeros that is a megabyte on the wire, or less, in a process of its own.
@Suite(.alone, .serialized) struct GzipBombTests {
    /// URLSession on Linux can't be told to stop while it undoes what it has: a gigabyte would take seconds.
    @Test(arguments: Subject.overSockets) func `a bomb ends at the limit, in memory in proportion to it`(
        subject: Subject
    ) async {
        await #expect(processExitsWith: .success) { [subject] in
            startWatchdog()
            for count in 1...2 {
                let bomb = try Bomb.zeros(codedTimes: count, aGigabyte: !subject.isURLSessionOnLinux)
                let codings = Array(repeating: "gzip", count: count).joined(separator: ", ")
                let server = try LoopbackServer { _ in
                    Response(headerFields: ["Content-Encoding": "\(codings)"], body: bomb)
                }
                let webservice = server.webservice(subject.own())
                let before = try peakMegabytes()
                #expect(await webservice.kindOfFailure(echo().maximumBodySize(10_000_000)) == .tooLarge)
                var received = 0
                let error = await #expect(throws: LoadError.self) {
                    for try await piece in webservice.stream(of: .bytes().maximumBodySize(10_000_000)) {
                        received += piece.count
                    }
                }
                #expect((error?.underlyingError as? TransportError)?.kind == .tooLarge)
                #expect(received <= 10_000_000)
                let grown = try peakMegabytes() - before
                #expect(grown < 40, "\(grown) MB more")
            }
        }
    }
}

/// Bodies whose codings are work without end, and those who load something else meanwhile.
@Suite(.alone, .serialized) struct HostileCodingTests {
    private static func server(_ coded: Data, _ codings: String) throws -> LoopbackServer {
        try LoopbackServer { request in
            request.url.path() == "/small"
                ? Response(body: Data("small".utf8))
                : Response(headerFields: ["Content-Encoding": "\(codings)"], body: coded)
        }
    }

    private static let bodies: [(what: String, codings: String, body: @Sendable () throws -> Data)] = [
        ("coded three times", "gzip, gzip, gzip", { try Bomb.zeros(codedTimes: 3, aGigabyte: true) }),
        (
            "zeros behind the end", "gzip, gzip",
            { Gzip.compressed(Gzip.compressed(Data("x".utf8)) + Data(count: 100_000_000)) }
        ),
        (
            "members without content", "gzip, gzip",
            {
                let member = Gzip.compressed(Data())
                return Gzip.compressed(member.repeated(40_000_000 / member.count))
            }
        ),
        (
            "blocks without content", "gzip, gzip",
            {
                // The head of a member, and empty stored blocks (RFC 1951, section 3.2.4).
                let head = Gzip.compressed(Data()).prefix(10)
                return Gzip.compressed(head + Data([0, 0, 0, 0xFF, 0xFF]).repeated(8_000_000))
            }
        ),
    ]

    @Test(arguments: bodies.indices) func `a coding without content is an error, for a load and for a stream`(
        index: Int
    ) async throws {
        let (what, codings, body) = Self.bodies[index]
        let server = try Self.server(try body(), codings)
        let webservice = server.webservice(Subject.curl.own())
        #expect(await webservice.kindOfFailure(echo()) == .malformedResponse, "\(what)")
        let error = await #expect(throws: LoadError.self) {
            for try await _ in webservice.stream(of: .bytes()) {}
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .malformedResponse, "\(what)")
    }

    /// Without optimization, copying the pieces takes most of the time.
    @Test(arguments: EmptyCoding.all) func `what decodes to nothing is refused within a quarter of a second`(
        empty: EmptyCoding
    ) throws {
        let bytes = empty.bytes(21_000_000)
        let fields: HeaderFields = ["Content-Encoding": "\(empty.coding)"]
        let times = try (0..<3).map { _ in
            let decoder = try #require(try ContentDecoder.forContent(with: fields))
            return ContinuousClock().measure {
                #expect(throws: TransportError.self) {
                    decoder.feed(bytes)
                    while case .unfinished = try decoder.next() {}
                }
            }
        }
        let limit = Duration.milliseconds(Effort.isReduced ? 1_000 : 250)
        #expect(times.contains { $0 < limit }, "\(empty): \(times)")
    }

    @Test(arguments: [1, 2]) func `a long body that hardly got shorter by its codings is whole`(times: Int) async throws
    {
        var numbers = SystemRandomNumberGenerator()
        let words = (0..<1_000_000).map { _ in numbers.next() }
        let plain = words.withUnsafeBytes { Data($0) }
        let coded = (0..<times).reduce(plain) { coded, _ in Gzip.compressed(coded) }
        let server = try Self.server(coded, Array(repeating: "gzip", count: times).joined(separator: ", "))
        let webservice = server.webservice(Subject.curl.own())
        let isSame = try await webservice.load(echo(timeout: .seconds(20))).body == plain
        #expect(isSame)
        var received = Data()
        for try await piece in webservice.stream(of: .bytes()) { received += piece }
        #expect(received == plain)
    }

    @Test func `decoding a gigabyte delays no other load, and ends when it is canceled or its time is over`()
        async throws
    {
        let server = try Self.server(try Bomb.zeros(codedTimes: 1, aGigabyte: true), "gzip")
        let webservice = server.webservice(Subject.curl.own(maximumBodySize: .max))
        let clock = ContinuousClock()
        let whole = try await clock.measure {
            let count = try await webservice.load(echo()).body.count
            #expect(count > 1_000_000_000)
        }

        // Others load meanwhile.
        let small = Resource<String>(text: Request("small"))
        let large = Task { try await webservice.load(echo()).body.count }
        try await Task.sleep(for: whole / 20)
        let meanwhile = try await clock.measure {
            for _ in 0..<5 {
                let text = try await webservice.load(small.alone())
                #expect(text == "small")
            }
        }
        #expect(meanwhile < whole / 2, "\(meanwhile) beside \(whole)")
        large.cancel()
        let canceled = await clock.measure { _ = try? await large.value }
        #expect(canceled < whole / 4, "\(canceled) of \(whole)")

        let timed = await clock.measure {
            let kind = await webservice.kindOfFailure(echo(timeout: whole / 10))
            #expect(kind == .timedOut)
        }
        #expect(timed < whole / 2, "\(timed) of \(whole)")
        // Coded twice, it is there at once: nothing but the decoding takes time.
        let short = try Self.server(try Bomb.zeros(codedTimes: 2, aGigabyte: true), "gzip, gzip")
        let stream = StreamResource<Data>(bytes: echo(timeout: whole / 10).request)
        let error = await #expect(throws: LoadError.self) {
            for try await _ in short.webservice(Subject.curl.own()).stream(of: stream) {}
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .timedOut)
    }
}

extension Data {
    /// Returns the same bytes a number of times. `joined()` handles byte after byte, which takes seconds here.
    fileprivate func repeated(_ times: Int) -> Data {
        var whole = self
        while whole.count < times * count { whole += whole.prefix(times * count - whole.count) }
        return whole
    }
}

private enum Bomb {
    /// A gigabyte of zeros, or a tenth of it, coded so many times: three times, which nobody does, it is of three
    /// hundred bytes.
    static func zeros(codedTimes count: Int, aGigabyte: Bool) throws -> Data {
        var bomb = try #require(Data(base64Encoded: (aGigabyte ? gigabyte : hundredMegabytes).joined()))
        for _ in count..<3 {
            let fields: HeaderFields = ["Content-Encoding": "gzip"]
            let decoder = try #require(try ContentDecoder.forContent(with: fields))
            decoder.feed(bomb)
            var whole = Data()
            undoing: while true {
                switch try decoder.next() {
                case .piece(let piece): whole += piece
                case .unfinished: continue
                case .needsMore: break undoing
                }
            }
            bomb = whole
        }
        return bomb
    }

    private static let gigabyte = [
        "H4sIAAAAAAACA5Pv5mAAASbmt3cX8v2OkT3+sD7zqLTL9c6VnGWSpq3XQvx57poosmxusY6YvJTrs9Q65q3cB3z3rTt8dpKA",
        "i2uo88MvTB/UK+VKv7jXF9ft/3na374pfun/X9WT/rw3/PNn/v6/v5fH/2eAAiXzP49nthke6D9ttvX6fWao6MbX/JXb+pmu",
        "vbtzghEqdFF69aYb9Rwz5L/78EGFOu5l/rz2W+zB3r195rZQMYWq+emzWnQPpM6+tVoGKiaw99+E9ERugzV3d06E2bDIPCx1",
        "ozznqHGjxo0aN2rcqHGjxo0aN2rciDMufvr784lcAf83+db/ucv/r99evf7X0/n1Pz4m/3hbz3jjkJWgfjs/AwC+d7nOFAoA",
        "AA==",
    ]
    private static let hundredMegabytes = [
        "H4sIAAAAAAACA5Pv5mAAASbmt3cV8w4lyBx7OK2Mc+YChYCO0u0HJhyY9mCagoMwX8OcZZyOZ98IXQ6WSeiTPiDz+TTLyYCU",
        "u7eMz9Sc/LzCf/+v6f/LP1/p0ep98lm377/c0c/nX4d/tmJigACm8D3rJ2uxdXwqsp93BirWcEF3U1iUO+P0yvwUPqgYx720",
        "C/nXxZn8VqdmwcXivtfIXNM9sO5O2bJvML0PZK95xmxlqNwp73+GESp4MDpl7ZYsxq7Te8yN2KFiLPnGL7a/9qeige9TL5xf",
        "LbagVkv+vbQgROzPbp26GXfvusnfD99/eNHkRfrVjAwAw169F1cBAAA=",
    ]
}
