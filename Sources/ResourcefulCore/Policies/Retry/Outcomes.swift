/// A set of outcomes that a policy acts on: statuses, kinds of transport errors, responses that the resource can't
/// read, and failures that its envelope describes.
///
///     let overloaded = Outcomes.status(429, 503).or(.transport(.timedOut)).or(.serviceError(1001))
///
/// Cancellation and errors at the request stage are never in it.
public struct Outcomes: Hashable, Sendable, CustomStringConvertible {
    private var codes: Set<Int> = []
    private var kinds: Set<TransportError.Kind> = []
    private var serviceCodes: Set<ServiceError.Code> = []
    private var hasAllServiceCodes = false
    private var hasParseFailures = false

    /// The empty set.
    public static let none = Outcomes()

    /// Responses with one of these statuses.
    public static func status(_ statuses: Response.Status...) -> Outcomes {
        Outcomes(codes: Set(statuses.map(\.code)))
    }

    /// Responses with a status in a range, such as `500..<600`.
    public static func status(in codes: Range<Int>) -> Outcomes {
        Outcomes(codes: Set(codes.clamped(to: 100..<1000)))
    }

    /// Exchanges that failed in one of these ways. If a transport throws an error that isn't a ``TransportError``, it
    /// counts as ``TransportError/Kind-swift.struct/other``.
    public static func transport(_ kinds: TransportError.Kind...) -> Outcomes { Outcomes(kinds: Set(kinds)) }

    /// Responses whose envelope describes a failure with one of these codes, or with any code if you give none. Their
    /// status doesn't matter (see ``Resource/inside(_:)``).
    public static func serviceError(_ codes: ServiceError.Code...) -> Outcomes {
        var outcomes = Outcomes()
        outcomes.serviceCodes = Set(codes)
        outcomes.hasAllServiceCodes = codes.isEmpty
        return outcomes
    }

    /// Successful responses that the resource can't read, such as the page of a captive portal or half a document.
    public static let parseFailure: Outcomes = {
        var outcomes = Outcomes()
        outcomes.hasParseFailures = true
        return outcomes
    }()

    /// Failures that may pass by themselves: the transport errors `cannotResolveHost`, `cannotConnect`, `timedOut`,
    /// `connectionLost`, `malformedResponse` and `other`, and 408, 425, 429, 500, 502, 503 and 504.
    public static let transient = Outcomes(
        codes: [408, 425, 429, 500, 502, 503, 504],
        kinds: [.cannotResolveHost, .cannotConnect, .timedOut, .connectionLost, .malformedResponse, .other])

    /// Failures of the server rather than the request: the transport errors of ``transient``, and 500, 502, 503 and
    /// 504.
    public static let serverFailure = transient.except(.status(408, 425, 429))

    /// Returns the union with other outcomes.
    public func or(_ others: Outcomes) -> Outcomes {
        var outcomes = self
        outcomes.codes.formUnion(others.codes)
        outcomes.kinds.formUnion(others.kinds)
        outcomes.serviceCodes.formUnion(others.serviceCodes)
        outcomes.hasAllServiceCodes = hasAllServiceCodes || others.hasAllServiceCodes
        outcomes.hasParseFailures = hasParseFailures || others.hasParseFailures
        return outcomes
    }

    /// Returns these outcomes without others.
    public func except(_ others: Outcomes) -> Outcomes {
        var outcomes = self
        outcomes.codes.subtract(others.codes)
        outcomes.kinds.subtract(others.kinds)
        outcomes.serviceCodes.subtract(others.serviceCodes)
        if others.hasAllServiceCodes { (outcomes.serviceCodes, outcomes.hasAllServiceCodes) = ([], false) }
        if others.hasParseFailures { outcomes.hasParseFailures = false }
        return outcomes
    }

    /// Whether an outcome is in the set, as far as that can be decided without reading the response.
    public func contains(_ outcome: Result<Response, any Error>) -> Bool {
        switch outcome {
        case .success(let response): codes.contains(response.status.code)
        case .failure(let error): error.transportKind.map(kinds.contains) ?? false
        }
    }

    /// Whether the resource must read a response to decide.
    var needsVerdict: Bool { hasAllServiceCodes || hasParseFailures || !serviceCodes.isEmpty }

    /// Matches an outcome of a request, also by what its resource makes of the response. If the response has to be read
    /// for this, the outcome keeps the value.
    ///
    /// - Returns: The reason why the outcome is in the set, without secrets; nil if it isn't.
    public func match(_ outcome: inout Result<Response, any Error>, of request: Request) -> String? {
        if contains(outcome) { return outcome.summary }
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

    /// The statuses in ascending order, then the kinds of errors in alphabetical order.
    public var description: String {
        var texts = Self.ranges(of: codes.sorted()) + kinds.map { "\($0)" }.sorted()
        if hasAllServiceCodes {
            texts.append("every service error")
        } else {
            texts += serviceCodes.map { "service error \($0)" }.sorted()
        }
        if hasParseFailures { texts.append("unreadable responses") }
        return texts.isEmpty ? "nothing" : texts.joined(separator: ", ")
    }

    /// Returns the codes as text, three or more consecutive ones as a range.
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
    /// The kind of the transport error, `timedOut` for a deadline that has passed; nil for cancellation and for errors
    /// at other stages.
    var transportKind: TransportError.Kind? {
        if self is DeadlineExceeded { return .timedOut }
        guard let error = self as? LoadError, error.stage == .transport else { return nil }
        return (error.underlyingError as? TransportError)?.kind ?? .other
    }
}

extension Result<Response, any Error> {
    /// The status or the error, on one line and without secrets.
    package var summary: String {
        switch self {
        case .success(let response): "\(response.status)"
        case .failure(let error): error.summary
        }
    }
}

extension Error {
    /// The status or the library's own error if that was the failure, on one line and without secrets.
    var summary: String {
        if let error = self as? DeadlineExceeded { return "\(error)" }
        guard let error = self as? LoadError else { return "the exchange failed" }
        if error.stage == .status, let status = error.response?.status { return "\(status)" }
        let cause = error.underlyingError.flatMap { cause -> String? in
            cause is TransportError || cause is ParseFailure || cause is RequestError ? "\(cause)" : nil
        }
        return Redaction.standard.line(cause ?? "the exchange failed", limit: 2_000)
    }
}
