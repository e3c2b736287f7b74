/// Why a load failed: the stage that failed, the request, the response if there was one, and the cause.
///
/// Secrets are replaced in the request it carries and in all that it prints. Cancellation is no failure: it stays
/// `CancellationError`.
public struct LoadError: Error, Sendable {
    /// Where on its journey a load failed.
    public enum Stage: Hashable, Sendable {
        /// The request can't be sent as it stands; nothing has left the machine.
        case request
        /// The exchange did not come to its end: no connection, a time-out, a malformed or cut-off response.
        case transport
        /// A response came whole, and its status is not one of success.
        case status
        /// The response came and counts as success, but could not be read as the value.
        case parse
    }

    /// The stage that failed.
    public let stage: Stage
    /// The request, its secrets replaced.
    public let request: Request
    /// The response, if one came; its body is whole, or empty where a stream was read.
    public let response: Response?
    /// The cause: a ``RequestError``, a ``TransportError``, a ``ParseFailure`` or what the parse function threw.
    public let underlyingError: (any Error)?
    /// How many bytes of the body had been read when a stream failed, its coding undone; nil where no stream was read.
    public let received: Int?
    /// What is secret in the answer and in its cause; nil when there is none.
    let secrets: AnswerSecrets?

    /// A load error. The secrets of the request are replaced, those that policies have added, too.
    public init(
        stage: Stage, request: Request, response: Response? = nil, underlyingError: (any Error)? = nil,
        received: Int? = nil
    ) {
        self.stage = stage
        self.received = received
        self.request = Redaction.standard.including(response?.sent?.own).redacted(request)
        var response = response
        if let answer = response, answer.sent == nil { response?.sent = SentSecrets(request) }
        self.response = response
        let secrets = underlyingError == nil && response == nil ? nil : AnswerSecrets(request, response?.sent)
        self.secrets = secrets
        // However the body was read, what is secret in it is not shown.
        let mask: any TextMask = if let secrets { secrets } else { Redaction.standard }
        let failure = (underlyingError as? ParseFailure)?.masked(by: mask, always: secrets?.echoes)
        self.underlyingError = failure ?? underlyingError
    }

    /// Where the parse failed and why, when it did: the path, what was expected and found, and an excerpt.
    public var parseFailure: ParseFailure? { underlyingError as? ParseFailure }

    /// The status of the response, if one came.
    public var status: Response.Status? { response?.status }

    /// The same failure of another stage's making stays what it is; anything else a transport throws is wrapped.
    ///
    /// - Returns: Cancellation and load errors as they are; all other errors as the cause of one, at the request stage
    ///   for a `RequestError`, and else at the transport stage.
    package static func ofTransport(
        _ error: any Error, request: Request, response: Response? = nil, received: Int? = nil
    ) -> any Error {
        switch error {
        case is CancellationError, is LoadError: error
        default:
            LoadError(
                stage: error is RequestError ? .request : .transport, request: request, response: response,
                underlyingError: error, received: received)
        }
    }
}
