/// The reason why a load failed: the stage, the request, the response if there is one, and the cause.
///
/// Secrets are replaced in the request and in everything that the error prints. A canceled load throws
/// `CancellationError` instead.
///
///     do {
///         show(try await webservice.load(Episode.all))
///     } catch let error as LoadError where error.status == 404 {
///         show([])
///     } catch let error as LoadError where error.stage == .transport {
///         showOffline()
///     }
public struct LoadError: Error, Sendable {
    /// The stage at which a load failed.
    public enum Stage: Hashable, Sendable {
        /// The request can't be sent as it is; nothing has left the machine.
        case request
        /// The exchange didn't complete: no connection, a timeout, or a malformed or truncated response.
        case transport
        /// A complete response arrived, but its status isn't a success.
        case status
        /// A successful response arrived, but can't be read as the value.
        case parse
    }

    /// The stage at which the load failed.
    public let stage: Stage
    /// The request, with its secrets replaced.
    public let request: Request
    /// The response, if one arrived. Its body is complete, or empty if it was read as a stream.
    public let response: Response?
    /// The cause: a ``RequestError``, a ``TransportError``, a ``ParseFailure`` or the error that the parse function
    /// threw.
    public let underlyingError: (any Error)?
    /// The number of decoded body bytes that were read before a stream failed; nil if no stream was read.
    public let received: Int?
    /// The request that was redirected to this one; nil if there is none, or the response has its history.
    private(set) var source: Request?
    /// A policy's remark, such as why a failure isn't retried.
    package var remark: String?
    /// The secrets in the response and in the cause; nil if there is neither.
    let secrets: AnswerSecrets?

    /// Creates a load error. Replaces the request's secrets, including those that policies added.
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
        remark = response?.remark
        let secrets = underlyingError == nil && response == nil ? nil : AnswerSecrets(request, response?.sent)
        self.secrets = secrets
        // Secrets are hidden in a parse failure, however the body was read.
        let mask: any TextMask = if let secrets { secrets } else { Redaction.standard }
        let failure = (underlyingError as? ParseFailure)?.masked(by: mask, always: secrets?.echoes)
        self.underlyingError = failure ?? underlyingError
    }

    /// Returns the error of a request that another one was redirected to.
    package func redirected(from source: Request) -> LoadError {
        var error = self
        error.source = Redaction.standard.redacted(source)
        return error
    }

    /// The parse failure, if that is the cause: the path, what was expected and found, and an excerpt.
    public var parseFailure: ParseFailure? { underlyingError as? ParseFailure }

    /// The status of the response, if one arrived.
    public var status: Response.Status? { response?.status }

    /// Returns cancellation and load errors unchanged, and wraps every other error of a transport in a load error.
    ///
    /// - Returns: The error. The stage of a new load error is `request` for a ``RequestError``, and `transport`
    ///   otherwise.
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
