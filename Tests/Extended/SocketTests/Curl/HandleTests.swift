import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite(.alone) struct HandleTests {
    // libcurl 7.83 to 7.88, at least, go on with the last field of the response before, which is freed.
    @Test func `a head that begins with a folded line is an error, and not added to the head before it`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer(answering: { request in
                request.url.lastPathComponent == "bad"
                    ? .raw(Data("HTTP/1.1 200 OK\r\n folded: \(String(repeating: "x", count: 500))\r\n\r\n".utf8))
                    : .response(Response(headerFields: ["X-A": "b"], body: Data("good".utf8)))
            })
            let webservice = server.webservice(CurlTransport())
            for _ in 0..<200 {
                #expect(try await webservice.load(echo("good")).headerFields["X-A"] == "b")
                let error = await #expect(throws: LoadError.self) { try await webservice.load(echo("bad")) }
                #expect((error?.underlyingError as? TransportError)?.kind == .malformedResponse)
            }
        }
    }
}
