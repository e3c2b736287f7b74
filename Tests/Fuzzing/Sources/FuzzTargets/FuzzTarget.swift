/// A parser of what others write, and what must hold of it whatever the bytes are.
package struct FuzzTarget: Sendable, CustomStringConvertible {
    /// The name on the command line, and of its folder in `Corpus`.
    package let name: String
    /// Feeds the parser, and throws a ``Violation`` when a property does not hold.
    package let check: @Sendable ([UInt8]) throws(Violation) -> Void

    package init(_ name: String, _ check: @escaping @Sendable ([UInt8]) throws(Violation) -> Void) {
        (self.name, self.check) = (name, check)
    }

    package var description: String { name }

    /// All targets, in the order of their names.
    package static let all: [FuzzTarget] = [
        cacheEntries, challenges, chunks, contentCodings, cookieFiles, cookies, dates, eventStreams, fields,
        jsonStreams, links,
        multipart, partialFiles, recordings, redaction, references, requestHeads, responseHeads, structuredFields,
        uriTemplates,
    ]
}

/// A property that does not hold of some input.
package struct Violation: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Throws unless the property holds.
func require(_ holds: Bool, _ message: @autoclosure () -> String) throws(Violation) {
    if !holds { throw Violation(message()) }
}

/// Throws unless both are the same, and shows them.
func require<Value: Equatable>(
    _ one: Value, equals other: Value, _ message: @autoclosure () -> String
) throws(Violation) {
    if one != other { throw Violation("\(message()): \(one) is not \(other)") }
}

/// The value of a call that must not fail.
func succeeding<Value>(_ message: @autoclosure () -> String, _ call: () throws -> Value) throws(Violation) -> Value {
    do { return try call() } catch { throw Violation("\(message()): \(error)") }
}

/// What a value becomes when secrets are taken out of it again and again: it must come to rest soon.
///
/// Once is not always enough. `cookie:{}}` becomes `cookie:***}`, where the brace may belong to the secret, so that it
/// is taken, too.
@discardableResult
func settled<Value: Equatable>(
    _ value: Value, _ name: String, _ change: (Value) throws(Violation) -> Value
) throws(Violation) -> Value {
    var value = value
    for _ in 0..<8 {
        let next = try change(value)
        if next == value { return value }
        value = next
    }
    throw Violation("without secrets again and again, it does not come to rest: \(name), \(value)")
}
