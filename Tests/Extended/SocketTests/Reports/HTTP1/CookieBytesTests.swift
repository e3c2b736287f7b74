import Foundation
import ResourcefulCurl
import ResourcefulIdentity
import ResourcefulTesting
import Testing

/// Cookies in encodings of other times, which servers read only as they wrote them (RFC 6265, section 5.4).
@Suite(.permit) struct CookieBytesTests {
    @Test(arguments: 0..<8 as Range<UInt64>)
    func `a cookie comes back with the bytes that it came with`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let known: [[UInt8]] = [
            [0xE9], Array("é".utf8), [0xC3], Array(0x80...0xFF), Array("\u{EF80}\u{EFFF}".utf8), [0x41, 0xFF, 0x42],
            [0xEE, 0xBE], Array("日本".utf8) + [0x80],
        ]
        let values = known + (0..<40).map { _ in (0..<8).map { _ in .random(in: 0x80...0xFF, using: &random) } }
        let received = Locked<[[UInt8]]>([])
        let server = try RawServer { connection in
            while let request = connection.receive() {
                let count = received.withLock { received in
                    received.append(request)
                    return received.count
                }
                let value = values[min(count, values.count) - 1]
                let head = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nSet-Cookie: c="
                guard connection.send(Array(head.utf8) + value + Array("; Path=/\r\n\r\n".utf8)) else { return }
            }
        }
        defer { server.stop() }
        let webservice = Webservice(
            baseURL: server.baseURL, policies: [.cookies()], transport: CurlTransport(proxy: .none))
        for _ in 0...values.count { _ = try await webservice.load(echo(timeout: .seconds(30))) }
        let heads = received.withLock { $0 }
        #expect(heads.count == values.count + 1)
        for (head, value) in zip(heads.dropFirst(), values) {
            let field = Array("Cookie: c=".utf8) + value + Array("\r\n".utf8)
            #expect(!head.ranges(of: field).isEmpty, "\(value)")
        }
    }
}
