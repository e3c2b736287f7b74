import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// libcurl sends a request again by itself when a connection that was used before ends without an answer.
@Suite(.permit) struct SendingAgainTests {
    private static func isFirst(_ first: Locked<Bool>) -> Bool {
        first.withLock { first in
            defer { first = false }
            return first
        }
    }

    @Test func `a body is sent from its beginning when it is sent again`() async throws {
        let url = URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max)).bin")
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try content.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        for body in [Body.data(content), .file(url)] {
            let first = Locked(true)
            let server = try LoopbackServer(answering: { request in
                request.method == .put && Self.isFirst(first)
                    ? .faulty(Response(), .closeBeforeAnswer) : .response(Response())
            })
            let webservice = server.webservice(CurlTransport())
            _ = try await webservice.load(echo())
            #expect(try await webservice.load(echo(method: .put, body: body)).status == 200)
            #expect(server.requests.map(\.method) == [.get, .put, .put])
            #expect(server.requests.dropFirst().allSatisfy { $0.body?.data == content })
        }
    }

    @Test(arguments: [Request.Method.post, .patch], [Body.data(Data("order".utf8)), nil])
    func `a request that may not be repeated is sent once, even when its connection was used before`(
        method: Request.Method, body: Body?
    ) async throws {
        let server = try LoopbackServer(answering: { request in
            request.url.lastPathComponent == "order"
                ? .faulty(Response(), .closeBeforeAnswer) : .response(Response(body: Data("good".utf8)))
        })
        let webservice = server.webservice(CurlTransport())
        _ = try await webservice.load(echo("good"))
        let error = await #expect(throws: LoadError.self) {
            try await webservice.load(echo("order", method: method, body: body))
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .connectionLost)
        #expect(server.requests.count == 2)
    }

    @Test func `no request that may be repeated is lost on a connection that its server is closing`() async throws {
        // The connection ends just after each answer: before, while or after the next request is sent on it.
        let server = try LoopbackServer(answering: { request in .faulty(Response(), .closeAfterAnswer) })
        let webservice = server.webservice(CurlTransport())
        let body = Body.data(Data(repeating: 0x61, count: 20_000))
        for round in 0..<2_000 {
            let method: Request.Method = round % 3 == 0 ? .get : round % 3 == 1 ? .put : .delete
            let response = try await webservice.load(
                echo("\(round)", method: method, body: method == .put ? body : nil))
            #expect(response.status == 200)
            // Between 0 and about 200 µs later.
            for _ in 0..<(round % 40) { await Task.yield() }
        }
    }

    @Test func `on a new connection that ends without an answer, a request isn't sent again`()
        async throws
    {
        let server = try LoopbackServer(answering: { request in
            request.method == .put ? .faulty(Response(), .closeBeforeAnswer) : .response(Response())
        })
        // Nothing was answered on it before. So it is if the last connection was idle for too long to be used.
        let error = await #expect(throws: LoadError.self) {
            try await server.webservice(CurlTransport()).load(echo(method: .put))
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .connectionLost)
        #expect("\(error.map { "\($0)" } ?? "")".contains("Empty reply from server"))
        #expect(server.requests.map(\.method) == [.put])
    }
}
