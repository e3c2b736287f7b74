import ResourcefulCore
import ResourcefulLoading
import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct StreamTests {
    /// Every byte as an element; a question mark is a mistake.
    private struct Bytes: StreamParser {
        struct Mistake: Error {}

        mutating func take(_ bytes: Data, into elements: inout [UInt8]) throws {
            for byte in bytes {
                guard byte != UInt8(ascii: "?") else { throw Mistake() }
                elements.append(byte)
            }
        }
    }

    /// Says at the end that it has come, and would wait for a while before it asked again.
    private struct Patient: StreamParser {
        mutating func take(_ bytes: Data, into elements: inout [String]) {}
        mutating func finish(into elements: inout [String]) { elements.append("the end") }
        mutating func resume(after failure: (any Error)?, of request: Request) -> Plan<Request?> {
            Plan.wait(for: .seconds(1_000)).map { request }
        }
    }

    private let stream: StreamResource<UInt8>

    init() throws {
        let url = try #require(URL(string: "https://example.org/bytes"))
        stream = StreamResource(Request(url: url), parser: Bytes())
    }

    private func webservice(
        pieces: [String], failure: (any Error & Sendable)? = nil, status: Response.Status = 200
    ) -> Webservice {
        Webservice(transport: PieceTransport(pieces: pieces, failure: failure, status: status))
    }

    @Test func `a log doesn't count the bytes of a body that is read as a stream`() async throws {
        let lines = Locked<[String]>([])
        let webservice = Webservice(
            observers: [.logging { line in lines.withLock { $0.append(line) } }],
            transport: PieceTransport(pieces: ["ab", "c"], failure: nil, status: 200))
        #expect(await elements(of: webservice).text == "abc")
        #expect(lines.withLock { $0 }.map { $0.contains("→ 200 OK, its body is read as a stream, ") } == [true])
    }

    private func elements(of webservice: Webservice) async -> (text: String, error: (any Error)?) {
        var elements: [UInt8] = []
        do {
            for try await element in webservice.stream(of: stream) { elements.append(element) }
            return (String(decoding: elements, as: UTF8.self), nil)
        } catch {
            return (String(decoding: elements, as: UTF8.self), error)
        }
    }

    @Test func `a stream gives the elements of all pieces`() async throws {
        let (text, error) = await elements(of: webservice(pieces: ["ab", "", "c"]))
        #expect(text == "abc")
        #expect(error == nil)
    }

    @Test func `the elements before a mistake come first`() async throws {
        let (text, error) = await elements(of: webservice(pieces: ["ab", "c?d"]))
        #expect(text == "abc")
        let failure = try #require(error as? LoadError)
        #expect(failure.stage == .parse)
        #expect(failure.received == 5)
        #expect(failure.underlyingError is Bytes.Mistake)
    }

    @Test func `a connection that is lost says how far the body had come`() async throws {
        let lost = TransportError(.connectionLost, "it was reset")
        let (text, error) = await elements(of: webservice(pieces: ["ab", "c"], failure: lost))
        #expect(text == "abc")
        let failure = try #require(error as? LoadError)
        #expect(failure.stage == .transport)
        #expect(failure.received == 3)
        #expect("\(failure)" == "GET https://example.org/bytes failed after 3 bytes: it was reset")
    }

    @Test func `the status is validated before the first element, and its body explains it`() async throws {
        let (text, error) = await elements(of: webservice(pieces: [#"{"message":"#, #""no"}"#], status: 403))
        #expect(text.isEmpty)
        let failure = try #require(error as? LoadError)
        #expect(failure.status == 403)
        #expect("\(failure)".hasSuffix("403 Forbidden: no"))
    }

    @Test func `nothing comes after an error`() async throws {
        var iterator = webservice(pieces: ["a?"]).stream(of: stream).makeAsyncIterator()
        #expect(try await iterator.next() == UInt8(ascii: "a"))
        await #expect(throws: LoadError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test(.timeLimit(.minutes(10))) func `the last elements do not wait for what comes after the end`() async throws {
        let patient = StreamResource(stream.request, parser: Patient())
        for try await element in webservice(pieces: ["a"]).stream(of: patient) {
            #expect(element == "the end")
            break
        }
    }

    @Test func `a dry run gives the same elements`() throws {
        var run = DryRun { _ in Response(body: Data("abc".utf8)) }
        #expect(try run.elements(of: stream) == Array("abc".utf8))
        #expect(run.requests.map(\.url.path) == ["/bytes"])
    }
}

/// Answers with pieces, then perhaps with a failure.
private struct PieceTransport: Transport {
    let pieces: [String]
    let failure: (any Error & Sendable)?
    let status: Response.Status

    func send(_ request: Request) async throws -> Response {
        throw TransportError(.other, "a stream is not sent as a whole")
    }

    func stream(_ request: Request) async throws -> ResponseStream {
        let rest = Locked(pieces[...])
        return ResponseStream(
            Response(status: status, url: request.url),
            body: ResponseStream.Pieces { [failure] in
                if let piece = rest.withLock({ $0.popFirst() }) { return Data(piece.utf8) }
                if let failure { throw failure }
                return nil
            })
    }
}
