extension StreamResource {
    /// The same stream, its elements transformed. What the transform throws ends it, as a failure of the parse stage.
    ///
    /// `stream.map { $0 }` is the stream, and `stream.map(f).map(g)` is `stream.map { g(f($0)) }`.
    public func map<New>(_ transform: @escaping @Sendable (Element) throws -> New) -> StreamResource<New> {
        transforming { element, elements in elements.append(try transform(element)) }
    }

    /// The same stream, its elements transformed; those of which nothing comes are left out.
    public func compactMap<New>(_ transform: @escaping @Sendable (Element) throws -> New?) -> StreamResource<New> {
        transforming { element, elements in
            if let new = try transform(element) { elements.append(new) }
        }
    }

    /// The same stream, each of its elements becoming any number of others.
    ///
    /// `stream.flatMap { [$0] }` is the stream.
    public func flatMap<New>(
        _ transform: @escaping @Sendable (Element) throws -> some Sequence<New> & Sendable
    ) -> StreamResource<New> {
        transforming { element, elements in elements.append(contentsOf: try transform(element)) }
    }

    /// The same stream without the elements for which the predicate does not hold.
    public func filter(_ isIncluded: @escaping @Sendable (Element) throws -> Bool) -> StreamResource {
        transforming { element, elements in
            if try isIncluded(element) { elements.append(element) }
        }
    }
}
