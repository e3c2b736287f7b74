extension Policy {
    /// Propagates traces to servers by W3C Trace Context: each request gets a `traceparent` with a new span, and the
    /// `tracestate` of the trace.
    ///
    ///     let webservice = Webservice(
    ///         policies: [.tracing(), .retry()], observers: [.spans { span in exporter.add(span) }])
    ///
    /// - Every exchange has a span of its own: each attempt, each hop of a redirect, each repeat after a 401, each
    ///   hedged request. They share the trace. The policy's place in the list doesn't matter: it applies to what is
    ///   sent. So a signature never covers the fields, which proxies may change.
    /// - A request continues the trace of its own `traceparent` field, or the one of `RequestChanging.trace(_:)`.
    ///   Otherwise it begins a trace. An invalid `traceparent` is replaced, and its `tracestate` is dropped.
    /// - The refresh of a token, which several loads may wait for, is a trace of its own.
    /// - The identifiers are drawn from the plan's random numbers, so a test knows them.
    /// - Requests that differ only in their traces are still sent once, with the fields of the first.
    ///
    /// The fields have no secrets. Still, `traceparent` lets servers tell that two requests belong together, and
    /// `tracestate` can contain anything: the scope decides which origins get them.
    ///
    /// - Parameters:
    ///   - share: The share of new traces to sample, from 0 to 1, decided by the trace's identifier. A trace that is
    ///     continued keeps its flag.
    ///   - scope: The origins that the fields are sent to.
    public static func tracing(sampling share: Double = 1, to scope: TraceScope = .standard) -> Policy {
        guard (0...1).contains(share) else {
            return .failing("the share of sampled traces must be from 0 to 1, not \(share)")
        }
        let tracer = Tracer(share: share, scope: scope)
        // A request gets its trace before all policies, and each exchange its span after them.
        var begin = PolicyTraits(.tracing, "tracing: a span for each exchange, \(scope)")
        begin.place = .outermost
        var send = PolicyTraits(.tracing, "")
        send.place = .innermost
        return Policy([
            Part(begin) { request, next in tracer.begun(request).flatMap { next($0) } },
            Part(send) { request, next in tracer.send(request, next: next) },
        ])
    }
}

extension Policy.Role {
    fileprivate static let tracing = Policy.Role("tracing")
}

/// Gives requests their traces and spans.
private struct Tracer: Sendable {
    /// The share of new traces to sample.
    let share: Double
    /// The origins that the fields are sent to.
    let scope: TraceScope

    /// Returns the request with its trace, which the policies pass on: a given one, or a new one.
    func begun(_ request: Request) -> Plan<Request> {
        guard request.begunTrace == nil else { return .value(request) }
        let origin = Origin(request.url)
        var request = request
        let given = TraceContext(request.headerFields) ?? request[GivenTrace.self]
        request.headerFields[.traceparent] = nil
        request.headerFields[.tracestate] = nil
        if let given {
            request.begunTrace = BegunTrace(
                traceID: given.traceID, flags: given.flags, state: given.state, parentID: given.spanID,
                origin: origin)
            return .value(request)
        }
        return Plan.newTraceID.map { [request] id in
            var request = request
            request.begunTrace = BegunTrace(
                traceID: id, flags: flags(of: id), state: TraceState(), parentID: nil, origin: origin)
            return request
        }
    }

    /// The flags of a new trace: `random`, and `sampled` if the last 56 bits reach a threshold.
    private func flags(of id: TraceID) -> UInt8 {
        let threshold = (1 - share) * 0x1p56
        let isSampled = share > 0 && Double(id.low & 0x00FF_FFFF_FFFF_FFFF) >= threshold
        return TraceContext.random | (isSampled ? TraceContext.sampled : 0)
    }

    /// Sends a request with a new span.
    func send(_ request: Request, next: @escaping Policy.Sending) -> Plan<Response> {
        guard let trace = request.begunTrace else { return begun(request).flatMap { send($0, next: next) } }
        var request = request
        // A request that is sent once more may still have the last attempt's.
        request.headerFields[.traceparent] = nil
        request.headerFields[.tracestate] = nil
        let fields = scope.fields(to: Origin(request.url), from: trace.origin)
        guard fields.parent else { return next(request) }
        return Plan.random.flatMap { [request] number in
            let state = fields.state ? trace.state.trimmed() : TraceState()
            let context = TraceContext(
                traceID: trace.traceID, spanID: SpanID(drawing: number), flags: trace.flags, state: state)
            var request = request
            request.headerFields[.traceparent] = context.traceparent
            if !state.members.isEmpty { request.headerFields[.tracestate] = "\(state)" }
            return next(request)
        }
    }
}

extension Plan where Value == TraceID {
    fileprivate static var newTraceID: Plan {
        Plan<UInt64>.random.flatMap { high in Plan<UInt64>.random.map { low in TraceID(drawing: high, low) } }
    }
}

extension Plan where Value == TraceContext {
    /// The plan whose value is a new trace, for several requests: its span is the parent of theirs.
    ///
    ///     let plan = Plan.newTrace.flatMap { trace in
    ///         zip(Episode.all, Profile.own).trace(trace)
    ///     }
    ///
    /// The trace is sampled. Its span isn't reported: report it yourself, as the parent of the others.
    public static var newTrace: Plan {
        Plan<TraceID>.newTraceID.flatMap { id in
            Plan<UInt64>.random.map { number in
                TraceContext(
                    traceID: id, spanID: SpanID(drawing: number), flags: TraceContext.random | TraceContext.sampled)
            }
        }
    }
}
