extension Paged {
    /// The pages of a list, loaded as you read them: see `Webservice.pages(of:prefetching:)`.
    public struct Pages: AsyncSequence, Sendable {
        let paged: Paged
        let webservice: Webservice
        let prefetching: Bool

        /// Creates the iterator of a loop. It loads nothing before you ask for the first page.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(webservice: webservice, prefetching: prefetching, walk: paged.walk)
        }

        /// The iterator of one loop over the pages.
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

            /// Returns the next page; nil at the end.
            ///
            /// - Throws: The errors of `Webservice.load`.
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
                // A page without a valid request fails only when the loop reaches it.
                if prefetching, let next = try? rest.next() { ahead = PageAhead(next, webservice) }
                return page
            }
        }
    }
}

/// A page that is loaded before it is asked for. Releasing it cancels the load.
final class PageAhead<Item: Sendable>: Sendable {
    typealias Outcome = (page: Paged<Item>.Page, rest: PageWalk<Item>)

    private let task: Task<Outcome, any Error>

    init(_ plan: Plan<Outcome>, _ webservice: Webservice) {
        task = Task { try await webservice.load(plan) }
    }

    /// The outcome. Canceling a task that waits for it cancels the load.
    var value: Outcome {
        get async throws {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    deinit { task.cancel() }
}
