/// The path of a value in a JSON document: a list of keys and indices.
///
/// Write a path as a literal, `"data.posts[0].title"`, or, for keys that contain dots, as a list, `["data", "a.b"]`. A
/// component of digits is an index if it meets an array, and a key if it meets an object.
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

    /// Creates a path from a text like ``description``: `data.posts`, `posts[0].title`, `map["a.b"]`. Brackets around
    /// anything else are part of a key. The empty string is the root of the document.
    public init(_ dotted: some StringProtocol) {
        var (components, rest, key) = ([Component](), String(dotted)[...].unicodeScalars, "")
        while let scalar = rest.popFirst() {
            let component = scalar == "[" ? Self.component(inBrackets: &rest) : nil
            if component == nil, scalar != "." {
                key.unicodeScalars.append(scalar)
                if !rest.isEmpty { continue }
            }
            if !key.isEmpty { components.append(.key(key)) }
            key = ""
            if let component { components.append(component) }
        }
        self.components = components
    }

    /// Reads a component and its closing bracket, after which the text ends or another component begins.
    private static func component(inBrackets text: inout Substring.UnicodeScalarView) -> Component? {
        var (rest, component) = (text, nil as Component?)
        if rest.first == "\"" {
            var key = ""
            rest.removeFirst()
            while let scalar = rest.popFirst(), scalar != "\"" {
                key.unicodeScalars.append(scalar == "\\" ? unescaped(&rest) : scalar)
            }
            component = .key(key)
        } else {
            let digits = rest.prefix { $0 != "]" }
            component = Int(String(digits)).map(Component.index)
            rest = rest.dropFirst(digits.count)
        }
        guard component != nil, rest.popFirst() == "]", rest.first.map({ $0 == "." || $0 == "[" }) ?? true else {
            return nil
        }
        text = rest
        return component
    }

    /// Reads what follows a backslash in a Swift literal.
    private static func unescaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar {
        let scalar = rest.popFirst() ?? "\\"
        let short: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t", "0": "\0"]
        guard scalar == "u" else { return short[scalar] ?? scalar }
        let digits = rest.prefix { $0 != "}" }
        rest = rest.dropFirst(digits.count + 1)
        return UInt32(String(digits.dropFirst()), radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
    }

    /// Creates a path from a literal like its ``description``: `"posts[0].title"`.
    public init(stringLiteral dotted: String) { self.init(dotted) }

    /// Creates a path from a list of keys and indices.
    public init(arrayLiteral components: Component...) { self.components = components }

    /// Whether it is the root of the document.
    public var isEmpty: Bool { components.isEmpty }

    /// Returns the path with a component appended.
    public func appending(_ component: Component) -> JSONPath { JSONPath(components + [component]) }
}

extension JSONPath: CustomStringConvertible {
    /// The path as you'd write it in Swift: `episodes[0].title`, with a key that has dots or spaces in `["…"]`. A path
    /// that is created from this text is the same.
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
