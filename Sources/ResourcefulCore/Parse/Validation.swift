/// A pure check of a response before the parse function of a resource runs.
///
/// Combine checks with ``and(_:)`` and ``or(_:)``:
///
///     let photo = Resource<Data>(url: api)
///         .validating(.successfulStatus.and(.mediaType("image/*")))
public struct Validation: Sendable {
    /// The result of a check.
    package enum Verdict {
        case accepted
        case refused
        case refusedContent(expected: String, found: String)

        var isAccepted: Bool { if case .accepted = self { true } else { false } }
    }

    private let check: @Sendable (Response, Request?) -> Verdict

    package init(check: @escaping @Sendable (Response, Request?) -> Verdict) {
        self.check = check
    }

    /// Creates a check that accepts the responses for which the predicate returns true. Others fail the load at the
    /// status stage.
    public init(_ accepts: @escaping @Sendable (Response) -> Bool) {
        self.init { response, _ in accepts(response) ? .accepted : .refused }
    }

    /// Returns whether a response passes. Pass the request for checks that depend on it.
    public func callAsFunction(_ response: Response, to request: Request? = nil) -> Bool {
        verdict(on: response, to: request).isAccepted
    }

    func verdict(on response: Response, to request: Request?) -> Verdict { check(response, request) }

    /// The default: a 2xx status, and one of the media types that the request asked for.
    public static let standard = successfulStatus.and(accepted)

    /// Any 2xx status (RFC 9110, section 15.3).
    public static let successfulStatus = Validation { $0.status.isSuccessful }

    /// A media type that the Accept field of the request names, if there is one.
    ///
    /// A response without a media type or without a body passes; so does any kind of JSON if the request asks for one,
    /// such as `application/json` for `application/vnd.github+json`. Others fail the load at the parse stage.
    public static let accepted = Validation { response, request in
        guard let ranges = request?.headerFields.accept.filter({ $0.quality > 0 }), !ranges.isEmpty else {
            return .accepted
        }
        return content(of: response, among: ranges)
    }

    /// Accepts the given media types or ranges of them, such as `image/*`.
    ///
    /// A response without a media type or without a body passes; so does any kind of JSON if one of the types is JSON.
    /// Others fail the load at the parse stage.
    public static func mediaType(_ ranges: MediaType...) -> Validation {
        Validation { response, _ in content(of: response, among: ranges) }
    }

    /// Every response, whatever its status: the parse function decides.
    public static let any = Validation { _ in true }

    /// Accepts only the given statuses.
    public static func status(_ statuses: Response.Status...) -> Validation {
        Validation { statuses.contains($0.status) }
    }

    /// Accepts statuses from a range of codes, such as `200..<400`.
    public static func status(in codes: Range<Int>) -> Validation {
        Validation { codes.contains($0.status.code) }
    }

    /// Returns a check that accepts the responses that pass both checks.
    public func and(_ other: Validation) -> Validation {
        Validation { response, request in
            let verdict = check(response, request)
            return verdict.isAccepted ? other.check(response, request) : verdict
        }
    }

    /// Returns a check that accepts the responses that pass one of the checks.
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
