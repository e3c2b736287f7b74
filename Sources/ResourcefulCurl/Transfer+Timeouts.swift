extension Transfer {
    /// Returns the rest of the timeout if it had to wait in the queue; libcurl's own timeout doesn't include that.
    func restOfTime() throws(TransportError) -> Duration? {
        guard place != nil, let deadline else { return nil }
        let rest = ContinuousClock.now.duration(to: deadline)
        guard rest > .zero else { throw timeoutError }
        return rest
    }

    /// Returns the error of a transfer that has stood still for this long.
    func idleError(after limit: Duration) -> TransportError {
        TransportError(.timedOut, "nothing was sent or received for \(limit), the idle timeout\(receivedPart)")
    }

    /// The error of a transfer whose time has passed.
    var timeoutError: TransportError {
        let limit = request.timeout.map { "\($0)" } ?? "its timeout"
        guard handle != nil else {
            return TransportError(.timedOut, "no connection was free within \(limit), so the request wasn't sent")
        }
        return TransportError(.timedOut, "the response wasn't complete within \(limit)\(receivedPart)")
    }

    var receivedPart: String { received > 0 ? ", after \(received) bytes of the body" : "" }

    /// Ends the connection after a timeout, unless other transfers use it: it may lead nowhere any more. libcurl ends
    /// only those of HTTP/1; it would use one of HTTP/2 for all requests to come.
    func endConnection() {
        if let ports, queue?.count == 1 { handle?.endConnection(between: ports) }
    }
}
