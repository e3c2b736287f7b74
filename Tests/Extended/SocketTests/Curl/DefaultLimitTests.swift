import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// What a transport keeps unless it is told otherwise.
@Suite(.permit) struct DefaultLimitTests {
    @Test func `a body of more than 100 MiB needs a limit of its own`() async throws {
        let head = Data("HTTP/1.1 200 OK\r\nContent-Length: 104857601\r\n\r\n".utf8)
        let server = try LoopbackServer(answering: { _ in .raw(head) })
        let webservice = Webservice(baseURL: server.baseURL, transport: CurlTransport())
        let error = await #expect(throws: LoadError.self) {
            _ = try await webservice.load(Resource<Data>(Request("large")))
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .tooLarge)
    }
}
