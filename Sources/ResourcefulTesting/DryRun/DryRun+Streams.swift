public import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension DryRun {
    /// The elements of a stream, to its end, as `Webservice.stream(of:)` would give them one after the other.
    ///
    /// The body of each answer is what comes before the connection ends; `Response.cut(after:by:)` has it end too
    /// early. A stream without an end is cut by `prefix(_:)`.
    ///
    /// - Throws: what the loop over them would.
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
