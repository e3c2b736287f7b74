/// What an authorization server answers instead of what was asked for (RFC 6749, sections 4.1.2.1 and 5.2; RFC 8628,
/// section 3.5).
public struct OAuthError: Error, Hashable, Sendable, Decodable, CustomStringConvertible {
    /// What is wrong.
    public struct Code: RawRepresentable, Hashable, Sendable, Decodable, ExpressibleByStringLiteral {
        /// The word as it is sent.
        public let rawValue: String

        /// A word as it is sent.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A word as it is sent.
        public init(stringLiteral value: String) { rawValue = value }

        /// The person said no.
        public static let accessDenied: Code = "access_denied"
        /// The device's person has not answered yet.
        public static let authorizationPending: Code = "authorization_pending"
        /// A device's code is too old.
        public static let expiredToken: Code = "expired_token"
        /// The program is not known, or has not proven who it is.
        public static let invalidClient: Code = "invalid_client"
        /// A code or a refresh token is not good, or no longer: sign in again.
        public static let invalidGrant: Code = "invalid_grant"
        /// A parameter is missing, or there twice.
        public static let invalidRequest: Code = "invalid_request"
        /// A scope is not known, or more than there is.
        public static let invalidScope: Code = "invalid_scope"
        /// The server has failed.
        public static let serverError: Code = "server_error"
        /// A device asks too often.
        public static let slowDown: Code = "slow_down"
        /// The server has too much to do.
        public static let temporarilyUnavailable: Code = "temporarily_unavailable"
        /// The program may not do this.
        public static let unauthorizedClient: Code = "unauthorized_client"
        /// The server does not give out tokens in this way.
        public static let unsupportedGrantType: Code = "unsupported_grant_type"
        /// The server does not answer in this way.
        public static let unsupportedResponseType: Code = "unsupported_response_type"
    }

    /// What is wrong.
    public let code: Code
    /// More about it, for developers; in ASCII.
    public let text: String?
    /// A page about it.
    public let page: String?

    /// An error.
    public init(_ code: Code, text: String? = nil, page: String? = nil) {
        (self.code, self.text, self.page) = (code, text, page)
    }

    private enum CodingKeys: String, CodingKey {
        case code = "error"
        case text = "error_description"
        case page = "error_uri"
    }

    /// The word, and what the server says about it.
    public var description: String {
        "the authorization server says \(code.rawValue)" + (text.map { ": \($0)" } ?? "")
    }
}

/// What a flow ends with before anything is sent.
public enum OAuthFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The server has no URL for this.
    case notOffered(String)
    /// The browser came back with what another sign-in has begun, or somebody has made up.
    case stateDiffers
    /// The browser came back from another server (RFC 9207).
    case issuerDiffers
    /// The browser came back to another address, without a code, or with two.
    case noCode(String)
    /// The device's code has expired before anybody said yes.
    case expired
    /// There is no refresh token: sign in again.
    case notSignedIn

    /// What is wrong.
    public var description: String {
        switch self {
        case .notOffered(let what): "the authorization server has no URL for \(what)"
        case .stateDiffers: "the answer belongs to another sign-in: its state is another one"
        case .issuerDiffers: "the answer comes from another authorization server"
        case .noCode(let reason): "the answer has no code: \(reason)"
        case .expired: "nobody said yes before the code of the device expired"
        case .notSignedIn: "there is no refresh token: nobody is signed in"
        }
    }
}
