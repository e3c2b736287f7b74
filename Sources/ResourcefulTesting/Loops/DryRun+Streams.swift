public import ResourcefulStreams

extension DryRun {
    /// Passes the elements of a stream to a function, as a loop over `Webservice.stream(of:)` receives them, then
    /// throws the error that ends the loop, if any.
    ///
    /// The body of each answer is what arrives before the connection ends; `Response.cut(after:by:)` ends it early.
    /// Limit an infinite stream with `prefix(_:)`. An error that the function throws ends the loop.
    ///
    /// - Throws: The errors of a loop over the stream.
    public mutating func stream<Element>(
        of resource: StreamResource<Element>, _ body: (Element) throws -> Void
    ) throws {
        var run = StreamRun(resource)
        while !run.isComplete {
            var elements: [Element] = []
            var failure: (any Error)?
            do {
                let response = try load(run.opening)
                try run.begin(response)
                for piece in response.stubbedPieces where !run.isComplete { try run.take(piece, into: &elements) }
                if let failure = response.stubbedFailure, !run.isComplete { throw run.located(failure) }
                try run.finish(into: &elements)
            } catch {
                failure = error
            }
            for element in elements { try body(element) }
            guard let request = try load(run.resumption(after: failure)) else { return }
            run.resume(with: request)
        }
    }

    /// Passes the elements of a stream to a function, and then its progress in virtual time to another; see
    /// ``load(_:every:progress:)``.
    ///
    /// - Throws: The errors of a loop over the stream.
    public mutating func stream<Element>(
        of resource: StreamResource<Element>, every interval: Duration = .milliseconds(100),
        progress tell: (TransferProgress) -> Void, _ body: (Element) throws -> Void
    ) throws {
        try metered(every: interval, tell) { run, _ in try run.stream(of: resource, body) }
    }

    /// Returns all elements of a stream, the ones that `Webservice.stream(of:)` would yield one by one.
    ///
    /// - Throws: The errors of a loop over the stream.
    public mutating func elements<Element>(of resource: StreamResource<Element>) throws -> [Element] {
        var elements: [Element] = []
        try stream(of: resource) { elements.append($0) }
        return elements
    }
}
