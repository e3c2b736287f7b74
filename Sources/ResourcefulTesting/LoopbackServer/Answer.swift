public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension LoopbackServer {
    /// How a request is answered: properly in one of several ways, or wrongly on purpose.
    public indirect enum Answer: Hashable, Sendable {
        /// Properly, with the length of the body in Content-Length.
        case response(Response)
        /// Properly, the body in chunks of so many bytes and with fields after it (RFC 9112, section 7.1).
        case chunked(Response, chunkSize: Int, trailers: HeaderFields = [:])
        /// Properly, the body ended by the end of the connection (RFC 9112, section 6.3, rule 8).
        case untilClose(Response)
        /// Properly, after an interim response such as a 103 (Early Hints) (RFC 9110, section 15.2).
        case informational(Response, then: Answer)
        /// The answer, begun so much later. ``LoopbackServer/stop()`` does not wait for it.
        case delayed(Answer, by: Duration)
        /// The answer at so many bytes per second, as over a slow line; 1 at the least.
        case throttled(Answer, bytesPerSecond: Int)
        /// The response, spoilt.
        case faulty(Response, Fault)
        /// These bytes and nothing else, then the end of the connection.
        case raw(Data)
    }
}
