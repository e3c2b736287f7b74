extension Response {
    /// Returns the body as a JSON document that hides its secrets when printed.
    ///
    /// - Throws: ``ParseFailure`` if the body isn't JSON. If the server declares another media type, such as
    ///   `text/html`, the failure says so.
    package func json() throws -> JSON {
        do {
            return try JSON(parsing: body, redacting: .standard)
        } catch let error as ParseFailure {
            guard let mediaType = otherMediaType else { throw error }
            var failure = error.masked(by: Redaction.standard)
            failure.found += "; the server sent \(mediaType.essence)"
            if failure.kind == .malformed { failure.kind = .mediaType }
            throw failure
        }
    }

    /// The media type that the server declares for the body, if it isn't JSON.
    package var otherMediaType: MediaType? {
        headerFields.contentType.flatMap { $0.isJSON ? nil : $0 }
    }
}
