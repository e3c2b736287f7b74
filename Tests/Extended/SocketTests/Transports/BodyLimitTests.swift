import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The size that a request allows for the body of its response.
@Suite(.permit) struct BodyLimitTests {
    @Test(arguments: Subject.allCases) func `a body may be as large as its request allows, and no larger`(
        subject: Subject
    ) async throws {
        let service = try Service(subject) { request in
            Response(body: Data(count: Int(request.url.lastPathComponent) ?? 0))
        }
        let load = { (count: Int) in try await service.webservice.load(echo("\(count)").maximumBodySize(1_000)) }
        #expect(try await load(1_000).body.count == 1_000)
        let error = await #expect(throws: LoadError.self) { try await load(1_001) }
        #expect((error?.underlyingError as? TransportError)?.kind == .tooLarge && error?.stage == .transport)
        #expect(try await service.webservice.load(echo("5000").maximumBodySize(nil)).body.count == 5_000)
        let stream = StreamResource<Data>.bytes("5000").maximumBodySize(1_000)
        let streamError = await #expect(throws: LoadError.self) {
            for try await _ in service.webservice.stream(of: stream) {}
        }
        #expect((streamError?.underlyingError as? TransportError)?.kind == .tooLarge)
    }

    @Test(arguments: Subject.overSockets) func `the smaller of two limits holds`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Response(body: Data(count: 1_000)) }
        let webservice = server.webservice(subject.own(maximumBodySize: 500))
        #expect(await webservice.kindOfFailure(echo().maximumBodySize(2_000)) == .tooLarge)
        #expect(await server.webservice(subject).kindOfFailure(echo().maximumBodySize(-1)) == .tooLarge)
    }

    @Test(arguments: Subject.overSockets, [true, false])
    func `a declared length above the limit fails before the body comes`(
        subject: Subject, isStream: Bool
    ) async throws {
        let server = try RawServer { connection in
            _ = connection.receive()
            _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            // No byte of the body ever comes.
            while connection.receive() != nil {}
        }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL, transport: subject.shared())
        let error = await #expect(throws: LoadError.self) {
            if isStream {
                for try await _ in webservice.stream(of: .bytes().maximumBodySize(999_999)) {}
            } else {
                _ = try await webservice.load(echo().maximumBodySize(999_999))
            }
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .tooLarge)
    }

    @Test(arguments: Subject.overSockets) func `what a HEAD request learns of is no body`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in Response(body: Data(count: 1_000)) }
        let response = try await server.webservice(subject).load(echo(method: .head).maximumBodySize(10))
        #expect(response.headerFields["Content-Length"] == "1000")
    }

    @Test(arguments: Subject.overSockets) func `a stream says how many bytes had come when there were too many`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(answering: { _ in
            .chunked(Response(body: Data(count: 500_000)), chunkSize: 9_000)
        })
        var count = 0
        let error = await #expect(throws: LoadError.self) {
            for try await piece in server.webservice(subject).stream(of: .bytes().maximumBodySize(100_000)) {
                count += piece.count
            }
        }
        #expect(count <= 100_000 && error?.received == count, "\(count), \(String(describing: error?.received))")
    }
}
