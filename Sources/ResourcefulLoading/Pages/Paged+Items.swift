public import ResourcefulCore

extension Paged {
    /// The items of a list, loaded page by page as you read them: see ``Webservice/items(of:prefetching:)``.
    public struct Items: AsyncSequence, Sendable {
        let pages: Pages

        /// Creates the iterator of a loop. It loads nothing before you ask for the first item.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pages: pages.makeAsyncIterator()) }

        /// The iterator of one loop over the items.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var pages: Pages.AsyncIterator
            private var items: [Item] = []
            private var index = 0

            fileprivate init(pages: Pages.AsyncIterator) { self.pages = pages }

            /// Returns the next item; nil at the end.
            ///
            /// - Throws: The errors of `Webservice.load`.
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
