#if canImport(Darwin)
    import ResourcefulURLSession
#else
    import ResourcefulCurl
    #if URLSession
        import ResourcefulFallback
    #endif
#endif

/// The best transport for the platform: URLSession on Apple's platforms, libcurl on others.
///
/// With the package's trait `URLSession`, other platforms also use URLSession if libcurl isn't available: in a program
/// that is statically linked without libcurl, or on a machine where it isn't installed.
///
/// All instances share one set of connections, so a program has only as many connections as it needs, no matter how
/// many Webservices it creates.
///
///     let file = URL(filePath: "/tmp/podcast.har")
///     let recorded = Webservice(
///         baseURL: api, transport: PlatformTransport().recording(to: file))
public struct PlatformTransport: Transport {
    #if canImport(Darwin)
        private static let shared = URLSessionTransport()
    #elseif URLSession
        private static let shared: any Transport = CurlTransport.isAvailable ? CurlTransport() : fallbackTransport()
    #else
        private static let shared = CurlTransport()
    #endif

    /// Creates the platform's transport.
    public init() {}

    /// The identity of the shared transport.
    public var clientIdentity: String? { Self.shared.clientIdentity }

    /// Sends a request and waits for the whole response. Canceling the task ends the transfer at once.
    public func send(_ request: Request) async throws -> Response { try await Self.shared.send(request) }

    /// Sends a request and returns as soon as the head of the response has arrived.
    public func stream(_ request: Request) async throws -> ResponseStream { try await Self.shared.stream(request) }
}

extension Transport where Self == PlatformTransport {
    /// The best transport for the platform, which a Webservice uses by default.
    public static var platform: PlatformTransport { PlatformTransport() }
}

extension Webservice {
    /// Creates a Webservice that uses the platform's transport, ``PlatformTransport``.
    ///
    /// - Parameters:
    ///   - baseURL: The folder that contains relative URLs, with or without a trailing slash: `news` in
    ///     `https://h/api/4` is `https://h/api/4/news`. A URL that leaves it, such as `/news` or `../news`, fails the
    ///     load.
    ///   - policies: The policies for every request, the outermost first.
    ///   - store: The store for the entries of plans and policies.
    ///   - answers: The answers to the questions of plans; see `Question`.
    ///   - observers: The observers of all loads.
    public init(
        baseURL: URL? = nil, policies: [Policy] = [], store: some EntryStore = MemoryStore(),
        answers: [Answer] = [], observers: [LoadObserver] = []
    ) {
        self.init(
            baseURL: baseURL, policies: policies, store: store, answers: answers, observers: observers,
            transport: .platform)
    }
}
