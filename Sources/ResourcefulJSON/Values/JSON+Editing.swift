// Modified copies. Each copies the text around the change and parses it again: linear in its length.
extension JSON {
    /// Returns a copy with the value at a path replaced.
    ///
    ///     json.setting("episode.title", to: "Parsing")
    ///
    /// Missing containers on the path are created: an object for a key, an array for the index 0. The index after the
    /// last element appends one. The copy is a separate document; the rest of its text is unchanged.
    ///
    /// - Throws: ``ParseFailure`` if the path leads through a value that is neither an object nor an array, or to an
    ///   index beyond the end of an array.
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

    /// Returns a copy without the value at a path; an unchanged copy if there is no such value.
    ///
    /// The elements after a removed element move up. Removing the root value leaves `null`.
    ///
    /// - Throws: ``ParseFailure`` if the value to copy is itself missing.
    public func removing(_ path: JSONPath) throws -> JSON {
        guard exists else { throw failureOfStep }
        guard let last = path.components.last else { return .null }
        var json = JSON(written: spelled)
        // A key can occur more than once.
        while true {
            let parent = json[at: JSONPath(path.components.dropLast())]
            let place = parent[at: [last]]
            guard place.exists else { return json }
            let isElement = json.document.word(parent.node).kind == .array
            json = try json.withoutChild(place.node, of: parent.node)
            if isElement { return json }
        }
    }

    /// Returns the range of a node's text in the text of this value.
    private func range(of node: Int) -> Range<Int> {
        let start = document.start(of: node) - document.start(of: self.node)
        return start..<(start + document.bytes(of: node).count)
    }

    private func replacing(_ node: Int, by text: String) throws -> JSON { try splicing(range(of: node), text) }

    /// Inserts a text as the last child of a container.
    private func inserting(_ text: String, at node: Int) throws -> JSON {
        let end = range(of: node).upperBound - 1
        return try splicing(end..<end, document.count(of: node) == 0 ? text : ",\(text)")
    }

    /// Removes a child, its key if it has one, and an adjacent comma.
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
