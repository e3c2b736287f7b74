/// The path of a value in a JSON document: a list of keys and indices.
///
/// Write a path as a literal with dots, `"data.posts"`, or, for keys that contain dots, as a list, `["data", "posts"]`.
/// A component of digits is an index if it meets an array, and a key if it meets an object.
///
///     let featured = Resource<[Episode]>(json: "home.json", at: "data.featured")
public struct JSONPath: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// A step of a path.
    ///
    ///     let path: JSONPath = ["data", "featured", 0, "title"]
    ///     print(try json[at: path].string)  // Plans
    public enum Component: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        /// A key of an object.
        case key(String)
        /// An index of an array, from 0.
        case index(Int)

        /// Creates a key.
        public init(stringLiteral key: String) { self = .key(key) }
        /// Creates an index.
        public init(integerLiteral index: Int) { self = .index(index) }

        /// The index that the component is in an array; nil for a key that isn't a number.
        package var elementIndex: Int? {
            switch self {
            case .index(let index): index
            case .key(let key): key.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } ? Int(key) : nil
            }
        }
    }

    /// The steps, from the root of the document.
    public var components: [Component]

    /// Creates a path with the given steps.
    public init(_ components: some Sequence<Component>) { self.components = Array(components) }

    /// Creates a path from a string with dots. The empty string is the root of the document.
    public init(_ dotted: some StringProtocol) {
        components = dotted.split(separator: ".").map { .key(String($0)) }
    }

    /// Creates a path from a literal with dots.
    public init(stringLiteral dotted: String) { self.init(dotted) }

    /// Creates a path from a list of keys and indices.
    public init(arrayLiteral components: Component...) { self.components = components }

    /// Whether it is the root of the document.
    public var isEmpty: Bool { components.isEmpty }

    /// Returns the path with a component appended.
    public func appending(_ component: Component) -> JSONPath { JSONPath(components + [component]) }
}

extension JSONPath: CustomStringConvertible {
    /// The path as you'd write it in Swift: `episodes[0].title`, with a key that has dots or spaces in `["…"]`.
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

    /// The description of the path; for a very long one, its beginning and its end.
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
