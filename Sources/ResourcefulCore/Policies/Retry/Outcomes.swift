/// Which outcomes of an exchange a policy acts on: statuses, and errors of the transport by their kind.
///
///     let overloaded = Outcomes.status(429, 503).or(.transport(.timedOut))
///
/// Cancellation, and errors of other stages than the transport's, are never among them.
public struct Outcomes: Hashable, Sendable, CustomStringConvertible {
    private var codes: Set<Int> = []
    private var kinds: Set<TransportError.Kind> = []

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
    /// ``TransportError/Kind-swift.enum/other``.
    public static func transport(_ kinds: TransportError.Kind...) -> Outcomes { Outcomes(kinds: Set(kinds)) }

    /// What may pass by itself: the exchanges that failed on their way, and 408, 425, 429, 500, 502, 503 and 504.
    public static let transient = Outcomes(
        codes: [408, 425, 429, 500, 502, 503, 504],
        kinds: [.cannotResolveHost, .cannotConnect, .timedOut, .connectionLost, .malformedResponse, .other])

    /// What says that a server, not the request, is at fault: the exchanges that failed on their way, and 500, 502, 503
    /// and 504.
    public static let serverFailure = transient.except(.status(408, 425, 429))

    /// These outcomes and others.
    public func or(_ others: Outcomes) -> Outcomes {
        Outcomes(codes: codes.union(others.codes), kinds: kinds.union(others.kinds))
    }

    /// These outcomes without others.
    public func except(_ others: Outcomes) -> Outcomes {
        Outcomes(codes: codes.subtracting(others.codes), kinds: kinds.subtracting(others.kinds))
    }

    /// Whether an outcome is one of these.
    public func contains(_ outcome: Result<Response, any Error>) -> Bool {
        switch outcome {
        case .success(let response): codes.contains(response.status.code)
        case .failure(let error): error.transportKind.map(kinds.contains) ?? false
        }
    }

    /// The statuses in their order, then the kinds of errors in that of the alphabet.
    public var description: String {
        let texts = Self.ranges(of: codes.sorted()) + kinds.map { "\($0)" }.sorted()
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
            Excerpt.line(((error as? LoadError)?.underlyingError as? TransportError)?.message ?? "the exchange failed")
        }
    }
}
