import AsyncHTTPClient
import Foundation
import NIOCore
import ResourcefulAsyncHTTPClient
import ResourcefulTesting
import Testing

/// A kind of transport that has to conform: each test of this target runs with every one that it applies to.
enum Subject: String, CaseIterable, Codable, Sendable {
    case asyncHTTPClient
    case curl = "none"
    case urlSession
    case stub

    /// Those that speak to a server.
    static let overSockets: [Subject] = [.asyncHTTPClient]
    static let allCases: [Subject] = [.asyncHTTPClient]

    private static let sharedTransport = AsyncHTTPClientTransport()

    func shared(_ respond: @escaping @Sendable (Request) throws -> Response = { _ in Response() }) -> any Transport {
        Self.sharedTransport
    }

    /// A transport with connections of its own.
    func own(
        maximumBodySize: Int = 1 << 30, idleTimeout: Duration = .seconds(60), maximumAtOnce: Int = 64
    ) -> any Transport {
        var configuration = HTTPClient.Configuration.forResourceful
        configuration.timeout.read = TimeAmount(idleTimeout)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = maximumAtOnce
        return AsyncHTTPClientTransport(configuration: configuration, maximumBodySize: maximumBodySize)
    }

    func check(
        _ known: URLSessionOnLinux? = nil, _ body: () async throws -> Void
    ) async throws {
        try await body()
    }

    var isURLSessionOnLinux: Bool { false }
}
