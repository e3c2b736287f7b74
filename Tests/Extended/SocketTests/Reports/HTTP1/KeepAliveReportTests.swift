import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// Servers that say for how long they keep a connection, and end it just when the next request comes.
@Suite(.permit) struct KeepAliveReportTests {
    /// A server that closes each connection when it has been idle for as long as it says, and counts them.
    private struct Server {
        let raw: RawServer
        let count = Locked(0)

        init(_ fields: String) throws {
            raw = try RawServer { [count] connection in
                count.withLock { $0 += 1 }
                while connection.drain() != nil {
                    guard connection.send("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 4\r\n\r\ngood") else { return }
                }
            }
        }

        /// How many connections two loads need, one some time after the other.
        func connections(after pause: Duration, _ method: Request.Method = .post) async throws -> Int {
            let webservice = Webservice(baseURL: raw.baseURL, transport: CurlTransport(proxy: .none))
            let before = count.withLock { $0 }
            for round in 0..<2 {
                if round > 0 { try await Task.sleep(for: pause) }
                let body = method == .post ? Body.data(Data("order".utf8)) : nil
                #expect(try await webservice.load(echo(method: method, body: body)).text == "good")
            }
            return count.withLock { $0 } - before
        }
    }

    @Test(arguments: ["timeout=3", "timeout=3, max=100", "max=5,timeout=3", "TIMEOUT = 3"])
    func `a connection that its server is about to end is not used again`(hint: String) async throws {
        let server = try Server("Keep-Alive: \(hint)\r\nConnection: Keep-Alive\r\n")
        defer { server.raw.stop() }
        #expect(try await server.connections(after: .milliseconds(50)) == 1)
        #expect(try await server.connections(after: .milliseconds(2_500)) == 2)
    }

    @Test(arguments: ["", "Keep-Alive: timeout=600\r\n", "Keep-Alive: timeout=x, max=1\r\n"])
    func `a connection that its server keeps is used again`(field: String) async throws {
        let server = try Server(field)
        defer { server.raw.stop() }
        #expect(try await server.connections(after: .milliseconds(2_500)) == 1)
    }
}
