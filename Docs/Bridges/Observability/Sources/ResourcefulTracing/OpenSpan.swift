import Instrumentation
import ResourcefulDiagnostics
import ResourcefulLoading
import Tracing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A span of a tracer that ends, once, when it is released: after a response, an error, or the end of a body, or when
/// nobody reads on.
final class OpenSpan: Sendable {
    private let span: any Span
    /// Nil if nobody reads what the span shows.
    private let description: ClientSpan?
    private let start = ContinuousClock.now

    init(of request: Request, _ tracer: any Tracer, _ options: SpanOptions) {
        span = tracer.startSpan(ClientSpan.name(of: request), ofKind: .client)
        description = span.isRecording ? ClientSpan(sending: request, at: Date(), including: options) : nil
        if let description { show(description) }
    }

    deinit { span.end() }

    /// The context in which the request is sent.
    var context: ServiceContext { span.context }

    /// Shows what is known from the head of a response.
    func note(_ response: Response) {
        show { $0.end(with: response, after: start.duration(to: .now)) }
    }

    /// Shows the error of an exchange that failed.
    func note(_ error: any Error) {
        show { $0.end(withErrorType: LoadEvent.errorType(of: error), after: start.duration(to: .now)) }
    }

    /// Returns a body at whose end the span ends.
    func ending(_ body: ResponseStream.Pieces) -> ResponseStream.Pieces {
        let reader = PieceReader(body, self)
        return ResponseStream.Pieces { try await reader.next() }
    }

    private func show(_ change: (inout ClientSpan) -> Void) {
        guard let description else { return }
        var ended = description
        ended.attributes = [:]
        change(&ended)
        show(ended)
    }

    private func show(_ description: ClientSpan) {
        span.updateAttributes { attributes in
            for (name, value) in description.attributes { attributes[name] = value.attribute }
        }
        if description.status == .error { span.setStatus(SpanStatus(code: .error)) }
    }
}

/// Reads a body, and releases the span after its last piece.
private actor PieceReader {
    private var pieces: ResponseStream.Pieces.Iterator
    private var span: OpenSpan?

    init(_ body: ResponseStream.Pieces, _ span: OpenSpan) {
        pieces = body.makeAsyncIterator()
        self.span = span
    }

    func next() async throws -> Data? {
        var pieces = pieces
        do {
            let piece = try await pieces.next()
            self.pieces = pieces
            if piece == nil { span = nil }
            return piece
        } catch {
            span?.note(error)
            span = nil
            throw error
        }
    }
}

extension SpanValue {
    /// The value for a tracer.
    fileprivate var attribute: SpanAttribute {
        switch self {
        case .string(let text): .string(text)
        case .int(let number): .int64(Int64(number))
        case .strings(let texts): .stringArray(texts)
        @unknown default: .string("\(self)")
        }
    }
}
