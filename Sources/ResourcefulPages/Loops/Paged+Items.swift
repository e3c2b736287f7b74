extension Paged {
    /// The items of a list, loaded page by page as you read them: see `Webservice.items(of:prefetching:)`.
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
                return loaded()
            }

            /// Returns the next item, as ``next()`` does; an item of a page that is already loaded without leaving the
            /// actor of the loop. `for try await` calls it where it is available.
            @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
            public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Item? {
                while index == items.count {
                    (items, index) = ([], 0)
                    guard let page = try await pages.next(isolation: actor) else { return nil }
                    items = page.items
                }
                return loaded()
            }

            /// Returns the next item of the current page.
            private mutating func loaded() -> Item? {
                guard index < items.count else { return nil }
                defer { index += 1 }
                return items[index]
            }
        }
    }
}
