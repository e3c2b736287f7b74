import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct StreamCombinatorTests {
    struct Mistake: Error {}

    /// Every byte as a number; a question mark is a mistake.
    private let numbers: StreamResource<Int>

    init() throws {
        numbers = StreamResource(Request(url: try #require(URL(string: "https://example.org"))), parser: Digits())
    }

    private struct Digits: StreamParser {
        mutating func take(_ bytes: Data, into elements: inout [Int]) throws {
            for byte in bytes {
                guard byte != UInt8(ascii: "?") else { throw Mistake() }
                elements.append(Int(byte) - 0x30)
            }
        }
    }

    private func outcome<Element>(_ stream: StreamResource<Element>, _ body: String = "1234567") -> StreamOutcome {
        StreamOutcome(of: stream, in: Data(body.utf8))
    }

    @Test func `map keeps identity and composition`() {
        for body in ["", "0", "123?4", "31415926?", "?"] {
            #expect(outcome(numbers.map { $0 }, body) == outcome(numbers, body), "\(body)")
            let (double, increment) = (
                { @Sendable (number: Int) in number * 2 }, { @Sendable (number: Int) in number + 1 }
            )
            #expect(
                outcome(numbers.map(double).map(increment), body)
                    == outcome(numbers.map { increment(double($0)) }, body), "\(body)")
        }
    }

    @Test(arguments: ["", "123?4", "31415926"])
    func `flatMap is a sequence's`(body: String) {
        let triple = { @Sendable (number: Int) in [Int](repeating: number, count: number % 4) }
        let pair = { @Sendable (number: Int) in [number, -number] }
        #expect(outcome(numbers.flatMap { [$0] }, body) == outcome(numbers, body))
        #expect(
            outcome(numbers.flatMap(triple).flatMap(pair), body)
                == outcome(numbers.flatMap { triple($0).flatMap(pair) }, body))
        #expect(
            outcome(numbers.flatMap { $0 == 1 ? [] : [$0] }, body) == outcome(numbers.filter { $0 != 1 }, body))
        #expect(
            outcome(numbers.compactMap { $0 == 1 ? nil : "\($0)" }, body)
                == outcome(numbers.filter { $0 != 1 }.map { "\($0)" }, body))
    }

    @Test func `a prefix ends the stream, and does not see the mistake behind it`() {
        #expect(outcome(numbers.prefix(3), "12?45").failure != nil)
        #expect(outcome(numbers.prefix(3), "123?45") == StreamOutcome(["1", "2", "3"]))
        #expect(outcome(numbers.prefix(3), "12") == StreamOutcome(["1", "2"]))
        #expect(outcome(numbers.prefix(while: { $0 < 3 }), "123?45") == StreamOutcome(["1", "2"]))
        #expect(outcome(numbers.flatMap { [$0, $0] }.prefix(3)) == StreamOutcome(["1", "1", "2"]))
        #expect(outcome(numbers.prefix(3).flatMap { [$0, $0] }) == StreamOutcome(["1", "1", "2", "2", "3", "3"]))
    }

    @Test func `a prefix of nothing asks for nothing`() throws {
        var run = DryRun { _ in Response(body: Data("123".utf8)) }
        #expect(try run.elements(of: numbers.prefix(0)) == [])
        #expect(try run.elements(of: numbers.prefix(-1).map { $0 }) == [])
        #expect(run.requests.isEmpty)
        #expect(try run.elements(of: numbers.prefix(1)) == [1])
        #expect(run.requests.count == 1)
    }

    @Test func `what a transform throws is a failure of the parse stage, behind what came before`() throws {
        let failing = numbers.map { number in
            guard number < 3 else { throw Mistake() }
            return number
        }
        let outcome = outcome(failing)
        #expect(outcome.elements == ["1", "2"])
        let failure = try #require(throws: LoadError.self) { try failing.elements(in: Data("123".utf8)) }
        #expect(failure.stage == .parse)
        #expect(failure.underlyingError is Mistake)
    }

    @Test func `a transform that decodes fails with the place in what it decodes`() throws {
        let decoding = numbers.map { number in
            try JSONDecoder().decode([Int].self, from: Data("[1,\"\(number)\"]".utf8))
        }
        let failure = try #require(throws: LoadError.self) { try decoding.elements(in: Data("1".utf8)) }
        #expect(failure.parseFailure?.path == [1])
    }

    @Test func `combinators keep the request, the validation and the policies`() throws {
        var run = DryRun { request in
            Response(status: request.headerFields["A"] == "b" ? 404 : 500, body: Data("12".utf8))
        }
        let stream = numbers.header("A", "b").validating(.status(404)).map { $0 + 1 }.filter { $0 > 2 }
        #expect(try run.elements(of: stream.prefix(5)) == [3])
    }

    @Test func `a parser inside is begun and asked how to go on`() throws {
        let stream = StreamResource(numbers.request, parser: Twice()).map { $0 * 10 }.filter { _ in true }.prefix(5)
        var run = DryRun { _ in Response(status: 201, body: Data("abc".utf8)) }
        #expect(try run.elements(of: stream) == [2010, 2010, 2010, 2010, 2010])
        #expect(run.requests.map(\.method) == [.get, .put])
    }

    private struct Twice: StreamParser {
        private var status = 0

        mutating func begin(_ response: Response) { status = response.status.code }

        mutating func take(_ bytes: Data, into elements: inout [Int]) { elements += bytes.map { _ in status } }

        func resume(after failure: (any Error)?, of request: Request) -> Plan<Request?> {
            request.method == .get ? .value(Request(url: request.url, method: .put)) : .value(nil)
        }
    }

    @Test func `the outcome of combinators does not depend on the pieces`() {
        var random = SplitMix64(seed: 5)
        let stream = numbers.filter { $0 != 2 }.flatMap { [$0, $0] }.prefix(7).map { "\($0)" }
        for _ in 0..<Effort.rounds(300) {
            let length = Int.random(in: 0...9, using: &random)
            let body = Data((0..<length).map { _ in Array("123?".utf8)[Int.random(in: 0..<4, using: &random)] })
            expectSameOutcome(of: stream, in: body, using: &random)
        }
    }
}
