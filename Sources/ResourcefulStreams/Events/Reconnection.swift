/// The rules for keeping an event stream connected: when to open it again, how long to wait, and when to give up.
///
/// After a body ends, with or without an error, the stream waits for the time that the server has set with `retry:` (at
/// least a tenth of a second), then sends a request with `Last-Event-ID`. If that request fails too, each further wait
/// is longer by a random amount, up to a maximum.
///
///     let patient = Reconnection(wait: .seconds(1), maximumWait: .seconds(300), maximumFailures: 20)
///     let news = StreamResource(events: Request("news")).reconnecting(patient)
public struct Reconnection: Hashable, Sendable, CustomStringConvertible {
    /// The wait if the server hasn't set one.
    public var wait: Duration
    /// The longest wait after failures in a row. The server may ask for a longer one.
    public var maximumWait: Duration
    /// The number of failures in a row to tolerate; nil for any number. One more ends the stream. A response that opens
    /// the stream resets the count, and a body that is lost later isn't a failure.
    public var maximumFailures: Int?
    /// The outcomes that don't end the stream: statuses and transport failures.
    public var outcomes: Outcomes

    /// Creates a rule for reconnecting.
    public init(
        wait: Duration = .seconds(3), maximumWait: Duration = .seconds(60), maximumFailures: Int? = nil,
        after outcomes: Outcomes = .lostConnection
    ) {
        self.wait = max(.zero, wait)
        self.maximumWait = max(.zero, maximumWait)
        self.maximumFailures = maximumFailures.map { max(0, $0) }
        self.outcomes = outcomes
    }

    /// The rules of the HTML Living Standard: three seconds unless the server says otherwise, at most a minute after
    /// failures in a row, without a limit on failures. Any status except 200 ends the stream, even if the server is
    /// overloaded: then add `Outcomes.transient` to the outcomes.
    public static let standard = Reconnection()

    /// The waits, the limit, and the outcomes that don't end the stream.
    public var description: String {
        let limit = maximumFailures.map { ", at most \($0) failures in a row" } ?? ""
        return "reconnects after \(wait.brief) or as the server says, at most \(maximumWait.brief)\(limit); "
            + "also after \(outcomes)"
    }

    /// Returns the wait before the next request after a number of failures since the last response, drawn from a random
    /// number. Without failures, it is the wait that the server asked for.
    func wait(after failures: Int, asked: Duration?, drawing number: UInt64) -> Duration {
        let asked = asked ?? wait
        guard failures > 0 else { return asked }
        let growing = Backoff.exponential(from: max(asked, .seconds(1)), upTo: maximumWait)
        return max(asked, min(maximumWait, asked + growing.wait(before: failures - 1, drawing: number)))
    }
}

extension Outcomes {
    /// The exchanges that failed on their way or weren't tried because a circuit is open, except those that would fail
    /// again, such as a refused certificate or a body that is too large.
    public static let lostConnection = Outcomes.transport(
        .cannotResolveHost, .cannotConnect, .timedOut, .connectionLost, .malformedResponse, .circuitOpen, .other)
}

extension StreamResource where Element == ServerSentEvent {
    /// Returns a stream that is opened again whenever its body ends, until the server answers with 204 or the outcome
    /// isn't one of ``Reconnection/outcomes`` (the HTML Living Standard, section 9.2.3).
    ///
    /// The next request names the last event in `Last-Event-ID`, and the server continues after it. So if the server
    /// gives its events IDs, all of them arrive once and in order. Cancellation, a request that can't be sent, and an
    /// event that can't be read always end the stream.
    ///
    ///     Feed.events.reconnecting()
    ///     Feed.events.reconnecting(Reconnection(maximumFailures: 5, after: .transient))
    public func reconnecting(_ reconnection: Reconnection = .standard) -> StreamResource {
        let reconnecting = (parser as? any ReconnectingParser)?.reconnecting(reconnection)
        guard let parser = reconnecting as? any StreamParser<ServerSentEvent> else { return self }
        return replacing(parser)
    }
}

/// A parser that can continue in a second response, or that contains one that can.
protocol ReconnectingParser: StreamParser {
    func reconnecting(_ reconnection: Reconnection) -> Self
}

extension EventParser: ReconnectingParser {
    func reconnecting(_ reconnection: Reconnection) -> EventParser {
        var parser = self
        parser.reconnector = Reconnector(reconnection)
        return parser
    }
}

extension StreamTransform: ReconnectingParser {
    func reconnecting(_ reconnection: Reconnection) -> StreamTransform {
        replacingBase { $0.reconnecting(reconnection) }
    }
}

extension StreamTransform {
    /// Returns a copy with another parser inside.
    fileprivate func replacingBase(_ change: (any ReconnectingParser) -> any StreamParser) -> StreamTransform {
        guard let inner = base as? any ReconnectingParser, let changed = change(inner) as? any StreamParser<Old> else {
            return self
        }
        var transform = self
        transform.base = changed
        return transform
    }
}
