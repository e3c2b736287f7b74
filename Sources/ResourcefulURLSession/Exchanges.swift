import Dispatch
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The active exchanges of a session. As its delegate, it passes each callback on to the right exchange.
final class Exchanges: NSObject, Sendable {
    private let underWay = Locked<[Int: any Reception]>([:])
    let tls: TLS

    init(tls: TLS) { self.tls = tls }

    /// Adds an exchange, before its task is resumed, and ends it after its timeout.
    func begin(_ exchange: some Reception, of task: URLSessionTask, timeout: Duration?) {
        underWay.withLock { $0[task.taskIdentifier] = exchange }
        // A timeout of more than three weeks counts as none.
        guard let timeout, timeout < .seconds(2_000_000) else { return }
        // Not a Swift task: their threads may all be busy.
        DispatchQueue.timing.asyncAfter(deadline: .now() + timeout / .seconds(1)) { [weak self, weak task] in
            if let task { self?.end(task, with: TransportError(.timedOut, "the request timed out")) }
        }
    }

    /// Ends an exchange, if it is still active. Its caller is resumed at once.
    func end(_ task: URLSessionTask, with error: any Error) {
        guard let exchange = take(task) else { return }
        exchange.fail(error)
        // Not here: on Linux, `cancel` waits for a queue that may wait for us.
        DispatchQueue.cancelling.async { task.cancel() }
    }

    private func take(_ task: URLSessionTask) -> (any Reception)? {
        underWay.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }

    private func exchange(of task: URLSessionTask) -> (any Reception)? {
        underWay.withLock { $0[task.taskIdentifier] }
    }
}

extension Exchanges: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let exchange = exchange(of: dataTask), let answer = response as? HTTPURLResponse, answer.statusCode >= 200 {
            exchange.meter?.answer(dataTask, answer)
            do throws(TransportError) {
                try exchange.begin(answer)
            } catch {
                end(dataTask, with: error)
            }
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let exchange = exchange(of: dataTask) else { return }
        exchange.meter?.receive(dataTask, data)
        do throws(TransportError) {
            try exchange.receive(data)
        } catch {
            end(dataTask, with: error)
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64, totalBytesSent total: Int64,
        totalBytesExpectedToSend expected: Int64
    ) {
        exchange(of: task)?.meter?.send(count)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        take(task)?.finish(task.response, error)
    }

    /// Redirects are a policy: a redirect is a response like others. The content of one that is followed isn't waited
    /// for: if it comes soon, the connection can be used again.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        if let exchange = exchange(of: task), exchange.request.leavesContent(of: response) {
            exchange.meter?.answer(task, response)
            take(task)?.finish(response, nil)
            DispatchQueue.cancelling.asyncAfter(deadline: .now() + 1) { [weak task] in task?.cancel() }
        }
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(Darwin)
            switch tls.answer(to: challenge.protectionSpace) {
            case .standard: completionHandler(.performDefaultHandling, nil)
            case .use(let credential): completionHandler(.useCredential, credential)
            case .refuse(let reason):
                // First, because a canceled task only reports that it was canceled.
                end(task, with: TransportError(.insecure, reason))
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        #else
            // The default handling never ends here. The response that asks for credentials is a response like others,
            // and is complete by now.
            take(task)?.finish(challenge.failureResponse, nil)
            // Not here: it cancels the task, see above.
            DispatchQueue.cancelling.async { completionHandler(.cancelAuthenticationChallenge, nil) }
        #endif
    }

    #if canImport(Darwin)
        /// Called if a connection is lost after a part of the body was read from its stream.
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            end(task, with: TransportError(.connectionLost, "the connection was lost while the body was being sent"))
            completionHandler(nil)
        }
    #endif
}

extension Request {
    fileprivate func leavesContent(of answer: HTTPURLResponse) -> Bool {
        (try? Response(answer, body: Data(), url: url)).map(leavesContent) ?? false
    }
}

extension OperationQueue {
    /// The queue on which a session calls its exchanges; nil leaves it to the session.
    static var ofExchanges: OperationQueue? {
        #if canImport(FoundationNetworking)
            CallerQueue()
        #else
            nil
        #endif
    }
}

#if canImport(FoundationNetworking)
    /// Runs each block immediately, on the session's own queue, instead of switching threads for every callback: this
    /// saves a twentieth of the instructions of a small load. `Exchanges` never waits for that queue.
    ///
    /// `@unchecked Sendable`, like its superclass: it has no state.
    private final class CallerQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    }
#endif

extension DispatchQueue {
    /// The queue on which tasks are canceled, one after the other: canceling waits for the one queue that all
    /// sessions share.
    ///
    /// The global queues share their threads with all Swift tasks, which may have none to spare.
    static let cancelling = DispatchQueue(label: "Resourceful.cancellation")

    /// The queue for timeouts.
    static let timing = DispatchQueue(label: "Resourceful.timing")
}
