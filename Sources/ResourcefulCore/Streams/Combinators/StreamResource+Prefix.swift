extension StreamResource {
    /// The same stream, ended as soon as so many elements have come: no more is read then, not even of a mistake that
    /// stands in the bytes behind the last one.
    ///
    /// Of no elements nothing is asked for: `prefix(0)` sends no request. They are counted over all responses of a
    /// stream that goes on in a second one.
    public func prefix(_ maximumCount: Int) -> StreamResource {
        transforming(maximumCount, hasEnded: maximumCount <= 0) { left, element, elements in
            elements.append(element)
            left -= 1
            return left > 0
        }
    }

    /// The same stream, ended before the first element for which the predicate does not hold.
    public func prefix(while isIncluded: @escaping @Sendable (Element) throws -> Bool) -> StreamResource {
        transforming(()) { _, element, elements in
            guard try isIncluded(element) else { return false }
            elements.append(element)
            return true
        }
    }
}
