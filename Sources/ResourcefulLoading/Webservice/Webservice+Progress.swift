public import ResourcefulCore

extension Webservice {
    /// Loads a resource, or carries out a plan, and tells how far it has come: of all its requests together.
    ///
    ///     let episode = try await webservice.load(Episode.upload(file)) { progress in
    ///         print(progress)
    ///     }
    ///
    /// The value need not be `Sendable`; so the function is called on a task of its own.
    ///
    /// A load that waits for that of an equal request has come nowhere until that one is there.
    ///
    /// - Parameters:
    ///   - interval: How long there is at least between one progress and the next.
    ///   - tell: Called with the progress at the beginning, from time to time, and at the end, one after the other and
    ///     never after this has returned. The last fraction is 1 if the load succeeds.
    /// - Throws: what `load(_:)` throws.
    @_disfavoredOverload
    public func load<Value>(
        _ loadable: some Loadable<Value>, every interval: Duration = .milliseconds(100),
        progress tell: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> sending Value {
        let teller = ProgressWish(interval: interval, tell: tell).teller()
        teller.begin()
        do {
            let value = try await metered(by: teller.meter).load(loadable)
            await teller.end(hasSucceeded: true)
            return value
        } catch {
            await teller.end(hasSucceeded: false)
            throw error
        }
    }

    /// Loads a resource, or carries out a plan, and tells how far it has come where it was called: on the main actor,
    /// say, so that a view model shows it without a hop of its own.
    ///
    ///     episodes = try await webservice.load(Episode.all) { fraction = $0.fraction ?? 0 }
    ///
    /// - Parameters:
    ///   - interval: How long there is at least between one progress and the next.
    ///   - isolation: The actor on which `tell` is called: that of the caller.
    ///   - tell: Called with the progress at the beginning, from time to time, and at the end, one after the other and
    ///     never after this has returned. The last fraction is 1 if the load succeeds. What takes long holds no
    ///     transfer up.
    /// - Throws: what `load(_:)` throws.
    public func load<Value: Sendable>(
        _ loadable: some Loadable<Value>, every interval: Duration = .milliseconds(100),
        isolation: isolated (any Actor)? = #isolation, progress tell: (TransferProgress) -> Void
    ) async throws -> Value {
        try await progress(of: loadable, every: interval).value(telling: tell)
    }

    /// Loads a resource, or carries out a plan, as a sequence: how far it has come, from time to time, and its value at
    /// the end.
    ///
    ///     for try await step in webservice.progress(of: Song.master) {
    ///         switch step {
    ///         case .progress(let progress): bar.value = progress.fraction ?? 0
    ///         case .value(let song): play(song)
    ///         }
    ///     }
    ///
    /// Nothing is sent before the first step is asked for, and every loop sends anew. Leaving the loop ends the
    /// transfers.
    ///
    /// - Parameter interval: How long there is at least between one progress and the next.
    public func progress<Value: Sendable>(
        of loadable: some Loadable<Value>, every interval: Duration = .milliseconds(100)
    ) -> ProgressSequence<Value> {
        ProgressSequence(interval: interval) { [self] meter in try await metered(by: meter).load(loadable) }
    }
}
