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
}
