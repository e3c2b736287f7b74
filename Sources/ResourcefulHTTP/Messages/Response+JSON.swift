extension Response {
    /// The body as a JSON document, whose secrets are not shown in what is printed of it.
    ///
    /// - Throws: ``ParseFailure`` when it is none. When the server says that the body is something else, such as
    ///   `text/html`, so does the failure.
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

    /// What the server says that the body is, if that is not JSON.
    package var otherMediaType: MediaType? {
        headerFields.contentType.flatMap { $0.isJSON ? nil : $0 }
    }
}
