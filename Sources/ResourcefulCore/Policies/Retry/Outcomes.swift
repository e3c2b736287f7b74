/// Which outcomes of an exchange a policy acts on: statuses, errors of the transport by their kind, and what the
/// resource can't read or its envelope says.
///
///     let overloaded = Outcomes.status(429, 503).or(.transport(.timedOut)).or(.serviceError(1001))
///
/// Cancellation is never among them, nor is an error of the request stage.
public struct Outcomes: Hashable, Sendable, CustomStringConvertible {
    private var codes: Set<Int> = []
    private var kinds: Set<TransportError.Kind> = []
    private var serviceCodes: Set<ServiceError.Code> = []
    private var hasAllServiceCodes = false
    private var hasParseFailures = false

    /// No outcome at all.
    public static let none = Outcomes()

    /// The responses with one of these statuses.
    public static func status(_ statuses: Response.Status...) -> Outcomes {
        Outcomes(codes: Set(statuses.map(\.code)))
    }

    /// The responses with a status in a range, such as `500..<600`.
    public static func status(in codes: Range<Int>) -> Outcomes {
        Outcomes(codes: Set(codes.clamped(to: 100..<1000)))
    }

    /// The exchanges that failed in one of these ways. What a transport throws that is no ``TransportError`` counts as
    /// ``TransportError/Kind-swift.struct/other``.
    public static func transport(_ kinds: TransportError.Kind...) -> Outcomes { Outcomes(kinds: Set(kinds)) }

    /// The responses whose envelope tells of a failure with one of these codes, or with any where none is given,
    /// whatever their status (see ``Resource/inside(_:)``).
    public static func serviceError(_ codes: ServiceError.Code...) -> Outcomes {
        var outcomes = Outcomes()
        outcomes.serviceCodes = Set(codes)
        outcomes.hasAllServiceCodes = codes.isEmpty
        return outcomes
    }

    /// The responses that count as success and that the resource can't read: the page of a captive portal, half a
    /// document.
    public static let parseFailure: Outcomes = {
        var outcomes = Outcomes()
        outcomes.hasParseFailures = true
        return outcomes
    }()

    /// What may pass by itself: the exchanges that failed on their way, and 408, 425, 429, 500, 502, 503 and 504.
    public static let transient = Outcomes(
        codes: [408, 425, 429, 500, 502, 503, 504],
        kinds: [.cannotResolveHost, .cannotConnect, .timedOut, .connectionLost, .malformedResponse, .other])

    /// What says that a server, not the request, is at fault: the exchanges that failed on their way, and 500, 502, 503
    /// and 504.
    public static let serverFailure = transient.except(.status(408, 425, 429))

    /// These outcomes and others.
    public func or(_ others: Outcomes) -> Outcomes {
        var outcomes = self
        outcomes.codes.formUnion(others.codes)
        outcomes.kinds.formUnion(others.kinds)
        outcomes.serviceCodes.formUnion(others.serviceCodes)
        outcomes.hasAllServiceCodes = hasAllServiceCodes || others.hasAllServiceCodes
        outcomes.hasParseFailures = hasParseFailures || others.hasParseFailures
        return outcomes
    }

    /// These outcomes without others.
    public func except(_ others: Outcomes) -> Outcomes {
        var outcomes = self
        outcomes.codes.subtract(others.codes)
        outcomes.kinds.subtract(others.kinds)
        outcomes.serviceCodes.subtract(others.serviceCodes)
        if others.hasAllServiceCodes { (outcomes.serviceCodes, outcomes.hasAllServiceCodes) = ([], false) }
        if others.hasParseFailures { outcomes.hasParseFailures = false }
        return outcomes
    }

    /// Whether an outcome is one of these, as far as it can be told without reading the response.
    public func contains(_ outcome: Result<Response, any Error>) -> Bool {
        switch outcome {
        case .success(let response): codes.contains(response.status.code)
        case .failure(let error): error.transportKind.map(kinds.contains) ?? false
        }
    }

    /// Whether the resource has to be asked what it makes of a response.
    var needsVerdict: Bool { hasAllServiceCodes || hasParseFailures || !serviceCodes.isEmpty }

    /// Whether an outcome of a request is one of these: nil when it is not, or why it is. A response that was read for
    /// that is handed on with its value.
    func match(_ outcome: inout Result<Response, any Error>, of request: Request) -> String? {
        if contains(outcome) { return outcome.story }
        guard needsVerdict, case .success(let response) = outcome else { return nil }
        let verdict = request.verdict(on: response)
        outcome = .success(verdict.response)
        guard let error = verdict.error else { return nil }
        if let service = verdict.serviceError {
            let isMatch = hasAllServiceCodes || serviceCodes.contains(service.code)
            return isMatch
                ? "\(response.status) with the service's code \(Redaction.standard.line(service.code.text))" : nil
        }
        let isUnreadable = hasParseFailures && (error as? LoadError)?.stage == .parse
        return isUnreadable ? "\(response.status), which can't be read" : nil
    }

    /// The statuses in their order, then the kinds of errors in that of the alphabet.
    public var description: String {
        var texts = Self.ranges(of: codes.sorted()) + kinds.map { "\($0)" }.sorted()
        if hasAllServiceCodes {
            texts.append("every service error")
        } else {
            texts += serviceCodes.map { "service error \($0)" }.sorted()
        }
        if hasParseFailures { texts.append("what can't be read") }
        return texts.isEmpty ? "nothing" : texts.joined(separator: ", ")
    }

    /// Three and more in a row as a range.
    private static func ranges(of codes: [Int]) -> [String] {
        var ranges: [ClosedRange<Int>] = []
        for code in codes {
            if let last = ranges.last, last.upperBound + 1 == code {
                ranges[ranges.count - 1] = last.lowerBound...code
            } else {
                ranges.append(code...code)
            }
        }
        return ranges.flatMap { $0.count < 3 ? $0.map { "\($0)" } : ["\($0.lowerBound)–\($0.upperBound)"] }
    }
}

extension Error {
    /// How the transport failed; nil for cancellation and for the errors of other stages.
    var transportKind: TransportError.Kind? {
        guard let error = self as? LoadError, error.stage == .transport else { return nil }
        return (error.underlyingError as? TransportError)?.kind ?? .other
    }
}

extension Result<Response, any Error> {
    /// What happened, on one line and without secrets: the status, or the transport's words.
    var story: String {
        switch self {
        case .success(let response): "\(response.status)"
        case .failure(let error):
            Redaction.standard.line(
                ((error as? LoadError)?.underlyingError as? TransportError)?.message ?? "the exchange failed")
        }
    }
}
