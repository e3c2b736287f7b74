public import ResourcefulStreams

extension DryRun {
    /// Returns all elements of a stream, the ones that `Webservice.stream(of:)` would yield one by one.
    ///
    /// The body of each answer is what arrives before the connection ends; `Response.cut(after:by:)` ends it early.
    /// Limit an infinite stream with `prefix(_:)`.
    ///
    /// - Throws: The errors of a loop over the stream.
    public mutating func elements<Element>(of resource: StreamResource<Element>) throws -> [Element] {
        var run = StreamRun(resource)
        var elements: [Element] = []
        while !run.isComplete {
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
            guard let request = try load(run.resumption(after: failure)) else { return elements }
            run.resume(with: request)
        }
        return elements
    }
}
