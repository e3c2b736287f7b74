public import ResourcefulDiagnostics

extension DryRun {
    /// Explains what a load would do at this moment, as `Webservice.explain` does. Nothing is answered, and the run
    /// doesn't change: not even the random numbers of later loads.
    ///
    ///     let explanation = try run.explain(Episode.all)
    ///     #expect(explanation.requests.first?.headerFields["If-None-Match"] == "\"7\"")
    ///     #expect(explanation.warnings.isEmpty)
    ///
    /// A load that would fail is explained, too: the error is in the explanation.
    public func explain(_ loadable: some Loadable) throws -> Explanation { try rehearse(loadable).explanation }

    /// Explains a load, and returns the requests as they would be sent.
    package func rehearse(_ loadable: some Loadable) throws -> Rehearsal {
        var run = self
        run.order = .inTurn
        return try run.load(loadable.rehearsed(by: loadOrder))
    }
}
