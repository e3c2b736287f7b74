import Foundation
import ResourcefulCore
import ResourcefulLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The exchanges of a session that are under way: its delegate, which takes what comes to the one that it is for.
final class Exchanges: NSObject, Sendable {
    private let underWay = Locked<[Int: Exchange]>([:])
    let tls: TLS

    init(tls: TLS) { self.tls = tls }

    /// Takes an exchange in, before its task is resumed, and ends it when its time is over.
    func begin(_ exchange: Exchange, of task: URLSessionTask, timeout: Duration?) {
        underWay.withLock { $0[task.taskIdentifier] = exchange }
        // What takes longer than three weeks has no time-out.
        guard let timeout, timeout < .seconds(2_000_000) else { return }
        // Not a task: those may all be busy.
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout / .seconds(1)) { [weak self, weak task] in
            guard let task, let exchange = self?.take(task) else { return }
            exchange.finish(.failure(TransportError(.timedOut, "it took too long")))
            task.cancel()
        }
    }

    /// Ends an exchange, if it is still under way: whoever waits is told at once.
    func end(_ task: URLSessionTask, with error: any Error) {
        take(task)?.finish(.failure(error))
        // Not here: on Linux, `cancel` waits for a queue that may wait for us.
        DispatchQueue.global().async { task.cancel() }
    }

    private func take(_ task: URLSessionTask) -> Exchange? {
        underWay.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }
}

extension Exchanges: URLSessionDataDelegate {
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let failure: TransportError? = underWay.withLock { underWay in
            do throws(TransportError) {
                try underWay[dataTask.taskIdentifier]?.receive(data)
                return nil
            } catch {
                return error
            }
        }
        if let failure { end(dataTask, with: failure) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        take(task)?.finish(task.response, error)
    }

    /// Redirects are a policy: the answer that asks for one is a response like others.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(Darwin)
            if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
                return tls.answer(challenge, completionHandler)
            }
            completionHandler(.performDefaultHandling, nil)
        #else
            // The default handling never ends here. The answer that asks for credentials is a response like others,
            // and has come whole by now.
            take(task)?.finish(challenge.failureResponse, nil)
            // Not here: it cancels the task, for which see above.
            DispatchQueue.global().async { completionHandler(.cancelAuthenticationChallenge, nil) }
        #endif
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
    /// Runs each block at once, on the session's own queue, in place of a hop to another thread for every callback: a
    /// twentieth of the instructions of a small load. Nothing that `Exchanges` does waits for that queue.
    ///
    /// `@unchecked Sendable`, as its superclass is: it has no state.
    private final class CallerQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    }
#endif
