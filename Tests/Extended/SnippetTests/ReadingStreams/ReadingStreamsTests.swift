import Foundation
import Resourceful
import ResourcefulStreams
import ResourcefulTesting
import Testing

// The snippets of "Reading streams", word for word, compiled and run; SnippetTests checks that none is missing.
struct Measurement: Codable, Equatable, Sendable {
    var sensor: String
    var value: Double
}

extension Measurement {
    static let all = StreamResource<Measurement>(
        jsonLines: URL(string: "https://example.org/measurements.jsonl")!)
}

private struct Post: Codable, Equatable, Sendable {
    var title: String
}

private enum Feed {}

extension Feed {
    static let events = StreamResource<ServerSentEvent>(
        events: URL(string: "https://example.org/feed")!
    )
    .reconnecting()
    .filter { $0.type == "post" }
    .decoded(as: Post.self)
}

struct Interruption: Error, Decodable, Equatable, Sendable {
    var code: String
    var message: String
}

struct Word: Decodable, Equatable, Sendable {
    var text: String
}

extension Word {
    static let answer = StreamResource<ServerSentEvent>(
        events: URL(string: "https://example.org/answer")!
    )
    .prefix { $0.data != "[DONE]" }
    .map { event in
        if event.type == "error" { throw try event.decode(Interruption.self) }
        return try event.decode(Word.self)
    }
}

@Suite(.permit) struct ReadingStreamsTests {
    private let fixture = Data(
        """
        {"sensor": "cellar", "value": 12.5}
        {"sensor": "roof", "value": 91}
        {"sensor": "oven", "value": 230}

        """.utf8)

    @Test func `measurements arrive one by one`() async throws {
        let fixture = fixture
        let webservice = Webservice(transport: StubTransport { _ in Response(body: fixture) })
        for try await measurement in webservice.stream(of: Measurement.all) {
            print(measurement.sensor, measurement.value)
        }

        let alarms = Measurement.all.filter { $0.value > 90 }.map(\.sensor).prefix(3)
        #expect(try alarms.elements(in: fixture) == ["roof", "oven"])
    }

    @Test(arguments: [
        ("data: [DONE]\n\ndata: what follows\n\n", "Plans are"), ("", "Plans are"),
        ("event: error\ndata: {\"code\":\"overloaded\",\"message\":\"busy\"}\n\n", "Plans are… (busy)"),
    ])
    func `a stream ends at a marker, and stops at an error in the middle`(end: String, shown: String) async throws {
        let body = Data("data: {\"text\":\"Plans \"}\n\ndata: {\"text\":\"are\"}\n\n\(end)".utf8)
        let webservice = Webservice(
            transport: StubTransport { _ in
                Response(headerFields: ["Content-Type": "text/event-stream"], body: body)
            })
        var text = ""
        do {
            for try await word in webservice.stream(of: Word.answer) { text += word.text }
        } catch let error as LoadError {
            guard let interruption = error.underlyingError as? Interruption else { throw error }
            text += "… (\(interruption.message))"
        }
        #expect(text == shown)
    }

    @Test func `an error in JSON Lines is thrown after the lines before it`() throws {
        let url = URL(string: "https://example.org/rows")!
        let rows = StreamResource<JSON>(jsonLines: url).map { line in
            if line.error.exists { throw try line.error.decode(Interruption.self) }
            return try line.decode(Word.self)
        }
        let lines = Data("{\"text\":\"a\"}\n{\"error\":{\"code\":\"gone\",\"message\":\"b\"}}\n{\"text\":\"c\"}\n".utf8)
        let error = #expect(throws: LoadError.self) { try rows.elements(in: lines) }
        #expect(error?.stage == .parse)
        #expect(error?.underlyingError as? Interruption == Interruption(code: "gone", message: "b"))
        #expect(try rows.elements(in: Data("{\"text\":\"a\"}\n".utf8)) == [Word(text: "a")])
    }

