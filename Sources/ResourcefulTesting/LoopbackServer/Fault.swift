extension LoopbackServer {
    /// A way to spoil a response. Numbers of bytes are of the body unless the head is named; one that is more than
    /// there is stands for all of it.
    public enum Fault: Hashable, Sendable {
        /// Never answers; the connection stays open until the client leaves or the server is stopped.
        case silence
        /// Closes the connection instead of answering.
        case closeBeforeAnswer
        /// Answers properly, then closes the connection without having announced it: it can't be used again.
        case closeAfterAnswer
        /// Sends so many bytes of the head, then closes the connection.
        case cutShortInHead(after: Int)
        /// Declares the whole length, sends so many bytes, then closes the connection.
        case cutShort(after: Int)
        /// Sends chunks of so many bytes, then closes the connection within the chunked coding: never a last chunk.
        case cutShortInChunks(of: Int, after: Int)
        /// Sends so many bytes of the head, then nothing until the client leaves or the server is stopped.
        case stallInHead(after: Int)
        /// Sends so many bytes, then nothing until the client leaves or the server is stopped.
        case stall(after: Int)
        /// Sends so many bytes, then resets the connection (RST), as a crashed or overloaded server does.
        case reset(after: Int)
        /// Declares another length than is sent. When it is too great, the connection is closed after the body; when it
        /// is too small, the rest of the body stands where the client expects the next response.
        case wrongLength(Int)
        /// Sends this in place of a head, as it is, then the body, then closes the connection.
        case malformedHead(String)
        /// Sends so many bytes in one chunk, then a chunk whose size is not a number, then closes the connection.
        case malformedChunk(after: Int)
        /// Answers properly but slowly: so many bytes at a time.
        case drip(bytes: Int, every: Duration)
    }
}
