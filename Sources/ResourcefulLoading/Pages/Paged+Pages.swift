public import ResourcefulCore

extension Paged {
    /// The pages of a list, loaded while they are read: see ``Webservice/pages(of:prefetching:)``.
    public struct Pages: AsyncSequence, Sendable {
        let paged: Paged
        let webservice: Webservice
        let prefetching: Bool

        /// The loop over the pages. Nothing is loaded before the first one is asked for.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(webservice: webservice, prefetching: prefetching, walk: PageWalk(paged))
        }

        /// One loop over the pages.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private let webservice: Webservice
            private let prefetching: Bool
            /// Nil after the end, and after a failure.
            private var walk: PageWalk<Item>?
            private var ahead: PageAhead<Item>?

            fileprivate init(webservice: Webservice, prefetching: Bool, walk: PageWalk<Item>) {
                self.webservice = webservice
                self.prefetching = prefetching
                self.walk = walk
            }

            /// The next page; nil when there is none.
            ///
            /// - Throws: what `Webservice.load` throws.
            public mutating func next() async throws -> Page? {
                guard let step = walk.take() else { return nil }
                let (page, rest): (Page, PageWalk<Item>)
                if let ahead = ahead.take() {
                    (page, rest) = try await ahead.value
                } else {
                    guard let next = try step.next() else { return nil }
                    (page, rest) = try await webservice.load(next)
                }
                walk = rest
                // A page that can't be asked for is a failure only when the loop comes to it.
                if prefetching, let next = try? rest.next() { ahead = PageAhead(next, webservice) }
                return page
            }
        }
    }
}
