public import ResourcefulCore

extension Paged {
    /// The items of a list, loaded page by page while they are read: see ``Webservice/items(of:prefetching:)``.
    public struct Items: AsyncSequence, Sendable {
        let pages: Pages

        /// The loop over the items. Nothing is loaded before the first one is asked for.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pages: pages.makeAsyncIterator()) }

        /// One loop over the items.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var pages: Pages.AsyncIterator
            private var items: [Item] = []
            private var index = 0

            fileprivate init(pages: Pages.AsyncIterator) { self.pages = pages }

            /// The next item; nil when there is none.
            ///
            /// - Throws: what `Webservice.load` throws.
            public mutating func next() async throws -> Item? {
                while index == items.count {
                    (items, index) = ([], 0)
                    guard let page = try await pages.next() else { return nil }
                    items = page.items
                }
                index += 1
                return items[index - 1]
            }
        }
    }
}
