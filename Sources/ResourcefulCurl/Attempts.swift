import CResourcefulCurl

/// The attempts to send a request: what may be sent again, by libcurl or by the loop.
///
/// A request that may have been processed is sent again only if its method is idempotent (RFC 9110, section 9.2.2); one
/// that a server of HTTP/2 has not processed always is (RFC 9113, section 8.7).
struct Attempts {
    private let method: Request.Method
    private var count = 0
    private var begunAgainCount = 0
    private var isRefused = false
    private var stream: (number: UInt32, connection: Connections.Connection)?
    /// What is known of the connections, if the transfer may share one with others, as over HTTP/2.
    var connections: Connections?
    private var port: Int32 = 0
    private var connectionCount = 0

    init(_ method: Request.Method) { self.method = method }

    /// Whether the request may be one of several on a connection.
    var mayShareConnection: Bool { connections != nil }

    /// Whether only the server's word allows a second attempt.
    var needsWord: Bool { mayShareConnection && !method.isIdempotent }

    /// Notes the port from which the request is about to be sent, and how many connections were made for it.
    mutating func noteConnection(from port: Int32, count: Int) {
        if count > connectionCount { connections?.begin(from: port) }
        (self.port, connectionCount) = (port, count)
    }

    /// Notes that the request is about to be sent. Returns why it may not be; nil if it may.
    mutating func begin(isSpent: Bool) -> String? {
        let wasProcessed = !isUnprocessed
        (isRefused, stream) = (false, nil)
        count += 1
        guard count > 1 else { return nil }
        if wasProcessed, !method.isIdempotent { return "a \(method) isn't repeated by the transport" }
        return isSpent ? "the body is a stream, which can only be sent once" : nil
    }

    /// Whether it has been sent before.
    var isRepeated: Bool { count > 1 }

    /// Receives what libcurl says about the last attempt and its connection.
    mutating func hear(_ text: LibraryText) {
        switch text {
        case .refusal: isRefused = true
        case .stream(let number): stream = connections.map { (number, $0.connection(from: port)) }
        case .goAway(let last): connections?.connection(from: port).lastStream = last
        }
    }

    /// Whether the server has said that it has not processed the last attempt.
    var isUnprocessed: Bool {
        isRefused || stream.map { $0.number > $0.connection.lastStream ?? .max } ?? false
    }

    /// Returns whether to send again what libcurl doesn't send again by itself:
    ///
    /// - The server hasn't processed the request. libcurl tries that five times, or not at all if the connection ends
    ///   with it.
    /// - A reused connection ended while the request was sent, because the server was closing it. libcurl sends again
    ///   only if it notices that while it receives.
    /// - The server has closed the stream without an error and without an answer.
    mutating func beginAgain(after code: Int32, text: @autoclosure () -> String, isConnectionReused: Bool) -> Bool {
        let isFirst = count == 1 && method.isIdempotent
        let isUsual =
            switch Int(code) {
            case RSF_CODE_TIMED_OUT: false
            case _ where isUnprocessed: true
            case RSF_CODE_SEND_ERROR: isFirst && isConnectionReused
            // A server went away, and the transfer didn't listen.
            case 0, RSF_CODE_HTTP2: isFirst
            case RSF_CODE_HTTP2_STREAM: isFirst && text().contains("closed cleanly, but before")
            default: false
            }
        guard isUsual, begunAgainCount < 10 else { return false }
        begunAgainCount += 1
        return true
    }
}
