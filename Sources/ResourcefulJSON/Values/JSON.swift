/// A JSON document, or a place in one, that you read by hand.
///
/// Following a path never throws: `json.episodes[0].title` is a place, whether or not it has a value. Reading the value
/// does: `try json.episodes[0].title.string` throws a ``ParseFailure`` with the path, what was expected, what was
/// found, and the text around it. To reach a key that is named like a property of this type, use a subscript:
/// `json["string"]`.
///
///     let json = try JSON(parsing: Data(#"{"episodes": [{"title": "Values"}]}"#.utf8))
///     print(try json.episodes[0].title.string)  // Values
///     let body: JSON = ["title": "Plans", "minutes": 31, "tags": ["swift"]]
@dynamicMemberLookup
public struct JSON: Sendable {
    /// The document, and the last node on the path that exists.
    @usableFromInline let document: JSONDocument
    @usableFromInline var node: Int
    /// The components of the path that don't exist, from that node on; nil if all exist.
    @usableFromInline let missing: [JSONPath.Component]?

    /// Parses a document, strictly by RFC 8259. Linear in its length.
    ///
    /// - Throws: ``ParseFailure`` with the line and the column if the text isn't valid JSON.
    public init(parsing data: Data) throws {
        self.init(document: try JSONDocument(data), node: 0)
    }

    /// Parses a document whose descriptions and failures don't show what a mask hides.
    package init(parsing data: Data, mask: some TextMask) throws {
        self.init(document: try JSONDocument(data, mask: mask), node: 0)
    }

    @usableFromInline init(document: JSONDocument, node: Int, missing: [JSONPath.Component]? = nil) {
        self.document = document
        self.node = node
        self.missing = missing
    }

    /// The path from the root of the document to this place. It is computed: linear in the text before this place.
    public var path: JSONPath { JSONPath(document.path(from: 0, to: node) + (missing ?? [])) }

    /// Returns the place of a key. If a key is repeated, its first value counts, as in decoding.
    public subscript(key: String) -> JSON {
        guard missing == nil, let child = document.child(of: node, key: key) else { return nothing(at: .key(key)) }
        return JSON(document: document, node: child)
    }

    /// Returns the place of the element at an index, counted from 0.
    public subscript(index: Int) -> JSON {
        guard missing == nil, let child = document.element(of: node, at: index) else {
            return nothing(at: .index(index))
        }
        return JSON(document: document, node: child)
    }

    /// Returns the place of a key.
    public subscript(dynamicMember key: String) -> JSON { self[key] }

    /// Returns the place at a path. A component of digits is an index if it meets an array.
    public subscript(at path: JSONPath) -> JSON {
        path.components.reduce(self) { place, component in
            switch component {
            case .key(let key): place[key]
            case .index(let index): place[index]
            }
        }
    }

    /// Returns a place without a value.
    private func nothing(at component: JSONPath.Component) -> JSON {
        JSON(document: document, node: node, missing: (missing ?? []) + [component])
    }

    /// The failure for a missing value. It names the first step that failed.
    var failureOfStep: ParseFailure { ParseFailure(JSONNodeFailure(document, at: node, .step(missing?.first))) }
}

extension JSON: CustomStringConvertible, CustomReflectable {
    /// The text of the value at this place as written, or the reason that it's missing. Secrets are hidden.
    public var description: String {
        missing == nil ? document.shown(at: node, mask: document.mask) : failureOfStep.description
    }

    /// A short description of the value at this place; nil if it's missing. Secrets are hidden.
    package var shortDescription: String? { missing == nil ? document.found(at: node, mask: document.mask) : nil }

    /// The path and a short description of the value, for a debugger or `dump`. It doesn't include the whole document.
    public var customMirror: Mirror {
        Mirror(self, children: ["path": path, "value": shortDescription ?? description])
    }
}
