#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a response becomes the value of a resource.
///
/// What is read as JSON is kept apart from what is read as bytes: so that the JSON may also stand somewhere inside a
/// larger document, in an envelope say, without being read twice.
struct Reading<Value>: Sendable {
    private enum Source: Sendable {
        case response(@Sendable (Response) throws -> Value)
        case json(@Sendable (JSON) throws -> Value, empty: @Sendable () throws -> Value?)
    }

    private let source: Source

    /// From the whole response.
    init(response read: @escaping @Sendable (Response) throws -> Value) {
        source = .response(read)
    }

    /// From the body as JSON; `empty` is what a body without JSON means, nil when that is a failure.
    init(
        json read: @escaping @Sendable (JSON) throws -> Value, empty: @escaping @Sendable () throws -> Value?
    ) {
        source = .json(read, empty: empty)
    }

    /// Whether it reads JSON.
    var isOfJSON: Bool { if case .json = source { true } else { false } }

    /// The value of a response.
    func callAsFunction(_ response: Response) throws -> Value {
        switch source {
        case .response(let read): return try read(response)
        case .json(let read, let empty):
            if response.body.isBlank, let value = try empty() { return value }
            return try read(response.json())
        }
    }

    /// The value at a place in the document of a response, whether or not something stands there.
    func value(at place: JSON, of response: Response) throws -> Value {
        switch source {
        case .response(let read):
            var inner = response
            inner.body = place.spelledBytes
            return try read(inner)
        case .json(let read, let empty):
            if !place.exists, let value = try empty() { return value }
            return try read(place)
        }
    }

    /// The same, the value transformed.
    func map<New>(_ transform: @escaping @Sendable (Value) throws -> New) -> Reading<New> {
        switch source {
        case .response(let read): Reading<New> { try transform(read($0)) }
        case .json(let read, let empty):
            Reading<New>(json: { try transform(read($0)) }, empty: { try empty().map(transform) })
        }
    }
}
