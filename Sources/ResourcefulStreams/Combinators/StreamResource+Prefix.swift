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
