extension Webservice {
    /// Returns the elements of a stream as they arrive.
    ///
    ///     for try await event in webservice.stream(of: Feed.events) { show(event) }
    ///
    /// Nothing is sent before you ask for the first element, and each loop sends a new request. Before the first
    /// element, policies, validation and error parsing apply as they do to a resource; a retry doesn't repeat elements.
    /// A slow reader slows the server down. Leaving the loop or canceling the task ends the transfer.
    public func stream<Element>(of resource: StreamResource<Element>) -> ElementSequence<Element> {
        ElementSequence(resource: resource, webservice: self)
    }

    /// Returns the elements of a stream as they arrive, and reports its progress.
    ///
    /// - Parameters:
    ///   - resource: The stream.
    ///   - interval: The minimum time between one progress and the next.
    ///   - tell: Called with the progress from time to time during a loop over the elements, and before the loop ends.
    public func stream<Element>(
        of resource: StreamResource<Element>, every interval: Duration = .milliseconds(100),
        progress tell: @escaping @Sendable (TransferProgress) -> Void
    ) -> ElementSequence<Element> {
        ElementSequence(
            resource: resource, webservice: self, progress: { ProgressTeller(interval: interval, tell: tell) })
    }
}

/// The elements of a stream, as they arrive.
public struct ElementSequence<Element: Sendable>: AsyncSequence, Sendable {
    let resource: StreamResource<Element>
    let webservice: Webservice
    var progress: (@Sendable () -> ProgressTeller)?

    /// Creates the iterator of a loop. It sends nothing before you ask for the first element.
    public func makeAsyncIterator() -> Iterator {
        guard let teller = progress?() else { return Iterator(StreamFeed(resource, webservice), nil) }
        return Iterator(StreamFeed(resource, webservice.metered(by: teller.meter.exchange)), teller)
    }

    /// The iterator of one loop over the elements.
    public struct Iterator: AsyncIteratorProtocol {
        private var source: Source

        fileprivate init(_ feed: StreamFeed<Element>, _ teller: ProgressTeller?) {
            source = Source(feed: feed, teller: teller)
        }

        /// Returns the next element; nil at the end.
        ///
        /// - Throws: `LoadError` with the number of bytes received; `CancellationError`; or the errors that the
        ///   resource declares. The elements before an error are returned first.
        public mutating func next() async throws -> Element? { try await source.next() }

        /// Returns the next element, as ``next()`` does; an element that has already arrived without leaving the actor
        /// of the loop. `for try await` calls it where it is available.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            if let element = source.arrived() { return element }
            return try await source.next()
        }
    }

    private struct Source: Sendable {
        /// The elements that have arrived and aren't returned yet.
        private var elements: [Element] = []
        private var next = 0
        private var feed: StreamFeed<Element>
        private let teller: ProgressTeller?

        init(feed: StreamFeed<Element>, teller: ProgressTeller?) {
            self.feed = feed
            self.teller = teller
        }

        /// Returns the next element if it has arrived.
        mutating func arrived() -> Element? {
            guard next < elements.count else { return nil }
            defer { next += 1 }
            return elements[next]
        }

        mutating func next() async throws -> Element? {
            while next == elements.count {
                elements.removeAll(keepingCapacity: true)
                next = 0
                guard try await fill() else { return nil }
            }
            return arrived()
        }

        private mutating func fill() async throws -> Bool {
            guard let teller else { return try await feed.fill(&elements) }
            do {
                if try await feed.fill(&elements) { return true }
                await teller.end(hasSucceeded: true)
                return false
            } catch {
                await teller.end(hasSucceeded: false)
                throw error
            }
        }
    }
}
