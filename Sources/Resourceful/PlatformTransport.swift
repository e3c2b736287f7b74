public import ResourcefulCore
public import ResourcefulLoading

#if canImport(Darwin)
    import ResourcefulURLSession
#else
    import ResourcefulCurl
    #if URLSession
        import ResourcefulFallback
    #endif
#endif

/// The transport that is best on this platform: URLSession on Apple's, libcurl on others.
///
/// With the package's trait `URLSession`, other platforms use URLSession too where libcurl can't be had: a program that
/// is linked statically and without libcurl, or a machine where it is not installed.
///
/// All of them share one set of connections, so a program has as many connections as it needs, however many
/// Webservices it makes.
public struct PlatformTransport: Transport {
    #if canImport(Darwin)
        private static let shared = URLSessionTransport()
    #elseif URLSession
        private static let shared: any Transport = CurlTransport.isAvailable ? CurlTransport() : fallbackTransport()
    #else
        private static let shared = CurlTransport()
    #endif

    /// The platform's transport.
    public init() {}

    /// Sends a request and waits for the whole response. Cancelling the task ends the transfer at once.
    public func send(_ request: Request) async throws -> Response { try await Self.shared.send(request) }

    /// Sends a request and returns as soon as the head of the response is there.
    public func stream(_ request: Request) async throws -> ResponseStream { try await Self.shared.stream(request) }
}

extension Transport where Self == PlatformTransport {
    /// The transport that is best on this platform: what a Webservice uses unless told otherwise.
    public static var platform: PlatformTransport { PlatformTransport() }
}
