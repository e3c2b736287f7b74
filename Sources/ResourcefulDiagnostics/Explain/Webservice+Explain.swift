extension Webservice {
    /// Explains what a load would do at this moment, without sending, writing or changing anything.
    ///
    ///     print(try await webservice.explain(Episode.all))
    ///
    /// The explanation has what is stored, whether a token is refreshed first, the waits between retries, the state of
    /// circuits, limits and budgets, the requests that would be sent, and warnings about the order of policies. It
    /// reads the real store and the real cache; reading doesn't count as a use of a cached entry, except in a cache of
    /// your own.
    ///
    /// The functions of your own policies and plans are called, as they only make plans. Questions aren't asked, and
    /// observers see nothing. A load that would fail is explained, too: the error is in the explanation.
    ///
    /// - Throws: `CancellationError` if the task is canceled.
    public func explain(_ loadable: some Loadable) async throws -> Explanation {
        try await rehearse(loadable).explanation
    }

    /// Explains a load, and returns the requests as they would be sent.
    package func rehearse(_ loadable: some Loadable) async throws -> Rehearsal {
        try await unwatched.value(of: loadable.rehearsed(by: order))
    }
}
