/// How an event stream stays connected: when it is opened again, after how long a wait, and when it is given up.
///
/// A body that ends, well or badly, is followed by a wait, for as long as the server has said by `retry:` (a tenth of a
/// second at least), and by a request with `Last-Event-ID`. When that fails too, each further wait is longer by chance,
/// up to a maximum.
public struct Reconnection: Hashable, Sendable, CustomStringConvertible {
    /// How long to wait when the server has not said.
    public var wait: Duration
    /// The longest that a wait becomes after failures in a row; what the server asks for may be longer.
    public var maximumWait: Duration
    /// How many failures in a row are borne, nil for any number: one more ends the stream. A response that opens the
    /// stream begins the count anew, and a body that is lost later is no failure.
    public var maximumFailures: Int?
    /// What is not the end of it: statuses and failures on the way.
    public var outcomes: Outcomes

    /// A way to stay connected.
    public init(
        wait: Duration = .seconds(3), maximumWait: Duration = .seconds(60), maximumFailures: Int? = nil,
        after outcomes: Outcomes = .lostConnection
    ) {
        self.wait = max(.zero, wait)
        self.maximumWait = max(.zero, maximumWait)
        self.maximumFailures = maximumFailures.map { max(0, $0) }
        self.outcomes = outcomes
    }

    /// As the HTML Living Standard has it: three seconds unless the server says otherwise, a minute at most after
    /// failures in a row, for ever; a status that is not 200 ends it, also one of a server that is overloaded.
    public static let standard = Reconnection()

    /// The waits, the limit and what is not the end.
    public var description: String {
        let limit = maximumFailures.map { ", \($0) failures in a row at most" } ?? ""
        return "opened again after \(wait.brief) or what the server says, \(maximumWait.brief) at most\(limit); "
            + "also after \(outcomes)"
    }

    /// The wait before the next request, so many failures after the last response, drawn from a number. The first one
    /// is what the server asks for.
    func wait(after failures: Int, asked: Duration?, drawing number: UInt64) -> Duration {
        let asked = asked ?? wait
        guard failures > 0 else { return asked }
        let growing = Backoff.exponential(from: max(asked, .seconds(1)), upTo: maximumWait)
        return max(asked, min(maximumWait, asked + growing.wait(before: failures - 1, drawing: number)))
    }
}

extension Outcomes {
    /// The exchanges that failed on their way, but for those that would fail again: a certificate that was refused, a
    /// body that is too large.
    public static let lostConnection = Outcomes.transport(
        .cannotResolveHost, .cannotConnect, .timedOut, .connectionLost, .malformedResponse, .other)
}

extension StreamResource where Element == ServerSentEvent {
    /// The same stream, opened again whenever its body ends, until the server answers with 204 or what is none of
    /// success (the HTML Living Standard, section 9.2.3).
    ///
    /// The next request says by `Last-Event-ID` which event was the last one, and the server goes on behind it: so all
    /// events come, once and in their order, of a server that gives them IDs. Cancellation, a request that can't be
    /// sent, and an event that can't be read are never followed by another attempt.
    ///
    ///     Feed.events.reconnecting()
    ///     Feed.events.reconnecting(Reconnection(maximumFailures: 5, after: .transient))
    public func reconnecting(_ reconnection: Reconnection = .standard) -> StreamResource {
        let reconnecting = (parser as? any ReconnectingParser)?.reconnecting(reconnection)
        guard let parser = reconnecting as? any StreamParser<ServerSentEvent> else { return self }
        return replacing(parser)
    }
}

/// A parser that can go on in a second response, or has one in it that can.
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
