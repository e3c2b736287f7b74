import CResourcefulCurl
public import ResourcefulCore
public import ResourcefulLoading

/// The transport over libcurl: the default on Linux.
///
/// All transfers of one transport run on one thread and share its connections, so make one and keep it. libcurl is
/// found at run time; where it is missing, every load fails at the transport stage with the package to install.
public final class CurlTransport: Transport {
    /// What holds for all transfers.
    struct Settings: Sendable {
        let connectTimeout: Duration
        let idleTimeout: Duration
        let tls: TLS
        let proxy: Proxy
        let unixDomainSocket: String?
        let keepAlive: Duration
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
    ///   - maximumTransfersPerOrigin: How many transfers may be under way to one origin; others wait, their time-outs
    ///     not yet begun.
    ///   - tls: Whom to trust, and how to show who we are.
    ///   - proxy: Through what requests are sent.
    ///   - unixDomainSocket: The path of a socket to connect to, whatever the host and the port of a URL are.
    ///   - keepAlive: How long connections and the thread are kept when no transfer is under way.
    public init(
        connectTimeout: Duration = .seconds(30), idleTimeout: Duration = .seconds(60),
        maximumBodySize: Int = 1 << 30, maximumTransfersPerOrigin: Int = 64, tls: TLS = TLS(),
        proxy: Proxy = .environment, unixDomainSocket: String? = nil, keepAlive: Duration = .seconds(60)
    ) {
        self.maximumBodySize = maximumBodySize
        if let problem = rsf_curl_load() {
            loop = .failure(TransportError(.unavailable, String(cString: problem)))
        } else {
            let settings = Settings(
                connectTimeout: connectTimeout, idleTimeout: idleTimeout, tls: tls, proxy: proxy,
                unixDomainSocket: unixDomainSocket, keepAlive: keepAlive)
            loop = .success(CurlLoop(settings, limitPerOrigin: maximumTransfersPerOrigin))
        }
    }

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
        let transfer = Transfer(request, limit: maximumBodySize)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                transfer.setContinuation(continuation)
                loop.start(transfer)
                // The handler may have run before the loop knew of the transfer.
                if Task.isCancelled { loop.cancel(transfer) }
            }
        } onCancel: {
            loop.cancel(transfer)
        }
    }
}
