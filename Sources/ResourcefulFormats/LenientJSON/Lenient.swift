/// A leniently decoded value, and every repair that was made.
///
///     let episodes = Resource<Lenient<[Episode]>>(lenientJSON: Request("episodes.json"))
///     let read = try episodes.parse(data)
///     print(read.value.count, read.repairs.map(\.path))  // 1 [[0].id]
public struct Lenient<Value: Decodable & Sendable>: AnnotatedValue {
    /// The value.
    public let value: Value
    /// The repairs in the order of decoding, limited to the first 1,000.
    public let repairs: [Repair]
    /// The number of repairs, including those that aren't stored.
    public let repairCount: Int

    /// Creates a leniently decoded value.
    public init(value: Value, repairs: [Repair] = [], repairCount: Int? = nil) {
        self.value = value
        self.repairs = repairs
        self.repairCount = repairCount ?? repairs.count
    }

    /// Returns the transformed value with the same repairs.
    public func map<New>(_ transform: (Value) throws -> New) rethrows -> Lenient<New> {
        Lenient<New>(value: try transform(value), repairs: repairs, repairCount: repairCount)
    }
}

extension Lenient: Equatable where Value: Equatable {}

/// A value of a document that didn't match its type, and what was used instead.
///
///     for repair in read.repairs {
///         print(repair)  // [0].id: expected Int, found the string "7", used 7
///     }
public struct Repair: Hashable, Sendable, CustomStringConvertible {
    /// The path in the document, even if the value is missing.
    public let path: JSONPath
    /// What the type requires: "Int", "an array".
    public let expected: String
    /// What was found: `the string "12"`, "nothing". Secrets are hidden.
    public let found: String
    /// What was used instead: "12", "nil", "the default", or "nothing" for an element that was skipped.
    public let used: String

    /// Creates a repair.
    public init(path: JSONPath, expected: String, found: String, used: String) {
        self.path = path
        self.expected = expected
        self.found = found
        self.used = used
    }

    /// One sentence, such as `episodes[3].length: expected Int, found the string "12", used 12`.
    public var description: String {
        "\(ParseFailure(path: path, expected: expected, found: found)), used \(used)"
    }
}

/// A type with a default for lenient decoding, used if a value is missing or can't be decoded.
///
///     extension Genre: LenientDefault {
///         static let lenientDefault = Genre.unknown
///     }
///
/// Only `JSON.decodeLeniently(_:decoder:)` uses it. An optional property becomes nil instead.
public protocol LenientDefault {
    /// The default.
    static var lenientDefault: Self { get }
}
