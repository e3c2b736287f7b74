/// Which responses are worth parsing: a pure check that runs before the parse function of a resource.
///
/// Checks are combined with ``and(_:)`` and ``or(_:)``:
///
///     photo.validating(.successfulStatus.and(.mediaType("image/*")))
public struct Validation: Sendable {
    /// What a check says of a response.
    enum Verdict {
        case accepted
        case refused
        case refusedContent(expected: String, found: String)

        var isAccepted: Bool { if case .accepted = self { true } else { false } }
    }

    private let check: @Sendable (Response, Request?) -> Verdict

    init(check: @escaping @Sendable (Response, Request?) -> Verdict) {
        self.check = check
    }

    /// The responses for which the predicate holds; others fail the load at the status stage.
    public init(_ accepts: @escaping @Sendable (Response) -> Bool) {
        self.init { response, _ in accepts(response) ? .accepted : .refused }
    }

    /// Whether a response passes. Of a check that looks at the request, too, say what the request was.
    public func callAsFunction(_ response: Response, to request: Request? = nil) -> Bool {
        verdict(on: response, to: request).isAccepted
    }

    func verdict(on response: Response, to request: Request?) -> Verdict { check(response, request) }

    /// What holds unless a resource says otherwise: a 2xx status, and one of the media types that were asked for.
    public static let standard = successfulStatus.and(accepted)

    /// Any 2xx status (RFC 9110, section 15.3).
    public static let successfulStatus = Validation { $0.status.isSuccessful }

    /// A media type that the Accept field of the request names, when it has one.
    ///
    /// A response that does not say what it is, or has no body, passes; so does any kind of JSON where one was
    /// asked for, as `application/json` where that was `application/vnd.github+json`. Others fail the load at the parse
    /// stage.
    public static let accepted = Validation { response, request in
        guard let ranges = request?.headerFields.accept.filter({ $0.quality > 0 }), !ranges.isEmpty else {
            return .accepted
        }
        return content(of: response, among: ranges)
    }

    /// One of the media types, or ranges of them like `image/*`.
    ///
    /// A response that does not say what it is, or has no body, passes. Others fail the load at the parse stage.
    public static func mediaType(_ ranges: MediaType...) -> Validation {
        Validation { response, _ in content(of: response, among: ranges) }
    }

    /// Every response, whatever its status: the parse function decides.
    public static let any = Validation { _ in true }

    /// The given statuses alone.
    public static func status(_ statuses: Response.Status...) -> Validation {
        Validation { statuses.contains($0.status) }
    }

    /// Statuses from a range of codes, `200..<400` for instance.
    public static func status(in codes: Range<Int>) -> Validation {
        Validation { codes.contains($0.status.code) }
    }

    /// Responses that pass both.
    public func and(_ other: Validation) -> Validation {
        Validation { response, request in
            let verdict = check(response, request)
            return verdict.isAccepted ? other.check(response, request) : verdict
        }
    }

    /// Responses that pass one of them.
    public func or(_ other: Validation) -> Validation {
        Validation { response, request in
            let verdict = check(response, request)
            return verdict.isAccepted || !other.check(response, request).isAccepted ? verdict : .accepted
        }
    }

    private static func content(of response: Response, among ranges: [MediaType]) -> Verdict {
        guard !response.body.isEmpty || response.leftBody != nil, let mediaType = response.headerFields.contentType
        else { return .accepted }
        let isAccepted = ranges.contains {
            $0.matches(mediaType) || ($0.isJSON && mediaType.isJSON)
        }
        guard !isAccepted else { return .accepted }
        let wanted = ranges.map(\.essence).joined(separator: " or ")
        return .refusedContent(expected: "a body of the media type \(wanted)", found: mediaType.essence)
    }
}
