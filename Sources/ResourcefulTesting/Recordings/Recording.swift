/// Recorded exchanges: requests and their outcomes.
///
/// Create one with a ``RecordingTransport``, or read one from an HTTP archive (HAR 1.2) of a browser or a proxy. It
/// answers the same requests again, under a `DryRun`, a `StubTransport` or a `LoopbackServer`.
///
///     let recording = Recording([timeout, exchange])
///     var run = DryRun(replaying: recording, baseURL: api, policies: [.retry(upTo: 1)])
///     print(try run.load(Episode.all).count, run.requests.count)  // 0 2
public struct Recording: Hashable, Sendable {
    /// The exchanges, in the order in which the requests were sent.
    public var exchanges: [Exchange]
    /// The secrets, which are neither written nor compared with other requests' secrets.
    public var redaction: Redaction
    /// The parts of an archive that couldn't be used, with reasons: a WebSocket, a `data:` URL, an entry without a
    /// request.
    public internal(set) var skipped: [String] = []
    /// What was replaced because it is secret, or is when the recording is written: a line for each value, with the
    /// reason, such as `entry 0: response body, user.password: the name “password”`.
    public var replaced: [String] {
        exchanges.enumerated().flatMap { index, exchange in
            (exchange.replaced + exchange.replacements(redaction)).map { "entry \(index): \($0)" }
        }
    }
    /// The name of the file it was read from, for messages.
    var file: String?

    /// Creates a recording of exchanges.
    public init(_ exchanges: [Exchange] = [], redaction: Redaction = .standard) {
        self.exchanges = exchanges
        self.redaction = redaction
    }

    /// A request and its outcome.
    ///
    ///     let exchange = Recording.Exchange(
    ///         Request(url: url), .response(Response(body: Data("[]".utf8))))
    ///     let timeout = Recording.Exchange(
    ///         Request(url: url), .failure(TransportError(.timedOut, "no answer in 60 s")))
    public struct Exchange: Hashable, Sendable {
        /// The request, as the transport received it.
        public var request: Request
        /// The outcome of the request.
        public var outcome: Outcome
        /// The date when it was sent.
        public var date: Date
        /// The duration, from start to end.
        public var duration: Duration
        /// What was replaced when the exchange was written, with the reasons.
        var replaced: [String] = []

        /// Creates an exchange.
        public init(
            _ request: Request, _ outcome: Outcome, date: Date = Date(timeIntervalSince1970: 0),
            duration: Duration = .zero
        ) {
            self.request = request
            self.outcome = outcome
            self.date = date
            self.duration = duration
        }

        /// The response, if there was one.
        public var response: Response? {
            switch outcome {
            case .response(let response), .withoutContent(let response, size: _): response
            case .failure: nil
            }
        }
    }

    /// The outcome of a request.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Outcome: Hashable, Sendable {
        /// A response.
        case response(Response)
        /// No response: no connection, a timeout, a request that the browser blocked or canceled.
        case failure(TransportError)
        /// A response whose content is missing in the archive, with the number of bytes it had; -1 if unknown.
        case withoutContent(Response, size: Int)
    }
}
