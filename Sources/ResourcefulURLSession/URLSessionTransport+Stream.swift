#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
#else
    import Foundation
#endif

extension URLSessionTransport {
    /// Sends a request and returns when the head of the response has arrived. Canceling the task, or releasing the
    /// body, ends the transfer at once.
    ///
    /// At most about 64 KB of the body is kept in memory. On Apple platforms, a slow reader slows the server down. On
    /// Linux that isn't possible: unread bytes wait in a temporary file.
    ///
    /// - Throws: The errors of ``send(_:)``.
    public func stream(_ request: Request) async throws -> ResponseStream {
        if let refusal { throw refusal }
        try Task.checkCancellation()
        let urlRequest = try URLRequest(request, idleTimeout: idleTimeout)
        #if canImport(Darwin)
            let pump = try pump(for: request)
            let task = task(for: urlRequest, body: request.body, from: pump)
            let inlet = BodyPipe(.waits { [weak task] waits in waits ? task?.suspend() : task?.resume() })
            let reader = StreamReader(inlet, task, exchanges) { pump?.cancel() }
        #else
            let task = session.dataTask(with: urlRequest)
            let inlet = BodyPipe(.goesToFile)
            let reader = StreamReader(inlet, task, exchanges) {}
        #endif
        let response = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                inlet.open(continuation)
                exchanges.begin(StreamedExchange(request, inlet), of: task, timeout: request.timeout)
                #if canImport(Darwin)
                    pump?.start { [exchanges] in exchanges.end(task, with: $0) }
                #endif
                // The handler may have run before the exchange began.
                if Task.isCancelled { exchanges.end(task, with: CancellationError()) } else { task.resume() }
            }
        } onCancel: {
            exchanges.end(task, with: CancellationError())
        }
        return ResponseStream(response, body: ResponseStream.Pieces { try await reader.next(self) })
    }
}

/// Reads the body of a transfer. Releasing it ends the transfer.
private final class StreamReader: Sendable {
    private let inlet: BodyPipe
    private let task: URLSessionTask
    private let exchanges: Exchanges
    private let release: @Sendable () -> Void

    init(_ inlet: BodyPipe, _ task: URLSessionTask, _ exchanges: Exchanges, release: @escaping @Sendable () -> Void) {
        (self.inlet, self.task, self.exchanges, self.release) = (inlet, task, exchanges, release)
    }

    deinit {
        exchanges.end(task, with: CancellationError())
        release()
    }

    /// - Parameter transport: The transport, whose session is in use while there is something to read.
    func next(_ transport: URLSessionTransport) async throws -> Data? {
        try await withTaskCancellationHandler {
            try await inlet.next()
        } onCancel: {
            exchanges.end(task, with: CancellationError())
            // Even if everything has arrived: a canceled reader gets no more.
            inlet.end(.failure(CancellationError()))
        }
    }
}
