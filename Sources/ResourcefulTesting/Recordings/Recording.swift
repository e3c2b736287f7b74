public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Exchanges that have taken place: what was asked, and what was answered.
///
/// It is made by a transport that records (``RecordingTransport``), or is read from an HTTP archive (HAR 1.2) of a
/// browser or a proxy, and answers the same requests again: under a `DryRun`, a `StubTransport` or a `LoopbackServer`.
public struct Recording: Hashable, Sendable {
    /// The exchanges, in the order in which the requests were sent.
    public var exchanges: [Exchange]
    /// What is secret in them: left out when they are written, and not looked at when a request is compared with them.
    public var redaction: Redaction
    /// What of an archive could not be used, and why: a WebSocket, a `data:` URL, an entry without a request.
    public internal(set) var skipped: [String] = []
    /// The file that it was read from, for messages.
    var file: String?

    /// A recording of exchanges.
    public init(_ exchanges: [Exchange] = [], redaction: Redaction = .standard) {
        self.exchanges = exchanges
        self.redaction = redaction
    }

    /// One request and what came of it.
    public struct Exchange: Hashable, Sendable {
        /// The request, as the transport got it.
        public var request: Request
        /// What came of it.
        public var outcome: Outcome
        /// When it was sent.
        public var date: Date
        /// How long it took, from start to end.
        public var duration: Duration

        /// An exchange.
        public init(
            _ request: Request, _ outcome: Outcome, date: Date = Date(timeIntervalSince1970: 0),
            duration: Duration = .zero
        ) {
            self.request = request
            self.outcome = outcome
            self.date = date
            self.duration = duration
        }

        /// The response, if one came.
        public var response: Response? {
            switch outcome {
            case .response(let response), .withoutContent(let response, size: _): response
            case .failure: nil
            }
        }
    }

    /// What came of a request.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Outcome: Hashable, Sendable {
        /// A response.
        case response(Response)
        /// No response: no connection, a time-out, a request that the browser has blocked or given up.
        case failure(TransportError)
        /// A response whose content is not in the archive, though it had one, of so many bytes as far as is known.
        case withoutContent(Response, size: Int)
    }
}
