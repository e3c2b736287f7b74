import CResourcefulCurl

/// A transport that uses libcurl, the default on Linux.
///
/// All transfers of one transport share its connections, so create one and keep it. libcurl is loaded at run time; if
/// it is missing, every load fails at the transport stage and names the package to install.
///
///     let transport = CurlTransport(
///         connectTimeout: .seconds(5), maximumBodySize: 10 << 20, proxy: .none)
///     let webservice = Webservice(baseURL: api, transport: transport)
public final class CurlTransport: CountingTransport {
    /// The settings of all transfers.
    final class Settings: Sendable {
        let connectMilliseconds: Int
        let idleTimeout: Duration
        let tls: TLS
        let proxy: Proxy
        let proxyExceptions = Proxy.exceptions
        let unixDomainSocket: String?
        let keepAlive: Duration
        let network: Network
        /// The TLS sessions, which outlive connections.
        let sessions = TLSSessions()
        /// Whether the scheme alone decides if HTTP/1 is sent in plain text.
        var leavesPlainText: Bool { network.httpVersion != .http2 && proxy.text?.hasPrefix("https:") != true }

        init(
            connectTimeout: Duration, idleTimeout: Duration, tls: TLS, proxy: Proxy, unixDomainSocket: String?,
            keepAlive: Duration, network: Network
        ) {
            connectMilliseconds = connectTimeout.wholeMilliseconds(in: 1...2_000_000_000)
            self.idleTimeout = max(.seconds(1), idleTimeout)
            (self.tls, self.proxy, self.network) = (tls, proxy, network)
            (self.unixDomainSocket, self.keepAlive) = (unixDomainSocket, keepAlive)
        }
    }

    private let loops: Result<CurlLoops, TransportError>
    private let maximumBodySize: Int
    /// A digest of the client certificates; nil if there are none.
    public let clientIdentity: String?

    /// Creates a transport with its own connections.
    ///
    /// - Parameters:
    ///   - reach: The addresses that may be connected to: `.publicAddresses` if you load URLs that others have written.
    ///     A limit replaces the one of `network`.
    ///   - connectTimeout: How long making a connection may take.
    ///   - idleTimeout: How long nothing may be sent or received once the request is being sent, at least a second. Any
    ///     byte restarts it. If a server takes longer to begin its response, the load fails.
    ///   - maximumBodySize: The maximum size of a response's body, in bytes, after decoding. A larger one fails the
    ///     load.
    ///   - maximumTransfersPerOrigin: The maximum number of concurrent transfers to one origin. Others wait, while
    ///     their timeouts run.
    ///   - tls: The trusted certificates, and the client's identity.
    ///   - proxy: The proxy for the requests.
    ///   - unixDomainSocket: The path of a socket to connect to, for any host and port of a URL.
    ///   - keepAlive: How long a loop keeps its connections and its thread when it has no transfers.
    ///   - loops: The number of event loops, each with a thread and connections of its own, at most 64. All requests to
    ///     one origin use the same loop. `nil` means 1, or, if the process may use four or more processors, half of
    ///     them, at most 4.
    ///   - network: The addresses that may be reached, and how to reach servers.
    ///   - warning: Receives a warning if the installed libcurl is so old that it has faults this library can't work
    ///     around. By default, prints it to standard error, once per process.
    public init(
        reach: Reach = .anywhere, connectTimeout: Duration = .seconds(30), idleTimeout: Duration = .seconds(60),
        maximumBodySize: Int = 100 << 20, maximumTransfersPerOrigin: Int = 64, tls: TLS = TLS(),
        proxy: Proxy = .environment, unixDomainSocket: String? = nil, keepAlive: Duration = .seconds(60),
        loops: Int? = nil, network: Network = Network(), warning: (String) -> Void = CurlTransport.printWarning
    ) {
        var network = network
        if !reach.isUnlimited { network.reach = reach }
        self.maximumBodySize = maximumBodySize
        clientIdentity = tls.clientIdentity
        if let impossibility = tls.impossibility ?? network.impossibility(proxy, unixDomainSocket) {
            self.loops = .failure(impossibility)
        } else if let problem = rsf_curl_load() {
            self.loops = .failure(TransportError(.unavailable, String(cString: problem)))
        } else {
            let settings = Settings(
                connectTimeout: connectTimeout, idleTimeout: idleTimeout, tls: tls, proxy: proxy,
                unixDomainSocket: unixDomainSocket, keepAlive: keepAlive, network: network)
            self.loops = .success(
                CurlLoops(
                    loops ?? LoopChoice.defaultCount, settings, limitPerOrigin: maximumTransfersPerOrigin,
                    sharesProxy: proxy.isShared))
            if let message = LibraryVersion.installed?.warning { warning(message) }
        }
    }

    /// Whether libcurl is available: linked into the program, or installed and new enough. If it isn't, every load
    /// fails at the transport stage and says what is missing.
    public static var isAvailable: Bool { rsf_curl_load() == nil }

    deinit {
        if case .success(let loops) = loops { loops.stop() }
    }

    /// Sends a request and waits for the whole response. Canceling the task ends the transfer at once.
    ///
    /// - Throws: `TransportError`; `LoadError` at the request stage if the body's file or the URL can't be read;
    ///   `CancellationError`.
    public func send(_ request: Request) async throws -> Response {
        let loops = try loops.get()
        try Task.checkCancellation()
        let body = WholeBody(request, limit: maximumBodySize)
        let transfer = Transfer(request, sink: body)
        let loop = loops.loop(for: transfer)
        let deadline = Deadline(request)
        return try await withTaskCancellationHandler {
            // Unchecked, because `WholeBody` resumes it once and releases it.
            let received = try await withUnsafeThrowingContinuation { continuation in
                body.setContinuation(continuation)
                loop.start(transfer)
                // The handler may have run before the transfer was in the loop.
                if Task.isCancelled { loop.cancel(transfer) }
            }
            switch received {
            case .whole(let response): return response
            case .part:
                do {
                    return try await body.rest(until: deadline) { loop.resume(transfer) }
                } catch {
                    loop.cancel(transfer)
                    throw error
                }
            }
        } onCancel: {
            loop.cancel(transfer)
        }
    }

    /// Sends a request and returns when the head of the response has arrived. The body is received as you read it: a
    /// slow reader slows the server down. Canceling the task, or releasing the body, ends the transfer at once.
    ///
    /// The size of the body is unlimited, because at most half a megabyte of it is kept.
    ///
    /// - Throws: The errors of ``send(_:)``.
    public func stream(_ request: Request) async throws -> ResponseStream {
        let loops = try loops.get()
        try Task.checkCancellation()
        let pipe = BodyPipe()
        let transfer = Transfer(request, sink: pipe, receivesMuch: true)
        let loop = loops.loop(for: transfer)
        let deadline = Deadline(request)
        let head = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                pipe.setContinuation(continuation)
                loop.start(transfer)
                if Task.isCancelled { loop.cancel(transfer) }
            }
        } onCancel: {
            loop.cancel(transfer)
        }
        let reader = BodyReader(
            transfer, pipe: pipe, head: head, loop: loop, transport: self, deadline: deadline)
        guard let status = head.status else {
            throw TransportError(.malformedResponse, "the answer is not an HTTP response")
        }
        let response = Response(status: status, headerFields: head.headerFields, url: request.url)
        return ResponseStream(response, body: ResponseStream.Pieces { try await reader.next() })
    }
}
