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

extension LoopbackServer {
    /// A fault of a response. Numbers of bytes count the body unless the head is named; a number beyond the end means
    /// all of it.
    public enum Fault: Hashable, Sendable {
        /// Never answers. The connection stays open until the client leaves or the server stops.
        case silence
        /// Closes the connection instead of answering.
        case closeBeforeAnswer
        /// Answers correctly, then closes the connection without announcing it, so it can't be reused.
        case closeAfterAnswer
        /// Sends the given number of bytes of the head, then closes the connection.
        case cutShortInHead(after: Int)
        /// Declares the full length, sends the given number of bytes, then closes the connection.
        case cutShort(after: Int)
        /// Sends a number of bytes in chunks of a size, then closes the connection without the last chunk.
        case cutShortInChunks(of: Int, after: Int)
        /// Sends the given number of bytes of the head, then nothing until the client leaves or the server stops.
        case stallInHead(after: Int)
        /// Sends the given number of bytes, then nothing until the client leaves or the server stops.
        case stall(after: Int)
        /// Sends the given number of bytes, then resets the connection (RST), like a crashed or overloaded server.
        case reset(after: Int)
        /// Declares a wrong length. If it's too great, the connection closes after the body; if it's too small, the
        /// rest of the body comes where the client expects the next response.
        case wrongLength(Int)
        /// Sends this text as it is instead of a head, then the body, then closes the connection.
        case malformedHead(String)
        /// Sends the given number of bytes in one chunk, then a chunk whose size isn't a number, then closes the
        /// connection.
        case malformedChunk(after: Int)
        /// Answers correctly but slowly: a number of bytes at each interval.
        case drip(bytes: Int, every: Duration)
    }
}
