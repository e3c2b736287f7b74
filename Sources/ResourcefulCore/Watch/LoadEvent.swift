/// One event of a load, and its time.
///
/// Requests and responses come without the values of secret fields, secret query items and user information.
///
///     let event = LoadEvent(load: 1, date: Date(), kind: .sent(Request("episodes.json"), attempt: 2))
///     print(event)  // #1 → GET episodes.json (request 2 of the load)
public struct LoadEvent: Hashable, Sendable {
    /// What happened.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: Hashable, Sendable {
        /// The load began. The text is the plan, as far as it was known.
        case planned(String)
        /// A request was handed to the transport. The attempt is its number in the load, starting at 1.
        case sent(Request, attempt: Int)
        /// A response was received, some time after the request was sent.
        case received(Response, for: Request, attempt: Int, after: Duration)
        /// The exchange failed, some time after the request was sent; the text is the error.
        case failed(Request, String, attempt: Int, after: Duration)
        /// The load waited.
        case waited(Duration)
        /// A policy made a decision.
        case decided(LoadDecision)
        /// The load ended: with a value, an error or a cancellation. The end of an exchange may follow, if the load
        /// shared a run with others.
        case finished(LoadEnd)
    }

    /// The number of the load, which is unique within the process.
    public let load: Int
    /// The time of the event.
    public let date: Date
    /// What happened.
    public let kind: Kind
    /// The type of the error of a failed exchange, as ``errorType(of:)`` names it; nil for other events.
    public let errorType: String?

    /// Creates an event.
    public init(load: Int, date: Date, kind: Kind, errorType: String? = nil) {
        self.load = load
        self.date = date
        self.kind = kind
        self.errorType = errorType
    }

    /// Returns the type of an error, which has few values and no secrets: the kind of a ``TransportError``, `_OTHER` if
    /// that isn't known, or the name of the error's Swift type.
    public static func errorType(of error: any Error) -> String {
        switch error {
        case let error as LoadError: error.underlyingError.map { errorType(of: $0) } ?? "LoadError"
        case let error as TransportError: error.kind == .other ? "_OTHER" : "\(error.kind)"
        default: "\(type(of: error))"
        }
    }
}

extension LoadEvent: CustomStringConvertible {
    /// The number of the load and what happened, on one line, without secrets.
    public var description: String { "#\(load) \(kind)" }
}

extension LoadEvent.Kind {
    /// Creates the event of an effect; nil if observers of loads aren't told of it.
    package init?(_ name: EffectName, _ outcome: EffectOutcome) {
        switch (name.subject, outcome) {
        case (_, .decided(let decision)): self = .decided(decision)
        case (.duration(let duration), .done): self = .waited(duration)
        default: return nil
        }
    }
}

extension LoadEvent.Kind: CustomStringConvertible {
    /// What happened, on one line, without secrets.
    public var description: String {
        switch self {
        case .planned(let plan): "planned \(plan)"
        case .sent(let request, let attempt): "→ \(request)\(Self.ordinal(attempt))"
        case .received(let response, let request, _, let time):
            "← \(response.status), \(response.body.count) bytes, after \(time.inWords), from \(request)"
        case .failed(_, let error, _, let time): "✗ \(error), after \(time.inWords)"
        case .waited(let time): "waited \(time.inWords)"
        case .decided(let decision): "\(decision)"
        case .finished(let end): "\(end)"
        }
    }

    private static func ordinal(_ attempt: Int) -> String { attempt > 1 ? " (request \(attempt) of the load)" : "" }
}
