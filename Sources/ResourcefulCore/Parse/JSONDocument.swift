#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value of a document: what it is, and where its text stands.
struct JSONNode: Sendable {
    enum Kind: Sendable {
        case null, `true`, `false`, number, string, escapedString, array, object
    }

    let kind: Kind
    /// Where the first byte of the value stands, quotes and brackets included.
    let start: Int
    /// Where the value has ended.
    var end: Int
    /// The node after this one and all its descendants.
    var next: Int
}

/// The text of a document and its values in the order of their first bytes; in an object, keys and values in turn.
final class JSONDocument: Sendable {
    let text: [UInt8]
    let nodes: [JSONNode]

    init(_ data: Data) throws(ParseFailure) {
        text = [UInt8](data)
        var scanner = JSONScanner(text)
        try scanner.scan()
        nodes = scanner.nodes
    }

    /// The bytes of a value.
    func bytes(of node: Int) -> ArraySlice<UInt8> { text[nodes[node].start..<nodes[node].end] }

    /// The child of a container at a key or an index. Linear in the number of its children.
    func child(of node: Int, at component: JSONPath.Component) -> Int? {
        switch (nodes[node].kind, component) {
        case (.object, .key(let key)): member(of: node, key: key)
        case (.array, .index(let index)): element(of: node, at: index)
        case (.array, .key(let key)) where key.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }:
            Int(key).flatMap { element(of: node, at: $0) }
        default: nil
        }
    }

    /// The elements of an array, nil when it is none.
    func elements(of node: Int) -> [Int]? {
        guard nodes[node].kind == .array else { return nil }
        var elements: [Int] = []
        var child = node + 1
        while child < nodes[node].next {
            elements.append(child)
            child = nodes[child].next
        }
        return elements
    }

    /// The keys of an object, each once, nil when it is none.
    func keys(of node: Int) -> [String]? {
        guard nodes[node].kind == .object else { return nil }
        var keys: [String] = []
        var seen: Set<[UInt8]> = []
        var child = node + 1
        while child < nodes[node].next {
            if let key = string(at: child), seen.insert(Array(key.utf8)).inserted { keys.append(key) }
            child = nodes[child + 1].next
        }
        return keys
    }

    private func element(of node: Int, at index: Int) -> Int? {
        guard index >= 0 else { return nil }
        var child = node + 1
        var left = index
        while left > 0, child < nodes[node].next {
            child = nodes[child].next
            left -= 1
        }
        return child < nodes[node].next ? child : nil
    }

    private func member(of node: Int, key: String) -> Int? {
        var found: Int?
        var child = node + 1
        while child < nodes[node].next {
            if hasText(key, at: child) { found = child + 1 }
            child = nodes[child + 1].next
        }
        return found
    }

    /// Whether a key is the same code unit by code unit (RFC 8259, section 8.3), unlike strings that look the same.
    private func hasText(_ key: String, at node: Int) -> Bool {
        if nodes[node].kind == .escapedString { return string(at: node)?.utf8.elementsEqual(key.utf8) == true }
        return text[(nodes[node].start + 1)..<(nodes[node].end - 1)].elementsEqual(key.utf8)
    }
}
