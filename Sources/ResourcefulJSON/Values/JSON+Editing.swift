#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// A changed copy. The text is copied around the change and read again: linear in its length.
extension JSON {
    /// A copy of the value here with another value at the end of a path.
    ///
    ///     json.setting("episode.title", to: "Parsing")
    ///
    /// What is missing on the way is made: an object for each key, an array for the index 0. The index behind the last
    /// element adds one. The result is a document of its own, all other text as it was.
    ///
    /// - Throws: ``ParseFailure`` when the path leads through a value that is neither, or to an element further behind.
    public func setting(_ path: JSONPath, to value: JSON) throws -> JSON {
        guard !path.isEmpty else { return JSON(written: value.spelled) }
        let place = self[at: path]
        guard let missing = place.missing else { return try replacing(place.node, by: value.spelled) }
        guard exists, let step = missing.first else { throw place.failureOfStep }
        var text = value.spelled
        for step in missing.dropFirst().reversed() {
            switch step {
            case .key(let key): text = "{\(Self.quoted(key)):\(text)}"
            case .index(0): text = "[\(text)]"
            case .index: throw place.failureOfStep
            }
        }
        let node = place.node
        switch (document.word(node).kind, step) {
        case (.object, .key(let key)): return try inserting("\(Self.quoted(key)):\(text)", at: node)
        case (.array, .index(document.count(of: node))): return try inserting(text, at: node)
        case (.array, .key(let digits)) where Int(digits) == document.count(of: node):
            return try inserting(text, at: node)
        default: throw place.failureOfStep
        }
    }

    /// A copy of the value here without what stands at the end of a path; where nothing stands, as it is.
    ///
    /// The elements behind one that is removed move up. Removing the value itself leaves `null`.
    ///
    /// - Throws: ``ParseFailure`` when nothing stands here at all.
    public func removing(_ path: JSONPath) throws -> JSON {
        guard exists else { throw failureOfStep }
        guard let last = path.components.last else { return .null }
        var json = JSON(written: spelled)
        // A key may stand more than once.
        while true {
            let parent = json[at: JSONPath(path.components.dropLast())]
            let place = parent[at: [last]]
            guard place.exists else { return json }
            let isElement = json.document.word(parent.node).kind == .array
            json = try json.withoutChild(place.node, of: parent.node)
            if isElement { return json }
        }
    }

    /// Where the text of a node stands in the text of the value here.
    private func range(of node: Int) -> Range<Int> {
        let start = document.start(of: node) - document.start(of: self.node)
        return start..<(start + document.bytes(of: node).count)
    }

    private func replacing(_ node: Int, by text: String) throws -> JSON { try splicing(range(of: node), text) }

    /// Adds a text as the last child of a container.
    private func inserting(_ text: String, at node: Int) throws -> JSON {
        let end = range(of: node).upperBound - 1
        return try splicing(end..<end, document.count(of: node) == 0 ? text : ",\(text)")
    }

    /// Takes a child away, with its key if it has one, and one of the commas beside it.
    private func withoutChild(_ child: Int, of container: Int) throws -> JSON {
        let isMember = document.word(container).kind == .object
        let first = isMember ? child - 1 : child
        let next = document.next(after: child)
        var range = range(of: first).lowerBound..<range(of: child).upperBound
        if next < document.end(of: container) {
            range = range.lowerBound..<self.range(of: next).lowerBound
        } else if first > document.first(in: container) {
            let bytes = document.bytes(of: node)
            let comma = bytes[..<range.lowerBound].lastIndex(of: UInt8(ascii: ","))
            range = (comma ?? range.lowerBound)..<range.upperBound
        }
        return try splicing(range, "")
    }

    private func splicing(_ range: Range<Int>, _ text: String) throws -> JSON {
        let bytes = document.bytes(of: node)
        var spliced = Data(bytes[..<range.lowerBound])
        spliced.append(contentsOf: text.utf8)
        spliced.append(contentsOf: bytes[range.upperBound...])
        return JSON(document: try JSONDocument(spliced, maximumDepth: .max, mask: document.mask), node: 0)
    }
}
