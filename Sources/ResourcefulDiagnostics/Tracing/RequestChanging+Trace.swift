extension RequestChanging {
    /// Returns a copy whose requests continue a trace if the list has `Policy.tracing(sampling:to:)`; nil begins one.
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
    static var sharedFields: [HeaderFields.Name]? { [] }
}

/// The template of a request's URL; nil if there is none.
enum TemplateOfURL: RequestOption {
    static let defaultValue: String? = nil
    static var sharedFields: [HeaderFields.Name]? { [] }
    static var isOfURL: Bool { true }
}

/// The trace of a request from its first attempt on.
struct BegunTrace: Hashable, Sendable {
    /// The trace, its flags and its state.
    let traceID: TraceID
    let flags: UInt8
    let state: TraceState
    /// The span that is the parent of each exchange's; nil if the trace begins with the request.
    let parentID: SpanID?
    /// The origin at which the load begins.
    let origin: Origin?
}

/// The option with a request's trace; nil if there is none.
enum CurrentTrace: RequestOption {
    static let defaultValue: BegunTrace? = nil
    // The fields of a request whose trace hasn't begun here are its own.
    static var sharedFields: [HeaderFields.Name]? { [.traceparent, .tracestate] }
}

extension Request {
    /// The trace of the request, once it has begun.
    var begunTrace: BegunTrace? {
        get { hasOptions ? self[CurrentTrace.self] : nil }
        set { self[CurrentTrace.self] = newValue }
    }

    /// The template of the URL, for spans and metrics; nil if none was given.
    public var urlTemplate: String? { hasOptions ? self[TemplateOfURL.self] : nil }
}
