import Instrumentation
public import ResourcefulDiagnostics
public import ResourcefulLoading
public import Tracing

extension Webservice {
    /// Loads a resource or a plan within a span of its own: the parent of the spans of its requests, retries included.
    ///
    ///     let page = try await webservice.load(Page.all, spanNamed: "profile page")
    ///
    /// With a `TracedTransport`, the trace shows what a load waited for between its requests. The span has no URL. If
    /// the load fails, its `error.type` is the type of the error; the status of a canceled one stays unset.
    ///
    /// - Parameters:
    ///   - loadable: The resource or plan.
    ///   - name: A name with few values: no identifiers.
    ///   - tracer: The tracer; nil for the one of the process.
    /// - Throws: The errors of `load(_:)`.
    public func load<Value>(
        _ loadable: some Loadable<Value>, spanNamed name: String, tracer: (any Tracer)? = nil
    ) async throws -> sending Value {
        let span = (tracer ?? InstrumentationSystem.tracer).startSpan(name, ofKind: .internal)
        defer { span.end() }
        do {
            return try await ServiceContext.$current.withValue(span.context) { try await load(loadable) }
        } catch {
            span.attributes["error.type"] = SpanAttribute.string(LoadEvent.errorType(of: error))
            if !(error is CancellationError) { span.setStatus(SpanStatus(code: .error)) }
            throw error
        }
    }
}
