/// An object that judges the responses of one load. Its parsed values belong to that load alone.
@usableFromInline package protocol ResponseReader: AnyObject, Sendable {
    /// Returns the judgment on a response, with the value that was parsed for it.
    func judgement(on response: Response) -> any ReadResult
}

/// The judgment on a response.
@usableFromInline package protocol ReadResult: AnyObject, Sendable {
    /// The object that made the judgment.
    var judge: any ResponseReader { get }
    /// The error with which the load would fail.
    var error: (any Error)? { get }
    /// The service's error in its envelope from which ``error`` was made, if any.
    var cause: (any Error)? { get }
}

/// A note on a request for internal use during a load.
@usableFromInline package protocol RequestNote: AnyObject, Sendable {}

/// Internal data about a request. It is never sent and doesn't affect equality.
@usableFromInline struct LoadNotes: Hashable, Sendable {
    /// The object that judges the response.
    @usableFromInline var judge: (any ResponseReader)?
    /// The user for whom the request is made.
    @usableFromInline var user: (any RequestNote)?
    /// Whether the Accept field is the resource's default, which others may override.
    @usableFromInline var acceptIsDefault = false
    /// The URL at which the load began, if redirects led to other origins.
    @usableFromInline var firstURL: URL?
    /// The number of times that the request was sent before.
    @usableFromInline var resendCount = 0
    /// Whether a redirect in the response is followed.
    @usableFromInline var followsRedirects = false

    @usableFromInline static func == (left: LoadNotes, right: LoadNotes) -> Bool { true }

    @usableFromInline func hash(into hasher: inout Hasher) {}
}

extension Response {
    /// Returns the response with only the judgment of the given judge.
    package func judged(by judge: any ResponseReader) -> Response {
        guard let judgement, judgement.judge !== judge else { return self }
        var response = self
        response.judgement = nil
        return response
    }

    /// Returns the body as a JSON document that hides its secrets when printed.
    ///
    /// - Throws: ``ParseFailure`` if the body isn't JSON. If the server declares another media type, such as
    ///   `text/html`, or another character set, the failure says so.
    public func json() throws -> JSON {
        do {
            return try JSON(parsing: body, redacting: .standard)
        } catch let error as ParseFailure {
            guard let mediaType = otherMediaType else { throw error }
            var failure = error.masked(by: Redaction.standard)
            failure.found += "; the server sent \(mediaType)"
            if failure.kind == .malformed, headerFields.contentType?.isJSON == false { failure.kind = .mediaType }
            throw failure
        }
    }

    /// The media type that the server declares for the body, with the character set unless it is UTF-8; nil for JSON in
    /// UTF-8.
    package var otherMediaType: String? {
        guard let type = headerFields.contentType else { return nil }
        let charset = type[parameter: "charset"].map { Charset.utf8.isCalled($0) ? "" : "; charset=\($0)" } ?? ""
        return type.isJSON && charset.isEmpty ? nil : type.essence + Redaction.standard.line(charset)
    }
}
