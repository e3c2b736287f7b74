#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One thing that happened in a load, and when: for those who watch.
///
/// Requests and responses come without the values of secret fields, secret query items and user information.
public struct LoadEvent: Hashable, Sendable {
    /// What happened.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: Hashable, Sendable {
        /// The load began; the plan as far as it was known.
        case planned(String)
        /// A request was handed to the transport: the so-manieth of the load, from 1 on.
        case sent(Request, attempt: Int)
        /// It was answered, so long after it was sent.
        case received(Response, for: Request, attempt: Int, after: Duration)
        /// Its exchange failed, so long after it was sent; the error as text.
        case failed(Request, String, attempt: Int, after: Duration)
        /// The load waited so long.
        case waited(Duration)
        /// A policy has decided something.
        case decided(LoadDecision)
        /// The load has come to its end: a value, an error, or a cancellation.
        case finished(LoadEnd)
    }

    /// Which load it was: all events of one load have the same number, and no other load of the process.
    public let load: Int
    /// When it happened.
    public let date: Date
    /// What happened.
    public let kind: Kind

    /// An event.
    public init(load: Int, date: Date, kind: Kind) {
        self.load = load
        self.date = date
        self.kind = kind
    }
}

extension LoadEvent: CustomStringConvertible {
    /// The number of the load and what happened, on one line, without secrets.
    public var description: String { "#\(load) \(kind)" }
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
