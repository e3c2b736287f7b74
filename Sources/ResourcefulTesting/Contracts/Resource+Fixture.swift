public import ResourcefulCore

extension Resource {
    /// The value in a file, read as the body of a response.
    ///
    ///     let episodes = try Episode.all.parse(Fixture("episodes.json"))
    ///
    /// - Throws: `LoadError` at the parse stage; ``MissingFixture``.
    public func parse(_ fixture: Fixture) throws -> Value { try parse(fixture.data) }
}
