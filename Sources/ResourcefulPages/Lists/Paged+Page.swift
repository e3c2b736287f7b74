extension Paged {
    /// One page of a list.
    public struct Page: Sendable {
        /// The number of the page, starting at 1.
        public let number: Int
        /// The items, in the server's order.
        public let items: [Item]
        /// The response of the page, whose fields may state the total number of items.
        public let response: Response
        fileprivate let outcome: Result<Request?, any Error>

        /// The request for the next page; nil if this is the last one. To continue from here, set ``Paged/request`` to
        /// it.
        ///
        /// - Throws: `LoadError` if the page names a next one that can't be requested.
        public var next: Request? { get throws { try outcome.get() } }

        /// Returns a copy with other items.
        func replacing<New>(_ items: [New]) -> Paged<New>.Page {
            Paged<New>.Page(number: number, items: items, response: response, outcome: outcome)
        }
    }
}

extension Paged.Page: CustomStringConvertible {
    /// The number of the page, and how many items it has.
    public var description: String { "page \(number), \(items.count) items" }
}

extension Resource {
    /// Returns a resource whose value is a page of a list. It reads the body only once.
    func page<Item>(
        _ number: Int, items: @escaping @Sendable (Value) throws -> [Item], next: NextPage<Value>
    ) -> Resource<Paged<Item>.Page> {
        let request = request
        return withResponse.map { content, response in
            let items = try items(content)
            let context = NextPage<Value>.Context(
                page: content, itemCount: items.count, request: request, response: response)
            return Paged<Item>.Page(
                number: number, items: items, response: response, outcome: Result { try next(context) })
        }
    }
}
