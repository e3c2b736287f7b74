/// An error response of an authorization server (RFC 6749, sections 4.1.2.1 and 5.2; RFC 8628, section 3.5).
///
///     do {
///         _ = try await webservice.load(oauth.refreshing(old))
///     } catch let error as OAuthError where error.code == .invalidGrant {
///         showSignIn()
///     }
///
/// In an error that a flow throws, each text is on one line of limited length, and secrets that the server has repeated
/// are replaced.
public struct OAuthError: Error, Hashable, Sendable, Decodable, CustomStringConvertible {
    /// An error code. Servers can define more.
    ///
    ///     extension OAuthError.Code {
    ///         static let consentRequired: OAuthError.Code = "consent_required"
    ///     }
    public struct Code: RawRepresentable, Hashable, Sendable, Decodable, ExpressibleByStringLiteral {
        /// The code as it is sent.
        public let rawValue: String

        /// A code as it is sent.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A code as it is sent.
        public init(stringLiteral value: String) { rawValue = value }

        /// The user or the server denied the request.
        public static let accessDenied: Code = "access_denied"
        /// The user hasn't answered yet, in the device flow.
        public static let authorizationPending: Code = "authorization_pending"
        /// The device code has expired.
        public static let expiredToken: Code = "expired_token"
        /// The client is unknown, or its authentication failed.
        public static let invalidClient: Code = "invalid_client"
        /// The code or the refresh token is invalid or has expired. Sign in again.
        public static let invalidGrant: Code = "invalid_grant"
        /// A parameter is missing, invalid or repeated.
        public static let invalidRequest: Code = "invalid_request"
        /// A scope is unknown, or exceeds what was granted.
        public static let invalidScope: Code = "invalid_scope"
        /// The server failed.
        public static let serverError: Code = "server_error"
        /// A device polls too fast.
        public static let slowDown: Code = "slow_down"
        /// The server is overloaded or under maintenance.
        public static let temporarilyUnavailable: Code = "temporarily_unavailable"
        /// The client isn't allowed to use this flow.
        public static let unauthorizedClient: Code = "unauthorized_client"
        /// The server doesn't support the grant type.
        public static let unsupportedGrantType: Code = "unsupported_grant_type"
        /// The server doesn't support the response type.
        public static let unsupportedResponseType: Code = "unsupported_response_type"
    }

    /// The error code.
    public let code: Code
    /// A description for developers.
    public let text: String?
    /// The address of a page about it, `http` or `https`.
    public let page: String?
    /// The request that was refused, with its secrets replaced; nil if the error came with a redirect. Equal errors can
    /// have different requests.
    public private(set) var request: Request?

    /// An error.
    public init(_ code: Code, text: String? = nil, page: String? = nil) {
        (self.code, self.text, self.page) = (code, text, page)
    }

    /// Returns the error without secrets that the server has repeated, with each text on one line of limited length,
    /// and without the address of a page that isn't on the web.
    func cleaned(by redaction: Redaction) -> OAuthError {
        // A code is compared, so nothing is hidden that only resembles the beginning of a secret.
        let plainCode = String(
            decoding: redaction.redacted(content: Data(code.rawValue.utf8), of: .plainText), as: UTF8.self)
        let isOnWeb = page.flatMap { URL(string: $0) }?.isOnWeb == true
        return OAuthError(
            Code(rawValue: Redaction.standard.line(plainCode, limit: 200)),
            text: text.map { redaction.line($0, limit: 2_000) },
            page: isOnWeb ? page.map { redaction.line($0, limit: 2_000) } : nil)
    }

    private enum CodingKeys: String, CodingKey {
        case code = "error"
        case text = "error_description"
        case page = "error_uri"
    }

    /// The request, the error code and the description, on one line.
    public var description: String {
        let text = "the authorization server reports \(code.rawValue)" + (text.map { ": \($0)" } ?? "")
        return Redaction.standard.line((request.map { "\($0.subject) was refused: " } ?? "") + text, limit: 2_000)
    }

    /// Whether the code and the texts are equal.
    public static func == (left: OAuthError, right: OAuthError) -> Bool {
        (left.code, left.text, left.page) == (right.code, right.text, right.page)
    }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension OAuthError: AuthorizationFailure {
    package var needsSignIn: Bool { code == .invalidGrant }

    package func replacing(_ failure: LoadError) -> any Error {
        var error = self
        error.request = failure.request
        return error
    }
}

/// Why a flow can't continue. It is found on this side; ``OAuthError`` comes from the server.
public enum OAuthFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The server has no endpoint for it.
    case notOffered(String)
    /// The redirect has another state than the request: it belongs to another sign-in, or is forged.
    case stateDiffers
    /// The redirect or the metadata comes from another issuer (RFC 9207; RFC 8414, section 3.3).
    case issuerDiffers(expected: String?, found: String?)
    /// The redirect has no valid code, and why.
    case noCode(String)
    /// The device code expired before the user approved.
    case expired
    /// There is no refresh token. Sign in again.
    case notSignedIn

    /// An issuer that differs; the one that was found is shortened, since anyone can write it.
    static func differing(from expected: String?, _ found: String?) -> OAuthFailure {
        .issuerDiffers(expected: expected, found: found.map { Redaction.standard.line($0, limit: 200) })
    }

    /// A sentence that says why.
    public var description: String {
        switch self {
        case .notOffered(let what): "the authorization server has no endpoint for \(what)"
        case .stateDiffers: "the redirect belongs to another sign-in: its state differs"
        case .issuerDiffers(let expected, let found):
            "the response comes from another issuer: expected \(expected ?? "none"), found \(found ?? "none")"
        case .noCode(let reason): "the redirect has no code: \(reason)"
        case .expired: "the device code expired before the user approved"
        case .notSignedIn: "not signed in (no refresh token)"
        }
    }
}

extension OAuthFailure: AuthorizationFailure {
    package var needsSignIn: Bool { self == .notSignedIn }
    package func replacing(_ failure: LoadError) -> any Error { self }
}
