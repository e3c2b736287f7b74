import ResourcefulCurl
package import ResourcefulTesting
import ResourcefulURLSession
import Testing

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
#else
    import Foundation
#endif

/// A kind of transport that has to conform: each test of this target runs with every one that it applies to.
package enum Subject: String, CaseIterable, Codable, Sendable {
    case curl
    /// The same with several loops, as on machines with more cores than this one may have.
    case curlWithLoops
    case urlSession
    /// No sockets: a function answers.
    case stub

    /// Those that speak to a server. Several loops join them in full campaigns: for one origin, they do what one does.
    package static let overSockets: [Subject] =
        ProcessInfo.processInfo.environment["CAMPAIGN"] == "full"
        ? [.curl, .curlWithLoops, .urlSession] : [.curl, .urlSession]

    /// Transports for all tests: they share connections as a program's loads do.
    ///
    /// A task may have to wait for its turn for a minute, behind tests that leave no thread to others: so nothing here
    /// is over as soon as that.
    private static let sharedCurl = CurlTransport(idleTimeout: .seconds(600), keepAlive: .seconds(600), loops: 1)
    private static let sharedLoops = CurlTransport(idleTimeout: .seconds(600), keepAlive: .seconds(600), loops: 4)
    private static let sharedURLSession = URLSessionTransport(idleTimeout: .seconds(600))

    /// A transport that other tests use, too.
    ///
    /// - Parameter respond: What a stub answers.
    package func shared(_ respond: @escaping @Sendable (Request) throws -> Response = { _ in Response() })
        -> any Transport
    {
        switch self {
        case .curl: Self.sharedCurl
        case .curlWithLoops: Self.sharedLoops
        case .urlSession: Self.sharedURLSession
        case .stub: StubTransport(respond)
        }
    }

    /// A transport with connections of its own.
    package func own(
        maximumBodySize: Int = 1 << 30, idleTimeout: Duration = .seconds(60), maximumAtOnce: Int = 64
    ) -> any Transport {
        switch self {
        case .curl, .curlWithLoops:
            return CurlTransport(
                idleTimeout: idleTimeout, maximumBodySize: maximumBodySize, maximumTransfersPerOrigin: maximumAtOnce,
                loops: self == .curl ? 1 : 4)
        case .urlSession:
            let configuration = URLSessionConfiguration.lean
            configuration.httpMaximumConnectionsPerHost = maximumAtOnce
            return URLSessionTransport(
                configuration: configuration, idleTimeout: idleTimeout, maximumBodySize: maximumBodySize)
        case .stub: return StubTransport { _ in Response() }
        }
    }

    /// Runs a check, which has to pass, unless this is URLSession on Linux and known to fail it. Then it has to fail
    /// (or the list is out of date), or isn't run at all when the process would not survive it.
    package func check(
        _ known: URLSessionOnLinux? = nil, _ body: () async throws -> Void
    ) async throws {
        #if canImport(Darwin)
            if self == .urlSession, let known, let difference = URLSessionOnApple.difference(in: known) {
                return await KnownDifference.expect(difference.rawValue, isIntermittent: true, body)
            }
        #endif
        guard let known, isURLSessionOnLinux else { return try await body() }
        switch known.outcome {
        case .endsTheProcess: return
        case .isWrong: await KnownDifference.expect(known.rawValue, body)
        case .maybeWrong: await KnownDifference.expect(known.rawValue, isIntermittent: true, body)
        }
    }

    /// Whether the list of what URLSession does not do on Linux is about this one.
    package var isURLSessionOnLinux: Bool {
        #if canImport(Darwin)
            false
        #else
            self == .urlSession
        #endif
    }
}
