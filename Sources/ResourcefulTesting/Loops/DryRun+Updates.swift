extension DryRun {
    /// Passes the values to a function that a loop over `Webservice.updates(of:)` receives: the stored value, then the
    /// server's. Then throws the error that ends the loop, if any.
    ///
    ///     var shown: [[Episode]] = []
    ///     #expect(throws: LoadError.self) {
    ///         try run.updates(of: Episode.all.cached()) { shown.append($0.value) }
    ///     }
    ///     #expect(shown == [[episode]], "the stored list, then the error")
    ///
    /// - Throws: The errors of a loop over the updates.
    public mutating func updates<Value>(
        of loadable: some Loadable<Value>, _ body: (LoadUpdate<Value>) throws -> Void
    ) throws {
        var run = UpdateRun(loadable.plan)
        while let plan = run.next() {
            if let update = try load(plan) { try body(update) }
        }
    }

    /// Returns the values that `Webservice.updates(of:)` would yield: the stored value, then the server's.
    ///
    /// - Throws: The errors of a loop over the updates.
    public mutating func updates<Value>(of loadable: some Loadable<Value>) throws -> [LoadUpdate<Value>] {
        var updates: [LoadUpdate<Value>] = []
        try self.updates(of: loadable) { updates.append($0) }
        return updates
    }
}
