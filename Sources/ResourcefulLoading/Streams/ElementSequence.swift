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
}

/// The elements of a stream, as they come.
public struct ElementSequence<Element: Sendable>: AsyncSequence, Sendable {
    let resource: StreamResource<Element>
    let webservice: Webservice

    /// A loop over the elements. Nothing is sent before the first one is asked for.
    public func makeAsyncIterator() -> Iterator { Iterator(StreamFeed(resource, webservice)) }

    /// One loop over the elements.
    public struct Iterator: AsyncIteratorProtocol {
        /// What has come and was not asked for yet.
        private var elements: [Element] = []
        private var next = 0
        private var feed: StreamFeed<Element>

        fileprivate init(_ feed: StreamFeed<Element>) { self.feed = feed }

        /// The next element; nil when there is none.
        ///
        /// - Throws: ``LoadError``, that says how many bytes had come; `CancellationError`; or what the resource
        ///   declares. The elements before the mistake come first.
        public mutating func next() async throws -> Element? {
            while next == elements.count {
                elements.removeAll(keepingCapacity: true)
                next = 0
                guard try await feed.fill(&elements) else { return nil }
            }
            defer { next += 1 }
            return elements[next]
        }
    }
}
