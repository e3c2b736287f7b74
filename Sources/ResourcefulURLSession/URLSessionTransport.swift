#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// A transport that uses URLSession, the default on Apple platforms.
///
/// On Linux, URLSession is slower and supports less than on Apple platforms: use `CurlTransport` there. The article
/// "URLSession on Linux" lists what doesn't work.
///
///     let transport = URLSessionTransport(idleTimeout: .seconds(20), maximumBodySize: 10 << 20)
///     let webservice = Webservice(baseURL: api, transport: transport)
public final class URLSessionTransport: CountingTransport {
    let session: URLSession
    let exchanges: Exchanges
    private let ownsSession: Bool
    let idleTimeout: Duration
    private let maximumBodySize: Int
    /// A digest of the client certificates; nil if there are none.
    public let clientIdentity: String?
    let refusal: TransportError?

    /// Creates a transport with its own session, which is invalidated when the transport is released.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the session, including cookies, caches and credentials; by default there
    ///     are none.
    ///   - idleTimeout: How long nothing may arrive, in whole seconds. Any byte restarts it.
    ///   - maximumBodySize: The maximum size of a response's body, in bytes, after decoding. A larger one fails the
    ///     load.
    ///   - tls: The trusted certificates. Settings that URLSession doesn't support fail every load.
    public init(
        configuration: URLSessionConfiguration = .lean, idleTimeout: Duration = .seconds(60),
        maximumBodySize: Int = 100 << 20, tls: TLS = TLS()
    ) {
        exchanges = Exchanges(tls: tls)
        clientIdentity = tls.clientIdentity
        session = URLSession(
            configuration: configuration.speaking(tls.minimumVersion), delegate: exchanges, delegateQueue: .ofExchanges)
        ownsSession = true
        self.idleTimeout = idleTimeout
        self.maximumBodySize = maximumBodySize
        refusal = tls.refusalByURLSession ?? configuration.refusal
    }

    /// Creates a transport with a session that you created and keep. Its delegate is asked about the session, such as
    /// which servers to trust (`urlSession(_:didReceive:completionHandler:)`), but not about tasks.
    ///
    /// On Linux, where a task can't have its own delegate, the transport creates a session with the same configuration.
    public init(session: URLSession, idleTimeout: Duration = .seconds(60), maximumBodySize: Int = 100 << 20) {
        exchanges = Exchanges(tls: TLS())
        clientIdentity = nil
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

    /// Sends a request and waits for the whole response. Canceling the task ends the transfer at once.
    ///
    /// - Throws: `TransportError`; `LoadError` at the request stage if the body's file can't be read;
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
                // The handler may have run before the exchange began.
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
    /// A configuration that keeps nothing: no cookies, no cache, no credentials. On Linux, it makes a load a third
    /// cheaper.
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

    /// Returns a configuration that requires this version of TLS or later.
    fileprivate func speaking(_ version: TLS.Version) -> URLSessionConfiguration {
        #if canImport(Darwin)
            guard version == .tls13, let own = copy() as? URLSessionConfiguration else { return self }
            own.tlsMinimumSupportedProtocolVersion = .TLSv13
            return own
        #else
            return self
        #endif
    }

    /// The reason why loads can't use a session with this configuration; nil if they can.
    fileprivate var refusal: TransportError? {
        guard identifier != nil else { return nil }
        return TransportError(
            .unavailable,
            "a background session outlives the program and can't report to a load: use another configuration, such as "
                + ".lean")
    }
}
