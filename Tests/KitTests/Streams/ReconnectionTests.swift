import ResourcefulResilience
import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The HTML Living Standard, section 9.2.3: an event stream that stays connected.
struct ReconnectionTests {
    private let stream: StreamResource<ServerSentEvent>

    init() throws { stream = StreamResource(events: try #require(URL(string: "https://example.org/events"))) }

    private func events(_ text: String) -> Response {
        Response(headerFields: ["Content-Type": "text/event-stream"], body: Data(text.utf8))
    }

    /// A run whose requests are answered in their order, the last answer again and again.
    private func run(_ answers: [() throws -> Response]) -> DryRun {
        var number = 0
        return DryRun { _ in
            number += 1
            return try answers[min(number, answers.count) - 1]()
        }
    }

    private var end: () -> Response { { Response(status: 204) } }

    @Test func `a body that ends is followed by another, after three seconds or what the server says`() throws {
        var run = run([
            { events("data: a\n\n") }, { events("retry: 500\n") }, { events("data: b\n\n").cut(after: 9) }, end,
        ])
        #expect(try run.elements(of: stream.reconnecting()).map(\.data) == ["a", "b"])
        #expect(run.requests.count == 4)
        #expect(run.elapsed == .seconds(4))
    }

    @Test func `an event that is cut off is dropped, and the last ID is that of the last event`() throws {
        let first = "id: 1\ndata: a\n\nid: 2\n\nid: 3\ndata: b\n"
        var run = run([{ events(first) }, { events("data: c\n\n") }, { events("id\ndata: d\n\n") }, end])
        let found = try run.elements(of: stream.reconnecting())
        #expect(found.map(\.data) == ["a", "c", "d"])
        #expect(found.map(\.id) == ["1", "2", ""])
        #expect(run.requests.map { $0.headerFields["Last-Event-ID"] } == [nil, "2", "2", nil])
        #expect(run.requests.map { $0.headerFields["Accept"] } == Array(repeating: "text/event-stream", count: 4))
    }

    @Test func `an ID is sent as it came, in UTF-8, and one of the request stays until the server has its own`() throws
    {
        var run = run([{ events("data: a\n\n") }, { events("id: …é\u{1F469}\n\n") }, end])
        _ = try run.elements(of: stream.header("Last-Event-ID", "7").reconnecting())
        #expect(run.requests.map { $0.headerFields["Last-Event-ID"] } == ["7", "7", "…é\u{1F469}"])
    }

    @Test func `a 204 is the end, and so is a status or a media type that isn't an event stream's`() throws {
        var ended = run([{ events("data: a\n\n") }, end])
        #expect(try ended.elements(of: stream.reconnecting()).count == 1)
        #expect(ended.requests.count == 2)
        for answer in [{ Response(status: 500) }, { Response(status: 404) }, { Response() }] {
            var run = run([{ events("data: a\n\n") }, answer])
            #expect(throws: LoadError.self) { try run.elements(of: stream.reconnecting()) }
            #expect(run.requests.count == 2)
        }
    }

    @Test func `a transform that fails, and an event that is too large, end it`() {
        var run = run([{ events("data: x\n\n") }])
        #expect(throws: LoadError.self) { try run.elements(of: stream.reconnecting().decoded(as: Int.self)) }
        let small = StreamResource<ServerSentEvent>(events: stream.request, maximumSize: 3).reconnecting()
        #expect(throws: LoadError.self) { try run.elements(of: small) }
        #expect(run.requests.count == 2)
    }

    @Test func `waits grow by chance while nothing opens the stream, and start over when something does`() throws {
        let lost: () throws -> Response = { throw TransportError(.cannotConnect, "nobody there") }
        var run = run([lost, lost, lost, lost, { events("data: a\n\n") }, lost, end])
        _ = try run.elements(of: stream.reconnecting(Reconnection(wait: .seconds(1), maximumWait: .seconds(5))))
        let waits = run.events.compactMap { if case .waited(let duration) = $0.kind { duration } else { nil } }
        #expect(waits.count == 6)
        for (wait, longest) in zip(waits, [2, 3, 5, 5, 1, 2]) {
            #expect(wait >= .seconds(1) && wait <= .seconds(longest), "\(wait)")
        }
        #expect(waits[4] == .seconds(1))
        #expect(Set(waits).count > 3)
    }

    @Test func `a number of failures in a row is enough`() throws {
        let lost: () throws -> Response = { throw TransportError(.cannotConnect, "nobody there") }
        var run = run([lost, lost, { events("") }, lost])
        let error = try #require(throws: LoadError.self) {
            try run.elements(of: stream.reconnecting(Reconnection(maximumFailures: 2)))
        }
        #expect(error.stage == .transport)
        #expect(run.requests.count == 6)
    }

    @Test func `a server that ends the stream at once, with events or without, gets a pause`() throws {
        var run = run([{ events("retry: 0\n\n") }, { events("data: a\n\n") }, { events("data: b\n\n") }, end])
        #expect(try run.elements(of: stream.reconnecting()).map(\.data) == ["a", "b"])
        let waits = run.events.compactMap { if case .waited(let duration) = $0.kind { duration } else { nil } }
        #expect(waits == Array(repeating: .milliseconds(100), count: 3))
    }

    @Test func `what would fail again is not tried again`() throws {
        for failure in [TransportError(.insecure, ""), TransportError(.tooLarge, "")] {
            var run = run([{ throw failure }])
            #expect(throws: LoadError.self) { try run.elements(of: stream.reconnecting()) }
            #expect(run.requests.count == 1)
        }
        var run = run([{ throw CancellationError() }])
        #expect(throws: CancellationError.self) { try run.elements(of: stream.reconnecting()) }
        var unsent = DryRun { _ in Response() }
        #expect(throws: LoadError.self) { try unsent.elements(of: stream.path("..").reconnecting()) }
        #expect(unsent.requests.isEmpty)
    }

    @Test func `an open circuit is waited for like a lost connection`() throws {
        var number = 0
        let breaker = Policy.circuitBreaker(after: 2, cooldown: .seconds(10))
        var run = DryRun(policies: [breaker]) { _ in
            number += 1
            if (2...3).contains(number) { throw TransportError(.cannotConnect, "nobody there") }
            return number < 5 ? events("data: \(number)\n\n") : Response(status: 204)
        }
        #expect(try run.elements(of: stream.reconnecting()).map(\.data) == ["1", "4"])
        #expect(run.elapsed > .seconds(10))
        let made = run.events.compactMap { if case .decided(let decision) = $0.kind { decision } else { nil } }
        #expect(made.contains { $0.action == .refused } && made.contains { $0.action == .reconnected })
    }

    @Test func `a server that is overloaded can be waited for, as long as it says`() throws {
        let busy = { Response(status: 503, headerFields: ["Retry-After": "20"]) }
        var run = run([busy, { events("data: a\n\n") }, end])
        let patient = stream.reconnecting(Reconnection(after: .transient))
        #expect(try run.elements(of: patient).map(\.data) == ["a"])
        #expect(run.elapsed == .seconds(23))
    }

    @Test func `a rule says what it is`() {
        #expect(
            "\(Reconnection(wait: .milliseconds(500), maximumFailures: 2, after: .transport(.timedOut)))"
                == "reconnects after 0.5 s or as the server says, at most 60 s, at most 2 failures in a row; "
                + "also after timedOut")
        #expect(Reconnection(wait: .seconds(-1), maximumFailures: -1).wait == .zero)
    }

