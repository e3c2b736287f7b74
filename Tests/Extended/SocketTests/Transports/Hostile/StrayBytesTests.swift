import Foundation
import ResourcefulCurl
import ResourcefulLoading
import ResourcefulTesting
import Testing

/// What a server sends after its answer, before it is asked again, is no answer.
@Suite(.permit) struct StrayBytesTests {
    /// A server that answers "good", and then sends more on its own; and how many connections it has had.
    private struct Server {
        let raw: RawServer
        let count = Locked(0)
        let hasSent = Locked(false)

        init(sending stray: String) throws {
            raw = try RawServer { [count, hasSent] connection in
                count.withLock { $0 += 1 }
                while connection.receive() != nil {
                    guard connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood") else { return }
                    usleep(30_000)
                    guard hasSent.withLock({ sent in !sent }) else { continue }
                    guard connection.send(stray) else { return }
                    hasSent.withLock { $0 = true }
                }
            }
        }
    }

    private static let poison = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"

    @Test(
        arguments: [
            poison, "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n", "x",
            String(repeating: poison, count: 20_000),
        ], [Request.Method.get, .post, .head])
    func `bytes on an idle connection end it, and are no answer`(stray: String, method: Request.Method) async throws {
        let server = try Server(sending: stray)
        defer { server.raw.stop() }
        let webservice = Webservice(baseURL: server.raw.baseURL, transport: CurlTransport(proxy: .none))
        #expect(try await webservice.load(echo()).text == "good")
        #expect(await eventually { server.hasSent.withLock { $0 } })
        try await Task.sleep(for: .milliseconds(20))
        let second = echo(method: method, body: method == .post ? .data(Data("order".utf8)) : nil)
        #expect(try await webservice.load(second).text == (method == .head ? "" : "good"))
        #expect(server.count.withLock { $0 } == 2)
    }

    @Test func `a connection on which nothing comes is used again`() async throws {
        let server = try Server(sending: "")
        defer { server.raw.stop() }
        let webservice = Webservice(baseURL: server.raw.baseURL, transport: CurlTransport(proxy: .none))
        for _ in 0..<5 { #expect(try await webservice.load(echo()).text == "good") }
        #expect(server.count.withLock { $0 } == 1)
    }
}
