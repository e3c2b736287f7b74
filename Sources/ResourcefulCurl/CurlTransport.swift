import CResourcefulCurl
public import ResourcefulCore
public import ResourcefulLoading

/// The transport over libcurl: the default on Linux.
///
/// All transfers of one transport share its connections, so make one and keep it. libcurl is found at run time; where
/// it is missing, every load fails at the transport stage with the package to install.
public final class CurlTransport: CountingTransport {
    /// What holds for all transfers.
    final class Settings: Sendable {
        let connectTimeout: Duration
        let idleTimeout: Duration
        let tls: TLS
        let proxy: String?
        let unixDomainSocket: String?
        let keepAlive: Duration
        let network: Network
        /// Whether nothing but the scheme decides if HTTP/1 goes over the wire as it is.
        var leavesPlainText: Bool { network.httpVersion != .http2 && proxy?.hasPrefix("https:") != true }

        init(
            connectTimeout: Duration, idleTimeout: Duration, tls: TLS, proxy: Proxy, unixDomainSocket: String?,
            keepAlive: Duration, network: Network
        ) {
            self.connectTimeout = connectTimeout
            self.idleTimeout = idleTimeout
            self.tls = tls
            self.proxy = proxy.text
            self.unixDomainSocket = unixDomainSocket
            self.keepAlive = keepAlive
            self.network = network
        }
    }

    private let loop: Result<CurlLoop, TransportError>
    private let maximumBodySize: Int

    /// A transport with connections of its own.
    ///
    /// - Parameters:
    ///   - connectTimeout: How long making a connection may take.
    ///   - idleTimeout: How long a transfer may be slower than a byte a second in both directions, in whole seconds: a
    ///     server that takes longer to begin its answer fails the load.
    ///   - maximumBodySize: How large a response's body may be, in bytes, after decoding. A larger one fails the load.
    ///   - maximumTransfersPerOrigin: How many transfers may be under way to one origin; others wait, while their
    ///     timeouts run.
    ///   - tls: Whom to trust, and how to show who we are.
    ///   - proxy: Through what requests are sent.
    ///   - unixDomainSocket: The path of a socket to connect to, whatever the host and the port of a URL are.
    ///   - keepAlive: How long connections and the thread are kept when no transfer is under way.
    ///   - network: Which addresses may be reached, and how servers are got to.
    ///   - warning: Is told when the installed libcurl is so old that it does what this library can't mend. Prints to
    ///     standard error, once in a process, unless told.
    public init(
        connectTimeout: Duration = .seconds(30), idleTimeout: Duration = .seconds(60),
        maximumBodySize: Int = 100 << 20, maximumTransfersPerOrigin: Int = 64, tls: TLS = TLS(),
        proxy: Proxy = .environment, unixDomainSocket: String? = nil, keepAlive: Duration = .seconds(60),
        network: Network = Network(), warning: (String) -> Void = CurlTransport.printWarning
    ) {
        self.maximumBodySize = maximumBodySize
        if let impossibility = tls.impossibility ?? network.impossibility(proxy, unixDomainSocket) {
            loop = .failure(impossibility)
        } else if let problem = rsf_curl_load() {
            loop = .failure(TransportError(.unavailable, String(cString: problem)))
        } else {
            let settings = Settings(
                connectTimeout: connectTimeout, idleTimeout: idleTimeout, tls: tls, proxy: proxy,
                unixDomainSocket: unixDomainSocket, keepAlive: keepAlive, network: network)
            loop = .success(CurlLoop(settings, limitPerOrigin: maximumTransfersPerOrigin))
            if let message = LibraryVersion.installed?.warning { warning(message) }
        }
    }

    /// A transport that connects to some addresses alone: `CurlTransport(reach: .publicAddresses)`, for who loads URLs
    /// that others have written.
    public convenience init(reach: Reach) { self.init(network: Network(reach: reach)) }

    /// Whether libcurl is there: linked into the program, or installed and new enough. Where it isn't, every load
    /// fails at the transport stage and says what is missing.
    public static var isAvailable: Bool { rsf_curl_load() == nil }

    deinit {
        if case .success(let loop) = loop { loop.stop() }
    }

    /// Sends a request and waits for the whole response. Cancelling the task ends the transfer at once.
    ///
    /// - Throws: `TransportError`; `LoadError` at the request stage when the body's file or the URL can't be read;
    ///   `CancellationError`.
    public func send(_ request: Request) async throws -> Response {
        let loop = try loop.get()
        try Task.checkCancellation()
        let body = WholeBody(request, limit: maximumBodySize)
        let transfer = Transfer(request, sink: body)
        let deadline = Deadline(request)
        return try await withTaskCancellationHandler {
            // Unchecked, as `WholeBody` resumes it once, and lets go of it.
            let received = try await withUnsafeThrowingContinuation { continuation in
                body.setContinuation(continuation)
                loop.start(transfer)
                // The handler may have run before the loop knew of the transfer.
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

    /// Sends a request and returns when the head of the response is there. The body is received as it is read: a slow
    /// reader slows the server down. Cancelling the task, or letting go of the body, ends the transfer at once.
    ///
    /// There is no limit to the size of the body, since no more of it is kept than half a megabyte.
    ///
    /// - Throws: what ``send(_:)`` throws.
    public func stream(_ request: Request) async throws -> ResponseStream {
        let loop = try loop.get()
        try Task.checkCancellation()
        let pipe = BodyPipe()
        let transfer = Transfer(request, sink: pipe, receivesMuch: true)
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
