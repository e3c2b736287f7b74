extension Response {
    /// The body as a JSON document, whose secrets are not shown in what is printed of it.
    ///
    /// - Throws: ``ParseFailure`` when it is none.
    package func json() throws -> JSON { try JSON(parsing: body, redacting: .standard) }
}
