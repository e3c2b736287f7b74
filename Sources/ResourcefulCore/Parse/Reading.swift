/// A function from a response to the value of a resource.
///
/// A reading of JSON is kept apart from one of bytes, because it can also read a place inside a larger document, such
/// as an envelope, without parsing it twice.
///
/// It is a reference, because generic code passes a reference on at no cost.
final class Reading<Value>: Sendable {
    private enum Source: Sendable {
        case response(@Sendable (Response) throws -> Value)
        case json(@Sendable (JSON) throws -> Value, empty: @Sendable () throws -> Value?)
    }

    private let source: Source

    /// Creates a reading of the whole response.
    init(response read: @escaping @Sendable (Response) throws -> Value) {
        source = .response(read)
    }

    /// Creates a reading of the body as JSON; `empty` returns the value of a body without JSON, or nil if that is a
    /// failure.
    init(
        json read: @escaping @Sendable (JSON) throws -> Value, empty: @escaping @Sendable () throws -> Value?
    ) {
        source = .json(read, empty: empty)
    }

    /// Whether it reads JSON.
    var isOfJSON: Bool { if case .json = source { true } else { false } }

    /// Returns the value of a response.
    func callAsFunction(_ response: Response) throws -> Value {
        switch source {
        case .response(let read): return try read(response)
        case .json(let read, let empty):
            if response.body.hasNoJSON, let value = try empty() { return value }
            return try read(response.json())
        }
    }

    /// Returns the value at a place in the document of a response, whether or not the place exists.
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

    /// Returns a reading with a transformed value.
    func map<New>(_ transform: @escaping @Sendable (Value) throws -> New) -> Reading<New> {
        switch source {
        case .response(let read): Reading<New> { try transform(read($0)) }
        case .json(let read, let empty):
            Reading<New>(json: { try transform(read($0)) }, empty: { try empty().map(transform) })
        }
    }
}

extension Data {
    /// Whether there is nothing in the data but JSON whitespace. The first byte nearly always tells that there is.
    var hasNoJSON: Bool { withUnsafeBytes { ($0.first ?? 0x20) <= 0x20 } && isBlank }
}
