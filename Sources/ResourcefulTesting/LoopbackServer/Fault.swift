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
