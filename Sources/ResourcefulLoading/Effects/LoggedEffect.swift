/// An effect of a load: what came of it, when, and in which branch.
package struct LoggedEffect: Sendable {
    /// When it was complete.
    package let time: ContinuousClock.Instant
    /// The number of the branch; 0 for the plan itself.
    package let branch: Int
    package let kind: Kind
    /// The bytes that count for the limits.
    package let size: Int

    package enum Kind: Sendable {
        /// An effect, and what came of it.
        case effect(EffectName, EffectOutcome)
        case exchanged(LoggedExchange)
        /// The end of a shared run that the branch waited for, and whether the branch began it; nil if the branch was
        /// canceled before.
        case joined(RunKey, EffectLog?, isFirst: Bool)
        /// The decision not to wait for a shared run, but to carry out its plan alone.
        case ranAlone(RunKey)
        /// The end of a branch, in the order in which the enclosing plan saw it.
        case ended(branch: Int)
    }
}

/// A request and its outcome.
package final class LoggedExchange: Sendable {
    package enum Way: Sendable {
        /// It was sent.
        case sent
        /// It waited for an equal request.
        case joined
        /// It was answered from memory, before any policy.
        case memory
    }

    package let request: Request
    package let outcome: Result<Response, any Error>
    package let way: Way
    /// The size of the response's body if that was too large to keep.
    package let droppedSize: Int?
    /// Whether the request's body was too large to keep.
    package let isRequestDropped: Bool

    init(
        _ request: Request, _ outcome: Result<Response, any Error>, _ way: Way, droppedSize: Int? = nil,
        isRequestDropped: Bool = false
    ) {
        (self.request, self.outcome, self.way) = (request, outcome, way)
        (self.droppedSize, self.isRequestDropped) = (droppedSize, isRequestDropped)
    }

    /// A copy without the bodies.
    fileprivate var withoutBodies: LoggedExchange {
        var request = request
        let isRequestDropped = request.bytesInMemory > 0
        if isRequestDropped { request.body = .data(Data()) }
        guard case .success(var response) = outcome else {
            return LoggedExchange(request, outcome, way, isRequestDropped: isRequestDropped)
        }
        let size = response.body.count
        response.body = Data()
        return LoggedExchange(
            request, .success(response), way, droppedSize: size > 0 ? size : nil, isRequestDropped: isRequestDropped)
    }
}

extension Request {
    /// The bytes of the body that are in memory.
    fileprivate var bytesInMemory: Int {
        guard let body else { return 0 }
        if let data = body.data { return data.count }
        guard let segments = try? body.segments() else { return 0 }
        return segments.reduce(0) { count, segment in
            if case .data(let data) = segment { count + data.count } else { count }
        }
    }
}

extension LoggedEffect.Kind {
    /// The bytes of bodies and entries that it keeps in memory.
    var size: Int {
        switch self {
        case .exchanged(let exchange):
            exchange.request.bytesInMemory + ((try? exchange.outcome.get().body.count) ?? 0)
        case .effect(_, let outcome): outcome.size
        default: 0
        }
    }

    /// The effect without its bodies and entries.
    var withoutContent: LoggedEffect.Kind {
        switch self {
        case .exchanged(let exchange): .exchanged(exchange.withoutBodies)
        case .effect(let name, _): .effect(name, .size(size))
        default: self
        }
    }
}
