extension Webservice {
    /// Loads a resource, or carries out a plan, and reports its progress, over all its requests, on the actor of the
    /// caller: for example on the main actor, so a view model can show it directly.
    ///
    ///     episodes = try await webservice.load(Episode.all) { fraction = $0.fraction ?? 0 }
    ///
    /// A load that waits for the response to an equal request makes no progress until that has arrived.
    ///
    /// - Parameters:
    ///   - loadable: The resource or the plan.
    ///   - interval: The minimum time between one progress and the next.
    ///   - isolation: The actor on which `tell` is called: the caller's.
    ///   - tell: Called when the first request is sent, from time to time, and at the end, one call after the other and
    ///     never after this returns; not at all if the load fails before. The last fraction is 1 if the load succeeds.
    ///     A slow function doesn't delay transfers.
    /// - Throws: The errors of `load(_:)`.
    public func load<Value: Sendable>(
        _ loadable: some Loadable<Value>, every interval: Duration = .milliseconds(100),
        isolation: isolated (any Actor)? = #isolation, progress tell: (TransferProgress) -> Void
    ) async throws -> Value {
        try await progress(of: loadable, every: interval).value(telling: tell)
    }

    /// Returns a sequence that loads a resource, or carries out a plan: its progress from time to time, and its value
    /// at the end.
    ///
    ///     for try await step in webservice.progress(of: Song.master) {
    ///         switch step {
    ///         case .progress(let progress): bar.value = progress.fraction ?? 0
    ///         case .value(let song): play(song)
    ///         }
    ///     }
    ///
    /// Nothing is sent before you ask for the first step, and each loop sends new requests. Leaving the loop ends the
    /// transfers.
    ///
    /// - Parameters:
    ///   - loadable: The resource or the plan.
    ///   - interval: The minimum time between one progress and the next.
    public func progress<Value: Sendable>(
        of loadable: some Loadable<Value>, every interval: Duration = .milliseconds(100)
    ) -> ProgressSequence<Value> {
        ProgressSequence(interval: interval) { [self] meter in try await metered(by: meter.exchange).load(loadable) }
    }
}
