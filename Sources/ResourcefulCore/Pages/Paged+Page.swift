extension Paged {
    /// One page of a list.
    public struct Page: Sendable {
        /// Which page it is, from 1 on.
        public let number: Int
        /// Its items, in the server's order.
        public let items: [Item]
        /// The response that it was read from: its fields may say how many items there are.
        public let response: Response
        fileprivate let outcome: Result<Request?, any Error>

        /// What is sent for the next page; nil when this is the last one. With it, ``Paged/request`` goes on from here.
        ///
        /// - Throws: ``LoadError`` when the page names no page that can be asked for.
        public var next: Request? { get throws { try outcome.get() } }

        /// The same page with other items.
        func replacing<New>(_ items: [New]) -> Paged<New>.Page {
            Paged<New>.Page(number: number, items: items, response: response, outcome: outcome)
        }
    }
}

extension Paged.Page: CustomStringConvertible {
    /// The number of the page, and how many items are on it.
    public var description: String { "page \(number), \(items.count) items" }
}

extension Resource {
    /// The same resource, its value a page of a list. The body is read once.
    func page<Item>(
        _ number: Int, items: @escaping @Sendable (Value) throws -> [Item], next: NextPage<Value>
    ) -> Resource<Paged<Item>.Page> {
        let (reading, request) = (reading, request)
        return replacing(
            Reading { response in
                let content = try reading(response)
                let items = try items(content)
                let context = NextPage<Value>.Context(
                    page: content, itemCount: items.count, request: request, response: response)
                return Paged<Item>.Page(
                    number: number, items: items, response: response, outcome: Result { try next(context) })
            })
    }
}
