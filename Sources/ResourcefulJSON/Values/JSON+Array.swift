extension JSON {
    /// What a function makes of each element of the array at this place; of one that it refuses, the whole fails.
    ///
    ///     try json.episodes.array(of: Episode.init)
    ///     try json.coordinates.array { try $0.double }
    ///
    /// Cheaper than going through ``array``: there is no list of places, only a walk.
    ///
    /// - Throws: ``ParseFailure`` when there is no array, or what the function throws.
    @inlinable
    public func array<Value>(of element: (JSON) throws -> Value) throws -> [Value] {
        let (end, count) = try elementBounds
        var values: [Value] = []
        values.reserveCapacity(count)
        // One place moves from element to element: a new one for each would count references of the document.
        var place = JSON(document: document, node: node + 2, missing: nil)
        while place.node < end {
            values.append(try element(place))
            place.node = place.nodeAfter
        }
        return values
    }

    /// The node behind the last element of the array at this place, and how many elements there are.
    @usableFromInline var elementBounds: (end: Int, count: Int) {
        get throws {
            guard missing == nil, document.word(node).kind == .array else { throw failure(expected: "an array") }
            return (document.end(of: node), document.count(of: node))
        }
    }

    /// The node after all that is at this place.
    @usableFromInline var nodeAfter: Int { document.next(after: node) }
}

extension JSONDocument {
    /// The places of the elements of an array, nil when it is none.
    func places(in node: Int) -> [JSON]? {
        guard word(node).kind == .array else { return nil }
        let end = end(of: node)
        // The standard library writes to the array without elements that all share, when one of them is made this way.
        guard node + 2 < end else { return [] }
        return Array(unsafeUninitializedCapacity: count(of: node)) { places, count in
            var child = node + 2
            while child < end, count < places.count {
                places.initializeElement(at: count, to: JSON(document: self, node: child))
                count += 1
                child = next(after: child)
            }
        }
    }
}