    @Test func `combinators continue over responses`() throws {
        var run = run([{ events("data: 1\n\ndata: 2\n\n") }])
        let numbers = stream.filter { $0.data != "2" }.reconnecting().decoded(as: Int.self).prefix(3)
        #expect(try run.elements(of: numbers) == [1, 1, 1])
        #expect(run.requests.count == 3)
    }

    /// A server with a history of events, that sends those behind the last one that the client has, and is cut off.
    @Test func `of a server that drops the connection at any byte all events come, once and in order`() throws {
        var random = SplitMix64(seed: 77)
        for _ in 0..<Effort.rounds(200, full: 5_000) {
            let history = (1...Int.random(in: 1...9, using: &random)).map { number in
                let data = (0..<Int.random(in: 0...3, using: &random)).map { _ in "data: \(random.next() % 9)\r\n" }
                let field = number % 2 == 0 ? "event: e\n" : "retry: 9\r"
                return "id: \(number)\r\n\(data.joined())\(field)data:\(number)\n\r\n"
            }
            var chance = random
            var run = DryRun { request in
                let last = request.headerFields["Last-Event-ID"].flatMap { Int($0) } ?? 0
                guard last < history.count else { return Response(status: 204) }
                let response = events(history[last...].joined()).inPieces(of: .random(in: 1...20, using: &chance))
                let length = response.body.count
                switch Int.random(in: 0..<4, using: &chance) {
                case 0: throw TransportError(.cannotConnect, "nobody there")
                case 1: return events(String(decoding: response.body.prefix(length / 2), as: UTF8.self))
                default: return response.cut(after: .random(in: 0...length, using: &chance))
                }
            }
            let found = try run.elements(of: stream.reconnecting())
            #expect(found.map(\.id) == (1...history.count).map { "\($0)" })
            #expect(found == EventStreamModel.events(in: Data(history.joined().utf8)))
        }
    }
}
