import Instrumentation
public import ResourcefulDiagnostics
public import ResourcefulLoading
public import Tracing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A transport that makes a span of each exchange, with a tracer of swift-distributed-tracing.
///
///     let webservice = Webservice(policies: [.retry()], transport: TracedTransport(CurlTransport()))
///
/// The parent is the current span of the task that loads. The tracer injects its own fields into each request, such as
/// `traceparent`: so don't use `Policy.tracing` as well. Each attempt, hop and repeat has a span of its own, and a
/// response from the cache has none. Attributes have no secrets, and errors are recorded by their types alone.
public struct TracedTransport<Base: Transport>: Transport {
    private let base: Base
    private let given: (any Tracer)?
    private let options: SpanOptions

    /// Creates a transport that sends requests with another one.
    ///
    /// - Parameters:
    ///   - base: The transport that sends requests.
    ///   - tracer: The tracer; nil for the one of the process.
    ///   - options: The attributes that spans have only if you ask for them.
    public init(_ base: Base, tracer: (any Tracer)? = nil, including options: SpanOptions = SpanOptions()) {
        self.base = base
        given = tracer
        self.options = options
    }

    /// The identity of the other transport.
    public var clientIdentity: String? { base.clientIdentity }

    /// Sends a request with a span, which ends with the response.
    public func send(_ request: Request) async throws -> Response {
        guard let (request, span) = begin(request) else { return try await base.send(request) }
        return try await ServiceContext.$current.withValue(span.context) {
            do {
                let response = try await base.send(request)
                span.note(response)
                return response
            } catch {
                span.note(error)
                throw error
            }
        }
    }

    /// Sends a request with a span, which ends with the body of the response, or when the body is released.
    public func stream(_ request: Request) async throws -> ResponseStream {
        guard let (request, span) = begin(request) else { return try await base.stream(request) }
        return try await ServiceContext.$current.withValue(span.context) {
            do {
                let stream = try await base.stream(request)
                span.note(stream.response)
                return ResponseStream(stream.response, body: span.ending(stream.body))
            } catch {
                span.note(error)
                throw error
            }
        }
    }

    /// Begins a span; nil if the process has no tracer.
    private func begin(_ request: Request) -> (Request, OpenSpan)? {
        let tracer = given ?? InstrumentationSystem.tracer
        if tracer is NoOpTracer { return nil }
        let span = OpenSpan(of: request, tracer, options)
        var request = request
        tracer.inject(span.context, into: &request.headerFields, using: FieldInjector())
        return (request, span)
    }
}

/// Writes a tracer's fields into a request.
private struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout HeaderFields) {
        guard let name = HeaderFields.Name(key), let field = try? HeaderFields.Field(name, value) else { return }
        fields[name] = field.value
    }
}
