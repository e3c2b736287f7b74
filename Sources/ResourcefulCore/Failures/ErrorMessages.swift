#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an app says to a person when a load fails: a list of rules, the first that knows the error has the word.
///
///     extension ErrorMessages {
///         static let german = ErrorMessages(
///             otherwise: "Das hat nicht geklappt.",
///             [
///                 .serverMessage, .status(404, "Nicht gefunden."),
///                 .transport(.timedOut, message: "Der Server antwortet nicht."),
///             ])
///     }
///     label.text = ErrorMessages.german(error)
public struct ErrorMessages: Sendable {
    /// What is said of some errors.
    public struct Rule: Sendable {
        let message: @Sendable (any Error) -> String?

        /// A rule from a function; nil leaves the error to the other rules.
        public init(_ message: @escaping @Sendable (any Error) -> String?) {
            self.message = message
        }
    }

    private let rules: [Rule]
    private let otherwise: @Sendable (any Error) -> String

    /// Messages by rules.
    ///
    /// - Parameters:
    ///   - otherwise: What is said of an error that no rule knows.
    ///   - rules: The rules, the first one first.
    public init(otherwise: String, _ rules: [Rule]) {
        self.rules = rules
        self.otherwise = { _ in otherwise }
    }

    /// Messages by rules; an error that no rule knows is left to other messages.
    public init(otherwise: ErrorMessages = .english, _ rules: [Rule]) {
        self.rules = rules
        self.otherwise = { otherwise($0) }
    }

    /// The message for an error.
    public func callAsFunction(_ error: any Error) -> String {
        for rule in rules {
            if let message = rule.message(error) { return message }
        }
        return otherwise(error)
    }
}

extension ErrorMessages.Rule {
    /// Responses with a status.
    public static func status(_ status: Response.Status, _ message: String) -> Self {
        Self { ($0 as? LoadError)?.failedStatus == status ? message : nil }
    }

    /// Responses with a status from a range of codes, `500..<600` for instance.
    public static func status(in codes: Range<Int>, _ message: String) -> Self {
        Self { ($0 as? LoadError)?.failedStatus.map { codes.contains($0.code) } == true ? message : nil }
    }

    /// Exchanges that did not come to their end, of any kind.
    public static func transport(_ message: String) -> Self { stage(.transport, message) }

    /// Exchanges that did not come to their end, of some kinds.
    public static func transport(_ kinds: TransportError.Kind..., message: String) -> Self {
        Self { error in
            guard let kind = ((error as? LoadError)?.underlyingError as? TransportError)?.kind else { return nil }
            return kinds.contains(kind) ? message : nil
        }
    }

    /// Responses that could not be read as the value, for some reasons.
    public static func parse(_ kinds: ParseFailure.Kind..., message: String) -> Self {
        Self { error in
            guard let kind = (error as? LoadError)?.parseFailure?.kind else { return nil }
            return kinds.contains(kind) ? message : nil
        }
    }

    /// Loads that failed at a stage.
    public static func stage(_ stage: LoadError.Stage, _ message: String) -> Self {
        Self { ($0 as? LoadError)?.stage == stage ? message : nil }
    }

    /// Errors of a type of one's own, like those that ``Resource/failing(with:at:decoder:)`` throws.
    public static func error<Failure: Error>(
        _ type: Failure.Type, _ message: @escaping @Sendable (Failure) -> String?
    ) -> Self {
        Self { ($0 as? Failure ?? ($0 as? LoadError)?.underlyingError as? Failure).flatMap(message) }
    }

    /// Loads that were cancelled: what is said of them is usually nothing.
    public static func cancelled(_ message: String) -> Self {
        Self { $0 is CancellationError ? message : nil }
    }

    /// The server's own words: of an envelope's error, of problem details (RFC 9457), of an error of one's own type
    /// that has a localized description.
    public static let serverMessage = Self { error in
        guard let error = error as? LoadError else { return (error as? any LocalizedError)?.errorDescription }
        return error.problem?.errorDescription ?? (error.underlyingError as? ServiceError)?.errorDescription
    }
}

extension LoadError {
    /// The status that made the load fail; nil when it was something else.
    fileprivate var failedStatus: Response.Status? { stage == .status ? status : nil }
}
