import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// The gateway by hand over AsyncHTTPClient: three requests at once, each within a second. It neither retries nor hedges.
struct ClientSource: PageSource {
    struct Failure: Error {
        let status: UInt
    }

    private let client = HTTPClient(eventLoopGroupProvider: .singleton)
    private let services: URL

    init(services: URL) { self.services = services }

    func page(for user: Int) async throws -> Page {
        async let profile: Profile = get("/profiles/\(user)")
        async let items: [Item] = get("/items?user=\(user)")
        async let prices: [Price] = get("/prices")
        return try await Page(profile: profile, items: items, prices: prices)
    }

    private func get<Value: Decodable & Sendable>(_ path: String) async throws -> Value {
        let request = HTTPClientRequest(url: services.absoluteString + path.dropFirst())
        let response = try await client.execute(request, timeout: .seconds(1))
        guard response.status == .ok else { throw Failure(status: response.status.code) }
        let body = try await response.body.collect(upTo: 1 << 20)
        return try JSONDecoder().decode(Value.self, from: body)
    }

    func close() async throws { try await client.shutdown() }
}
