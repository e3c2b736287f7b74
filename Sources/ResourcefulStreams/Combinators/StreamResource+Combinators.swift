extension StreamResource {
    /// Returns a stream of the transformed elements. If the transform throws, the stream fails at the parse stage.
    ///
    /// `stream.map { $0 }` is the stream, and `stream.map(f).map(g)` is `stream.map { g(f($0)) }`.
    public func map<New>(_ transform: @escaping @Sendable (Element) throws -> New) -> StreamResource<New> {
        transforming { element, elements in elements.append(try transform(element)) }
    }

    /// Returns a stream of the transformed elements, without those for which the transform returns nil.
    public func compactMap<New>(_ transform: @escaping @Sendable (Element) throws -> New?) -> StreamResource<New> {
        transforming { element, elements in
            if let new = try transform(element) { elements.append(new) }
        }
    }

    /// Returns a stream in which each element becomes any number of others.
    ///
    /// `stream.flatMap { [$0] }` is the stream.
    public func flatMap<New>(
        _ transform: @escaping @Sendable (Element) throws -> some Sequence<New> & Sendable
    ) -> StreamResource<New> {
        transforming { element, elements in elements.append(contentsOf: try transform(element)) }
    }

    /// Returns a stream of the elements for which the predicate returns true.
    public func filter(_ isIncluded: @escaping @Sendable (Element) throws -> Bool) -> StreamResource {
        transforming { element, elements in
            if try isIncluded(element) { elements.append(element) }
        }
    }
}

extension StreamResource {
    /// Returns a stream that ends after at most `maximumCount` elements. Nothing after the last one is read, not even a
    /// mistake in the bytes.
    ///
    /// `prefix(0)` sends no request. The elements of all responses are counted together if the stream continues in a
    /// second one.
    public func prefix(_ maximumCount: Int) -> StreamResource {
        transforming(maximumCount, hasEnded: maximumCount <= 0) { left, element, elements in
            elements.append(element)
            left -= 1
            return left > 0
        }
    }

    /// Returns a stream that ends before the first element for which the predicate returns false.
    public func prefix(while isIncluded: @escaping @Sendable (Element) throws -> Bool) -> StreamResource {
        transforming(()) { _, element, elements in
            guard try isIncluded(element) else { return false }
            elements.append(element)
            return true
        }
    }
}
