/// The messages that an app shows to people when a load fails: a list of rules, of which the first match applies.
///
///     extension ErrorMessages {
///         static let german = ErrorMessages(
///             otherwise: "Das hat nicht geklappt.",
///             [
///                 .serverMessage, .status(404, "Nicht gefunden."),
///                 .transport(.timedOut, message: "Der Server antwortet nicht."),
///             ])
///     }
///
///     label.text = ErrorMessages.german(error)  // Nicht gefunden.
public struct ErrorMessages: Sendable {
    /// A message for some errors.
    ///
    ///     let quota = ErrorMessages.Rule { error in
    ///         (error as? LoadError)?.status == 402 ? "Your free episodes are used up." : nil
    ///     }
    ///     let message = ErrorMessages([quota, .serverMessage])
    public struct Rule: Sendable {
        let message: @Sendable (any Error) -> String?

        /// Creates a rule from a function, which returns nil to leave an error to the other rules.
        public init(_ message: @escaping @Sendable (any Error) -> String?) {
            self.message = message
        }
    }

    private let rules: [Rule]
    private let otherwise: @Sendable (any Error) -> String

    /// Creates messages from rules.
    ///
    /// - Parameters:
    ///   - otherwise: The message for errors that no rule matches.
    ///   - rules: The rules. The first match applies.
    public init(otherwise: String, _ rules: [Rule]) {
        self.rules = rules
        self.otherwise = { _ in otherwise }
    }

    /// Creates messages from rules. Errors that no rule matches use other messages.
    public init(otherwise: ErrorMessages = .english, _ rules: [Rule]) {
        self.rules = rules
        self.otherwise = { otherwise($0) }
    }

    /// Returns the message for an error.
    public func callAsFunction(_ error: any Error) -> String {
        for rule in rules { if let message = rule.message(error) { return message } }
        return otherwise(error)
    }
}

extension ErrorMessages.Rule {
    /// Creates a rule for responses with a status.
    public static func status(_ status: Response.Status, _ message: String) -> Self {
        Self { ($0 as? LoadError)?.failedStatus == status ? message : nil }
    }

    /// Creates a rule for responses with a status from a range of codes, such as `500..<600`.
    public static func status(in codes: Range<Int>, _ message: String) -> Self {
        Self { ($0 as? LoadError)?.failedStatus.map { codes.contains($0.code) } == true ? message : nil }
    }

    /// Creates a rule for all failures of the transport.
    public static func transport(_ message: String) -> Self {
        Self { $0.transportKind == nil ? nil : message }
    }

    /// Creates a rule for some kinds of transport failures. A deadline that has passed (``DeadlineExceeded``) is one of
    /// the kind `timedOut`.
    public static func transport(_ kinds: TransportError.Kind..., message: String) -> Self {
        Self { error in
            guard let kind = error.transportKind else { return nil }
            return kinds.contains(kind) ? message : nil
        }
    }

    /// Creates a rule for responses that can't be parsed, for some reasons.
    public static func parse(_ kinds: ParseFailure.Kind..., message: String) -> Self {
        Self { error in
            guard let kind = (error as? LoadError)?.parseFailure?.kind else { return nil }
            return kinds.contains(kind) ? message : nil
        }
    }

    /// Creates a rule for loads that failed at a stage.
    public static func stage(_ stage: LoadError.Stage, _ message: String) -> Self {
        Self { ($0 as? LoadError)?.stage == stage ? message : nil }
    }

    /// Creates a rule for errors of a custom type, such as those that ``Resource/failing(with:at:decoder:_:)`` throws.
    public static func error<Failure: Error>(
        _ type: Failure.Type, _ message: @escaping @Sendable (Failure) -> String?
    ) -> Self {
        Self { ($0 as? Failure ?? ($0 as? LoadError)?.underlyingError as? Failure).flatMap(message) }
    }

    /// Creates a rule for a session that is over: the authorization server refuses the refresh token or the code
    /// (`invalid_grant`; RFC 6749, section 5.2), or there is no refresh token. A wrong password isn't one.
    public static func signIn(_ message: String) -> Self {
        Self { error in
            let isOver = (error as? any AuthorizationFailure)?.needsSignIn ?? (error as? LoadError)?.needsSignIn
            return isOver == true ? message : nil
        }
    }

    /// Creates a rule for canceled loads, which usually need no message.
    public static func cancelled(_ message: String) -> Self {
        Self { $0 is CancellationError ? message : nil }
    }

    /// The server's own message: from an envelope's error, from problem details (RFC 9457), or from a custom error with
    /// a localized description.
    public static let serverMessage = Self { error in
        guard let error = error as? LoadError else { return (error as? any LocalizedError)?.errorDescription }
        return error.problem?.errorDescription ?? (error.underlyingError as? ServiceError)?.errorDescription
    }
}

extension LoadError {
    /// The status that made the load fail; nil if another failure did.
    fileprivate var failedStatus: Response.Status? { stage == .status ? status : nil }

    /// Whether the server refuses to refresh a token.
    fileprivate var needsSignIn: Bool {
        request[RefreshesToken.self] && failedStatus?.isClientError == true
            && (try? response?.json().error.string) == "invalid_grant"
    }
}

/// An error of signing in that replaces a load error.
package protocol AuthorizationFailure: Error {
    /// Whether only a new sign-in helps.
    var needsSignIn: Bool { get }
    /// Returns the error with what it needs of the load error that it replaces.
    func replacing(_ failure: LoadError) -> any Error
}
