import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// The host that libcurl connects to is the one of the origin, which credentials, cookies and caches are tied to.
@Suite(.permit) struct ConnectedHostTests {
    private static let pieces = [
        "a", "B", "x1", "É", "ü", "ß", "ａ", "①", "İ", "日本", "_", "-", ".", "。", "xn--", "xn--9ca", "\u{AD}", "\u{200D}",
        "1", "%61", "~", "!", "*",
    ]

    private static func host(using random: inout SplitMix64) -> String {
        guard Int.random(in: 0..<4, using: &random) == 0 else {
            return (0...Int.random(in: 0...5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined() + ["", ".example", ".example."][Int.random(in: 0..<3, using: &random)]
        }
        let groups = (0..<8).map { _ in
            let group = Bool.random(using: &random) ? 0 : Int.random(in: 0...0xFFFF, using: &random)
            let text = String(group, radix: 16, uppercase: Bool.random(using: &random))
            return Bool.random(using: &random) ? String(repeating: "0", count: 4 - text.count) + text : text
        }
        return "[\(groups.joined(separator: ":"))]"
    }

    /// A proxy receives the host as libcurl has read it.
    @Test func `a proxy receives the host of the origin, however it is spelled`() async throws {
        let server = try LoopbackServer { _ in Response() }
        defer { server.stop() }
        let webservice = Webservice(transport: CurlTransport(proxy: .url(server.baseURL)))
        var random = SplitMix64(seed: 16)
        var sent = 0
        for _ in 0..<Effort.rounds(5_000) {
            let text = "http://\(Self.host(using: &random)):81/a"
            guard let url = URL(string: text) else { continue }
            let origin = Origin(url)
            let error = await failure(of: Resource<Data>(url: url), over: webservice)
            if let error {
                // What libcurl doesn't take for a host has no connection.
                #expect((error as? LoadError)?.stage == .request, "\(text): \(error)")
                continue
            }
            sent += 1
            let told = try #require(server.requests.last?.url)
            #expect(Origin(told) == origin, "\(text): \(told)")
            #expect(origin.map { told.absoluteString.lowercased() == "\($0)/a" } == true, "\(text): \(told)")
        }
        #expect(sent > Effort.rounds(500), "\(sent)")
    }

    private func failure(of resource: Resource<Data>, over webservice: Webservice) async -> (any Error)? {
        do {
            _ = try await webservice.load(resource)
            return nil
        } catch {
            return error
        }
    }
}
