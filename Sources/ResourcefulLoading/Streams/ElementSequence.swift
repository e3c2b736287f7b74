public import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Webservice {
    /// Loads a stream, element by element, as they come.
    ///
    ///     for try await event in webservice.stream(of: Feed.events) { show(event) }
    ///
    /// Nothing is sent before the first element is asked for, and every loop sends anew. Policies, validation and the
    /// reading of errors hold as for a resource, before the first element; a retry does not repeat what has come. Who
    /// reads slowly slows the server down. Leaving the loop, and cancelling the task, ends the transfer.
    public func stream<Element>(of resource: StreamResource<Element>) -> ElementSequence<Element> {
        ElementSequence(resource: resource, webservice: self)
    }

    /// Loads a stream, element by element, and tells how far it has come.
    ///
    /// - Parameters:
    ///   - interval: How long there is at least between one progress and the next.
    ///   - tell: Called with the progress from time to time while there is a loop over the elements, and before it
    ///     ends.
    public func stream<Element>(
        of resource: StreamResource<Element>, every interval: Duration = .milliseconds(100),
        progress tell: @escaping @Sendable (TransferProgress) -> Void
    ) -> ElementSequence<Element> {
        ElementSequence(resource: resource, webservice: self, progress: ProgressWish(interval: interval, tell: tell))
    }
}

/// The elements of a stream, as they come.
public struct ElementSequence<Element: Sendable>: AsyncSequence, Sendable {
    let resource: StreamResource<Element>
    let webservice: Webservice
    var progress: ProgressWish?

    /// A loop over the elements. Nothing is sent before the first one is asked for.
    public func makeAsyncIterator() -> Iterator {
        guard let teller = progress?.teller() else { return Iterator(StreamFeed(resource, webservice), nil) }
        return Iterator(StreamFeed(resource, webservice.metered(by: teller.meter)), teller)
    }

    /// One loop over the elements.
    public struct Iterator: AsyncIteratorProtocol {
        /// What has come and was not asked for yet.
        private var elements: [Element] = []
        private var next = 0
        private var feed: StreamFeed<Element>
        private let teller: ProgressTeller?

        fileprivate init(_ feed: StreamFeed<Element>, _ teller: ProgressTeller?) {
            self.feed = feed
            self.teller = teller
        }

        /// The next element; nil when there is none.
        ///
        /// - Throws: ``LoadError``, that says how many bytes had come; `CancellationError`; or what the resource
        ///   declares. The elements before the mistake come first.
        public mutating func next() async throws -> Element? {
            while next == elements.count {
                elements.removeAll(keepingCapacity: true)
                next = 0
                guard try await fill() else { return nil }
            }
            defer { next += 1 }
            return elements[next]
        }

        private mutating func fill() async throws -> Bool {
            guard let teller else { return try await feed.fill(&elements) }
            teller.begin()
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
