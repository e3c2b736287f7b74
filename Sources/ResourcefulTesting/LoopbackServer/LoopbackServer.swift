public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A real HTTP/1.1 server on 127.0.0.1, for tests: it answers as a function says, and wrongly when that is wanted.
///
/// Every connection has a thread of its own, so the function is called from many threads at once and may block. A
/// server that nobody holds any more is stopped, so keep it for as long as it is to answer.
///
/// ```swift
/// let server = try LoopbackServer { request in Response(body: fixture) }
/// let webservice = Webservice(baseURL: server.baseURL)
/// ```
public final class LoopbackServer: Sendable {
    private let host: Host

    /// A server that answers every request with what the function returns.
    ///
    /// What the function throws becomes a 500 with the error's description as text.
    ///
    /// - Throws: when the system has no socket or no thread for it.
    public convenience init(_ respond: @escaping @Sendable (Request) throws -> Response) throws {
        try self.init(port: 0, answering: { .response(try respond($0)) })
    }

    /// A server that answers every request in the way that the function says: see ``Answer`` and ``Fault``.
    ///
    /// - Parameters:
    ///   - port: Where to listen; 0 stands for any port that is free.
    ///   - bodyLimit: How much of a request's body is read, in bytes. The function is asked about a longer one as soon
    ///     as that much has come, and the connection is closed after the answer; with 0, not even a 100 (Continue)
    ///     is sent. So a server is made that refuses an upload early, or that lets it stall.
    ///   - receive: Called on the connection's thread with each piece of a request's body as it comes, beside the
    ///     request without it. Then none of it is kept: so a server takes an upload of any size in little memory.
    ///   - answer: Called on the connection's thread, once for each request. What it throws becomes a 500 with the
    ///     error's description as text.
    /// - Throws: when the system has no socket or no thread for it, or when the port is taken.
    public init(
        port: UInt16 = 0, bodyLimit: Int = .max, receiving receive: (@Sendable (Request, Data) -> Void)? = nil,
        answering answer: @escaping @Sendable (Request) throws -> Answer
    ) throws {
        host = try Host(port: port, bodyLimit: bodyLimit, receive: receive, answer: answer)
    }

    deinit { stop() }

    /// The root of the server, `http://127.0.0.1:PORT/`.
    public var baseURL: URL { host.baseURL }

    /// The requests as they came, in the order in which they were complete: absolute URL, all fields in order, and the
    /// body's bytes, nil when there were none.
    public var requests: [Request] { host.record.requests }

    /// How many connections have been accepted: fewer than the requests when connections were used again.
    public var connectionCount: Int { host.record.connectionCount }

    /// Ends all connections and stops listening; afterwards nothing of the server is left but its ``requests``.
    ///
    /// A call of the function that is under way is waited for, five seconds at most: longer ones end by themselves
    /// later. Stopping twice does nothing.
    public func stop() { stop(waitingAtMost: .seconds(5)) }

    func stop(waitingAtMost limit: Duration) { host.stop(waitingAtMost: limit) }
}
