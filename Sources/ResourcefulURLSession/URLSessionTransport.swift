public import ResourcefulCore
public import ResourcefulLoading

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// The transport over URLSession: the default on Apple platforms.
///
/// On Linux it does what URLSession does there, which is less than one would expect and slower: use `CurlTransport`.
/// The article "URLSession on Linux" lists what does not work.
public final class URLSessionTransport: CountingTransport {
    let session: URLSession
    let exchanges: Exchanges
    private let ownsSession: Bool
    let idleTimeout: Duration
    private let maximumBodySize: Int
    let refusal: TransportError?

    /// A transport with a session of its own, which is invalidated when the transport is gone.
    ///
    /// - Parameters:
    ///   - configuration: What the session is made with. Cookies, caches and credentials are what it says; by default
    ///     there are none.
    ///   - idleTimeout: How long nothing may arrive, in whole seconds.
    ///   - maximumBodySize: How large a response's body may be, in bytes, after decoding. A larger one fails the load.
    ///   - tls: Whom to trust. What URLSession can't do fails every load.
    public init(
        configuration: URLSessionConfiguration = .lean, idleTimeout: Duration = .seconds(60),
        maximumBodySize: Int = 100 << 20, tls: TLS = TLS()
    ) {
        exchanges = Exchanges(tls: tls)
        session = URLSession(
            configuration: configuration.speaking(tls.minimumVersion), delegate: exchanges, delegateQueue: .ofExchanges)
        ownsSession = true
        self.idleTimeout = idleTimeout
        self.maximumBodySize = maximumBodySize
        refusal = tls.refusalByURLSession ?? configuration.refusal
    }

    /// A transport over a session that somebody else made and keeps. Its delegate is asked what concerns the session,
    /// such as which servers to trust (`urlSession(_:didReceive:completionHandler:)`), but nothing about a task.
    ///
    /// On Linux, where a task can't have a delegate of its own, a session is made with the same configuration.
    public init(session: URLSession, idleTimeout: Duration = .seconds(60), maximumBodySize: Int = 100 << 20) {
        exchanges = Exchanges(tls: TLS())
        #if canImport(Darwin)
            self.session = session
            ownsSession = false
        #else
            self.session = URLSession(
                configuration: session.configuration, delegate: exchanges, delegateQueue: .ofExchanges)
            ownsSession = true
        #endif
        self.idleTimeout = idleTimeout
        self.maximumBodySize = maximumBodySize
        refusal = session.configuration.refusal
    }

    deinit {
        if ownsSession { session.finishTasksAndInvalidate() }
    }

    /// Sends a request and waits for the whole response. Cancelling the task ends the transfer at once.
    ///
    /// - Throws: `TransportError`; `LoadError` at the request stage when the body's file can't be read;
    ///   `CancellationError`.
    public func send(_ request: Request) async throws -> Response {
        if let refusal { throw refusal }
        try Task.checkCancellation()
        let urlRequest = try URLRequest(request, idleTimeout: idleTimeout)
        #if canImport(Darwin)
            let pump = try pump(for: request)
            defer { pump?.cancel() }
            let task = task(for: urlRequest, body: request.body, from: pump)
        #else
            let task = session.dataTask(with: urlRequest)
        #endif
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchanges.begin(
                    Exchange(request, limit: maximumBodySize, continuation), of: task, timeout: request.timeout)
                #if canImport(Darwin)
                    pump?.start { [exchanges] in exchanges.end(task, with: $0) }
                #endif
                // The handler may have run before there was anything to end.
                if Task.isCancelled { exchanges.end(task, with: CancellationError()) } else { task.resume() }
            }
        } onCancel: {
            exchanges.end(task, with: CancellationError())
        }
    }

    #if canImport(Darwin)
        func pump(for request: Request) throws -> UploadPump? {
            do throws(RequestError) {
                return try UploadPump(request.body)
            } catch {
                throw LoadError(stage: .request, request: request, underlyingError: error)
            }
        }

        func task(for request: URLRequest, body: Body?, from pump: UploadPump?) -> URLSessionTask {
            var request = request
            if let pump { request.httpBodyStream = pump.input }
            if let count = pump?.count { request.setValue("\(count)", forHTTPHeaderField: "Content-Length") }
            let task =
                if let body, let file = body.file, body.isUploadedAsFile {
                    session.uploadTask(with: request, fromFile: file)
                } else {
                    session.dataTask(with: request)
                }
            if !ownsSession { task.delegate = exchanges }
            return task
        }
    #endif
}

extension URLSessionConfiguration {
    /// A configuration that keeps nothing: no cookies, no cache, no credentials. On Linux, a load costs a third less.
    public static var lean: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = 64
        return configuration
    }

    /// The same, for that version of TLS and later.
    fileprivate func speaking(_ version: TLS.Version) -> URLSessionConfiguration {
        #if canImport(Darwin)
            guard version == .tls13, let own = copy() as? URLSessionConfiguration else { return self }
            own.tlsMinimumSupportedProtocolVersion = .TLSv13
            return own
        #else
            return self
        #endif
    }

    /// Why no load can use a session that is made with this; nil when all can.
    fileprivate var refusal: TransportError? {
        guard identifier != nil else { return nil }
        return TransportError(
            .unavailable,
            "a session in the background goes on without the program, and can't tell a load how it ends: use another "
                + "configuration, such as .lean")
    }
}
