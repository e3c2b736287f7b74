/// Where a value stands in a JSON document: a list of keys and indices.
///
/// A literal with dots, `"data.posts"`, or a list, `["data", "posts"]`, for keys that have dots in them. A component of
/// digits is an index where it meets an array, and a key where it meets an object.
public struct JSONPath: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// One step down.
    public enum Component: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        /// Into an object, by key.
        case key(String)
        /// Into an array, from 0 on.
        case index(Int)

        /// A key.
        public init(stringLiteral key: String) { self = .key(key) }
        /// An index.
        public init(integerLiteral index: Int) { self = .index(index) }

        /// The index in an array that it names; a key names one by digits alone.
        var elementIndex: Int? {
            switch self {
            case .index(let index): index
            case .key(let key): key.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } ? Int(key) : nil
            }
        }
    }

    /// The steps, from the document down.
    public var components: [Component]

    /// A path of the given steps.
    public init(_ components: some Sequence<Component>) { self.components = Array(components) }

    /// A path from a string with dots; an empty string is the document itself.
    public init(_ dotted: some StringProtocol) {
        components = dotted.split(separator: ".").map { .key(String($0)) }
    }

    /// A path from a literal with dots.
    public init(stringLiteral dotted: String) { self.init(dotted) }

    /// A path from a list of keys and indices.
    public init(arrayLiteral components: Component...) { self.components = components }

    /// Whether it is the document itself.
    public var isEmpty: Bool { components.isEmpty }

    /// The path one step further down.
    public func appending(_ component: Component) -> JSONPath { JSONPath(components + [component]) }
}

extension JSONPath: CustomStringConvertible {
    /// As one would write it in Swift: `episodes[0].title`, a key with dots or spaces in `["…"]`.
    public var description: String {
        var text = ""
        for component in components {
            switch component {
            case .index(let index): text += "[\(index)]"
            case .key(let key) where Self.isPlain(key): text += text.isEmpty ? key : ".\(key)"
            case .key(let key): text += "[\(key.debugDescription)]"
            }
        }
        return text
    }

    /// The description of a path; of a very long one, its beginning and its end.
    var shortened: String {
        guard components.count > 24 else { return Excerpt.line(description, limit: 400, mask: nil) }
        let (head, tail) = (JSONPath(components.prefix(10)), JSONPath(components.suffix(10)))
        return Excerpt.line("\(head)…\(tail) (\(components.count) steps)", limit: 400, mask: nil)
    }

    private static func isPlain(_ key: String) -> Bool {
        !key.isEmpty
            && key.unicodeScalars.allSatisfy {
                $0 == "_" || $0 == "-" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
            }
    }
}
