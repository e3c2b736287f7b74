/// A real HTTP/1.1 server on 127.0.0.1 for tests. A function answers its requests, correctly or with faults.
///
/// Each connection has its own thread, so the function is called from many threads at once and may block. The server
/// stops when it's released, so keep a reference to it while you need it.
///
/// ```swift
/// let server = try LoopbackServer { request in Response(body: fixture) }
/// let webservice = Webservice(baseURL: server.baseURL)
/// ```
public final class LoopbackServer: Sendable {
    private let host: Host

    /// Starts a server that answers every request with the function's response.
    ///
    /// An error that the function throws becomes a 500 with the error's description as text.
    ///
    /// - Throws: If the system has no socket or thread left.
    public convenience init(_ respond: @escaping @Sendable (Request) throws -> Response) throws {
        try self.init(port: 0, answering: { .response(try respond($0)) })
    }

    /// Starts a server that answers every request with the function's answer: see ``Answer`` and ``Fault``.
    ///
    /// - Parameters:
    ///   - port: The port to listen on; 0 for any free port.
    ///   - bodyLimit: The number of bytes that are read of a request's body. For a longer body, the function is called
    ///     as soon as this many bytes have arrived, and the connection closes after the answer; with 0, not even a 100
    ///     (Continue) is sent. Use it for a server that refuses an upload early or lets it stall.
    ///   - receive: The function that is called on the connection's thread with the request without its body, and each
    ///     piece of the body as it arrives. The body isn't kept then, so the server can receive uploads of any size in
    ///     little memory.
    ///   - answer: The function that is called on the connection's thread, once for each request. An error that it
    ///     throws becomes a 500 with the error's description as text.
    /// - Throws: If the system has no socket or thread left, or if the port is taken.
    public init(
        port: UInt16 = 0, bodyLimit: Int = .max, receiving receive: (@Sendable (Request, Data) -> Void)? = nil,
        answering answer: @escaping @Sendable (Request) throws -> Answer
    ) throws {
        host = try Host(port: port, bodyLimit: bodyLimit, receive: receive, answer: answer)
    }

    deinit { stop() }

    /// The root of the server, `http://127.0.0.1:PORT/`.
    public var baseURL: URL { host.baseURL }

    /// The requests in the order in which they were complete: the absolute URL, all fields in order, and the bytes of
    /// the body; nil if there were none.
    public var requests: [Request] { host.record.requests }

    /// The number of connections that were accepted. It's less than the number of requests if connections were reused.
    public var connectionCount: Int { host.record.connectionCount }

    /// Ends all connections and stops listening. Only the server's ``requests`` and ``connectionCount`` remain.
    ///
    /// It waits at most five seconds for calls of the function that are under way; longer ones end on their own later.
    /// Stopping twice has no effect.
    public func stop() { stop(waitingAtMost: .seconds(5)) }

    func stop(waitingAtMost limit: Duration) { host.stop(waitingAtMost: limit) }
}
