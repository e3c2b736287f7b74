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
    /// Where a walk has led: to a value of the document, or to nothing, with the last value and the step that failed.
    enum Place: Sendable {
        case value(Int)
        case nothing(behind: Int, path: JSONPath)
    }

    let document: JSONDocument
    let place: Place

    /// The path from the document to this place.
    public let path: JSONPath

    /// Reads a document, strictly as RFC 8259 says.
    ///
    /// - Throws: ``ParseFailure`` with the line and the column when the text is no JSON. Linear in its length.
    public init(parsing data: Data) throws {
        self.init(document: try JSONDocument(data), place: .value(0), path: [])
    }

    init(document: JSONDocument, place: Place, path: JSONPath) {
        self.document = document
        self.place = place
        self.path = path
    }

    /// The place of a key. When a key stands twice in an object, the last one counts.
    public subscript(key: String) -> JSON { step(.key(key)) }

    /// The place of an element, from 0 on.
    public subscript(index: Int) -> JSON { step(.index(index)) }

    /// The place of a key.
    public subscript(dynamicMember key: String) -> JSON { step(.key(key)) }

    /// The place at the end of a path; a component of digits is an index where it meets an array.
    public subscript(at path: JSONPath) -> JSON { path.components.reduce(self) { $0.step($1) } }

    private func step(_ component: JSONPath.Component) -> JSON {
        let path = path.appending(component)
        guard case .value(let node) = place else { return JSON(document: document, place: place, path: path) }
        if let child = document.child(of: node, at: component) {
            return JSON(document: document, place: .value(child), path: path)
        }
        return JSON(document: document, place: .nothing(behind: node, path: path), path: path)
    }
}

extension JSON: CustomStringConvertible, CustomReflectable {
    /// What stands at this place, in a few words; or why there is nothing. A secret is not shown.
    public var description: String {
        switch place {
        case .value(let node): document.found(at: node, path: path)
        case .nothing(let node, let path): document.failureOfStep(to: path, from: node).description
        }
    }

    /// The path and the description, for a debugger or `dump`: not the whole document.
    public var customMirror: Mirror { Mirror(self, children: ["path": path, "value": description]) }
}
