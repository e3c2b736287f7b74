#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A JSON document, or a place in one, read by hand.
///
/// Walking down never throws: `json.episodes[0].title` is a place, whether or not something stands there. Reading the
/// value does: `try json.episodes[0].title.string` throws a ``ParseFailure`` that names the path, what was expected,
/// what was found, and the text around it. Members named like an accessor are reached by subscript: `json["string"]`.
@dynamicMemberLookup
public struct JSON: Sendable {
    /// The document, and the node where the walk has led so far.
    @usableFromInline let document: JSONDocument
    @usableFromInline var node: Int
    /// The steps that the walk could not take, from the last node on; nil when it took them all.
    @usableFromInline let missing: [JSONPath.Component]?

    /// Reads a document, strictly as RFC 8259 says.
    ///
    /// - Throws: ``ParseFailure`` with the line and the column when the text is no JSON. Linear in its length.
    public init(parsing data: Data) throws {
        self.init(document: try JSONDocument(data), node: 0)
    }

    /// The same, not showing what a mask hides in what is printed of it, or of a failure to read it.
    package init(parsing data: Data, mask: some TextMask) throws {
        self.init(document: try JSONDocument(data, mask: mask), node: 0)
    }

    @usableFromInline init(document: JSONDocument, node: Int, missing: [JSONPath.Component]? = nil) {
        self.document = document
        self.node = node
        self.missing = missing
    }

    /// The path from the document to this place. Found by looking for it: linear in what stands before it.
    public var path: JSONPath { JSONPath(document.path(from: 0, to: node) + (missing ?? [])) }

    /// The place of a key. When a key stands twice in an object, the first one counts, as when it is decoded.
    public subscript(key: String) -> JSON {
        guard missing == nil, let child = document.child(of: node, key: key) else { return nothing(at: .key(key)) }
        return JSON(document: document, node: child)
    }

    /// The place of an element, from 0 on.
    public subscript(index: Int) -> JSON {
        guard missing == nil, let child = document.element(of: node, at: index) else {
            return nothing(at: .index(index))
        }
        return JSON(document: document, node: child)
    }

    /// The place of a key.
    public subscript(dynamicMember key: String) -> JSON { self[key] }

    /// The place at the end of a path; a component of digits is an index where it meets an array.
    public subscript(at path: JSONPath) -> JSON {
        path.components.reduce(self) { place, component in
            switch component {
            case .key(let key): place[key]
            case .index(let index): place[index]
            }
        }
    }

    /// A place where nothing stands.
    private func nothing(at component: JSONPath.Component) -> JSON {
        JSON(document: document, node: node, missing: (missing ?? []) + [component])
    }

    /// Why nothing stands here: the first step that could not be taken.
    var failureOfStep: ParseFailure { ParseFailure(JSONNodeFailure(document, at: node, .step(missing?.first))) }
}

extension JSON: CustomStringConvertible, CustomReflectable {
    /// The JSON that stands at this place, as it is written; or why there is nothing. A secret is not shown.
    public var description: String {
        missing == nil ? document.shown(at: node, mask: document.mask) : failureOfStep.description
    }

    /// What stands at this place, in a few words; nil when nothing does. A secret is not shown.
    package var shortDescription: String? { missing == nil ? document.found(at: node, mask: document.mask) : nil }

    /// The path, and what stands there in a few words, for a debugger or `dump`: not the whole document.
    public var customMirror: Mirror {
        Mirror(self, children: ["path": path, "value": shortDescription ?? description])
    }
}
