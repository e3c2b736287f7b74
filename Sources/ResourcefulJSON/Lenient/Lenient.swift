/// What came of reading JSON leniently: the value, and every repair that was made to get it.
public struct Lenient<Value: Decodable & Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// What was not as the type wants it, in the order in which it was read: at most the first 1,000.
    public let repairs: [Repair]
    /// How many repairs there were, those included that are not kept.
    public let repairCount: Int

    /// A value that was read leniently.
    public init(value: Value, repairs: [Repair] = [], repairCount: Int? = nil) {
        self.value = value
        self.repairs = repairs
        self.repairCount = repairCount ?? repairs.count
    }

    /// The same repairs with another value.
    public func map<New>(_ transform: (Value) throws -> New) rethrows -> Lenient<New> {
        Lenient<New>(value: try transform(value), repairs: repairs, repairCount: repairCount)
    }
}

extension Lenient: Equatable where Value: Equatable {}

/// One place of a document that was not as a type wants it, and what was used instead.
public struct Repair: Hashable, Sendable, CustomStringConvertible {
    /// Where in the document: of something absent, where it should be.
    public let path: JSONPath
    /// What the type wants: "Int", "an array".
    public let expected: String
    /// What stands there: `the string "12"`, "nothing". The value of a secret is not shown.
    public let found: String
    /// What was used instead: "12", "nil", "the default", "nothing" for an element that was left out.
    public let used: String

    /// A repair.
    public init(path: JSONPath, expected: String, found: String, used: String) {
        self.path = path
        self.expected = expected
        self.found = found
        self.used = used
    }

    /// One sentence: `episodes[3].length: expected Int, found the string "12", used 12`.
    public var description: String {
        (path.isEmpty ? "" : "\(path.shortened): ") + "expected \(expected), found \(found), used \(used)"
    }
}

/// A type that knows what to be when a lenient reader finds nothing there, or nothing that it can be made of.
///
///     extension Genre: LenientDefault {
///         static let lenientDefault = Genre.unknown
///     }
///
/// Only ``JSON/decodeLeniently(_:decoder:)`` asks for it. An optional property becomes nil instead.
public protocol LenientDefault {
    /// The value to use.
    static var lenientDefault: Self { get }
}
