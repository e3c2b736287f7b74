extension RequestChanging {
    /// Returns a copy whose requests continue a trace if the list has ``Policy/tracing(sampling:to:)``; nil begins one.
    ///
    ///     // In a server, with the fields of the request that it answers:
    ///     let context = TraceContext(fields)
    ///     let episodes = try await webservice.load(Episode.all.trace(context))
    ///
    /// The context's span becomes the parent of the span of each request. A `traceparent` field of the request itself
    /// takes precedence.
    public func trace(_ context: TraceContext?) -> Self { option(GivenTrace.self, context) }

    /// Returns a copy with the template of its URL's path, a name with few values: `/episodes/{id}`. Spans and metrics
    /// have it as `url.template`; it isn't sent.
    ///
    ///     Episode.number(7).urlTemplate("/episodes/{id}")
    ///
    /// A redirect to another URL removes it.
    public func urlTemplate(_ template: String?) -> Self { option(TemplateOfURL.self, template) }
}

/// The trace that a request continues; nil to begin one.
enum GivenTrace: RequestOption {
    static let defaultValue: TraceContext? = nil
}

/// The template of a request's URL; nil if there is none.
enum TemplateOfURL: RequestOption {
    static let defaultValue: String? = nil
}

/// The trace of a request from its first attempt on.
package struct BegunTrace: Hashable, Sendable {
    /// The trace, its flags and its state.
    let traceID: TraceID
    let flags: UInt8
    let state: TraceState
    /// The span that is the parent of each exchange's; nil if the trace begins with the request.
    package let parentID: SpanID?
    /// The origin at which the load begins.
    let origin: Origin?
}

/// The option with a request's trace; nil if there is none.
enum CurrentTrace: RequestOption {
    static let defaultValue: BegunTrace? = nil
}

extension Request {
    /// The trace of the request, once it has begun.
    package var begunTrace: BegunTrace? {
        get { hasOptions ? self[CurrentTrace.self] : nil }
        set { self[CurrentTrace.self] = newValue }
    }

    /// The template of the URL, for spans and metrics.
    package var urlTemplate: String? { hasOptions ? self[TemplateOfURL.self] : nil }

    /// The request without its trace: requests that differ in nothing else are sent once.
    package var untraced: Request {
        guard hasOptions,
            begunTrace != nil || self[GivenTrace.self] != nil || self[TemplateOfURL.self] != nil
        else { return self }
        var request = self
        if begunTrace != nil {
            request.headerFields[.traceparent] = nil
            request.headerFields[.tracestate] = nil
        }
        request.removeOption(CurrentTrace.self)
        request.removeOption(GivenTrace.self)
        request.removeOption(TemplateOfURL.self)
        return request
    }
}