    @Test func `a relative stream reconnects`() throws {
        let room = 7
        let changes = StreamResource<ServerSentEvent>(
            events: Request("rooms/{id}/changes", ["id": room]).header("Accept-Language", "de"))
        let patient = Reconnection(wait: .seconds(1), maximumWait: .seconds(300))
        let posts = changes.reconnecting(patient).decoded(as: Post.self)

        var run = DryRun(baseURL: URL(string: "https://example.org/")!) { request in
            request.headerFields["Last-Event-ID"] == "1"
                ? Response(status: 204)
                : Response(
                    headerFields: ["Content-Type": "text/event-stream"],
                    body: Data("id: 1\ndata: {\"title\": \"Plans\"}\n\n".utf8))
        }
        #expect(try run.elements(of: posts) == [Post(title: "Plans")])
        #expect(run.requests.map(\.path) == ["/rooms/7/changes", "/rooms/7/changes"])
        #expect(run.requests[0].headerFields["Accept-Language"] == "de")
        #expect(run.elapsed == .seconds(1))
    }

    @Test func `an observer hears why a stream connects again`() async throws {
        let (told, continuation) = AsyncStream.makeStream(of: String.self)
        let show: @Sendable (String) -> Void = { continuation.yield($0) }
        let api = URL(string: "https://example.org/")!
        let transport = StubTransport { request in
            request.headerFields["Last-Event-ID"] == "1"
                ? Response(status: 204)
                : Response(
                    headerFields: ["Content-Type": "text/event-stream"], body: Data("id: 1\ndata: a\n\n".utf8))
        }
        let lost = LoadObserver { event in
            guard case .decided(let decision) = event.kind else { return }
            // Such as: the body ended, reconnecting in 1 s
            if decision.action == .reconnected { show(decision.reason) }
        }
        let webservice = Webservice(baseURL: api, observers: [lost])
        _ = webservice
        let stubbed = Webservice(baseURL: api, observers: [lost], transport: transport)
        let changes = StreamResource<ServerSentEvent>(events: Request("changes"))
        let soon = Reconnection(wait: .milliseconds(1))
        for try await event in stubbed.stream(of: changes.reconnecting(soon)) { #expect(event.data == "a") }
        continuation.finish()
        var texts: [String] = []
        for await text in told { texts.append(text) }
        #expect(texts == ["the body ended, reconnecting in 0.001 s"])
    }

    @Test func `a custom format is read`() throws {
        let url = URL(string: "https://example.org/records")!
        let records = StreamResource<Data>(Request(url: url), from: Data()) { rest, bytes in
            rest += bytes
            var records: [Data] = []
            // Records of four bytes.
            while rest.count >= 4 {
                records.append(Data(rest.prefix(4)))
                rest = Data(rest.dropFirst(4))
            }
            return records
        }
        #expect(
            try records.elements(in: [Data("abcde".utf8), Data("fgh".utf8)]) == [Data("abcd".utf8), Data("efgh".utf8)])
    }

    @Test func `streams are tested without a network`() throws {
        let measurements = try Measurement.all.elements(in: fixture)
        let same = try Measurement.all.elements(in: fixture.map { Data([$0]) })
        #expect(measurements.map(\.sensor) == ["cellar", "roof", "oven"])
        #expect(measurements == same)
    }

    @Test func `events reconnect until the server has no more`() throws {
        let events = Data("event: post\nid: 1\ndata: {\"title\": \"One\"}\n\nevent: ping\ndata: 1\n\n".utf8)
        var run = DryRun { request in
            request.headerFields["Last-Event-ID"] == "1"
                ? Response(status: 204)
                : Response(headerFields: ["Content-Type": "text/event-stream"], body: events)
        }
        let posts = try run.elements(of: Feed.events)
        #expect(posts == [Post(title: "One")])
        #expect(run.elapsed == .seconds(3))
    }
}
