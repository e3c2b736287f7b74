extension JSON {
    /// Returns an array of the function's result for each element of the array at this place.
    ///
    ///     try json.episodes.array(of: Episode.init)
    ///     try json.coordinates.array { try $0.double }
    ///
    /// It's cheaper than mapping ``array``, because it doesn't create a list of places.
    ///
    /// - Throws: ``ParseFailure`` if there is no array here, or the error that the function throws for an element.
    @inlinable
    public func array<Value>(of element: (JSON) throws -> Value) throws -> [Value] {
        let (end, count) = try elementBounds
        var values: [Value] = []
        values.reserveCapacity(count)
        // Reuse one place for all elements: creating a new one for each would retain and release the document.
        var place = JSON(document: document, node: node + 2, missing: nil)
        // Elements that are neither arrays nor objects are one after the other.
        let isFlat = end - place.node == count
        while place.node < end {
            values.append(try element(place))
            place.node = isFlat ? place.node + 1 : place.nodeAfter
        }
        return values
    }

    /// The node after the last element of the array at this place, and the number of elements.
    @usableFromInline var elementBounds: (end: Int, count: Int) {
        get throws {
            guard missing == nil, document.word(node).kind == .array else { throw failure(expected: "an array") }
            return (document.end(of: node), document.count(of: node))
        }
    }

    /// The node after the value at this place.
    @usableFromInline var nodeAfter: Int { document.next(after: node) }
}

extension JSONDocument {
    /// Returns the places of the elements of an array; nil if the node isn't an array.
    func places(in node: Int) -> [JSON]? {
        guard word(node).kind == .array else { return nil }
        let end = end(of: node)
        // For an empty array, this initializer would write to the empty storage that all arrays share.
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
