extension LoopbackServer {
    /// The way the server answers a request: correctly in one of several ways, or with a fault.
    public indirect enum Answer: Hashable, Sendable {
        /// A correct response with the length of the body in Content-Length, or in chunks if its Transfer-Encoding is
        /// chunked.
        case response(Response)
        /// A correct response whose body is sent in chunks of the given number of bytes, followed by trailers (RFC
        /// 9112, section 7.1).
        case chunked(Response, chunkSize: Int, trailers: HeaderFields = [:])
        /// A correct response whose body ends with the connection (RFC 9112, section 6.3, rule 8).
        case untilClose(Response)
        /// An interim response such as 103 (Early Hints), followed by another answer (RFC 9110, section 15.2).
        case informational(Response, then: Answer)
        /// An answer that begins after a delay. ``LoopbackServer/stop()`` doesn't wait for it.
        case delayed(Answer, by: Duration)
        /// An answer at the given number of bytes per second, as over a slow connection; at least 1.
        case throttled(Answer, bytesPerSecond: Int)
        /// A response with a fault.
        case faulty(Response, Fault)
        /// Only these bytes, then the end of the connection.
        case raw(Data)
    }
}
