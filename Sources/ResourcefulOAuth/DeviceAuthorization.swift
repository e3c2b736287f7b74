public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension OAuth {
    /// Begins the device flow, for a device without a browser (RFC 8628).
    ///
    ///     let device = try await webservice.load(oauth.device(scopes: ["play"]))
    ///     print("Open \(device.verificationURL) and type \(device.userCode)")
    ///     let token = try await webservice.load(device.token)
    ///
    /// - Parameter scopes: The scopes to ask for.
    /// - Returns: A plan that fails with ``OAuthFailure/notOffered(_:)`` if there is no device endpoint, and with
    ///   ``OAuthError`` if the server reports an error.
    public func device(scopes: [String] = []) -> Plan<DeviceAuthorization> {
        guard let deviceURL else { return .failure(OAuthFailure.notOffered("device authorization")) }
        let resource = Resource<DeviceAnswer>(json: request(deviceURL, Self.scope(scopes)))
            .inside(nil).failing(with: OAuthError.self)
        return resource.plan.flatMap { answer in
            Plan<Date>.now.map { now in DeviceAuthorization(oauth: self, answer: answer, begun: now) }
        }
    }
}

/// The response of RFC 8628, section 3.2.
struct DeviceAnswer: Decodable, Sendable {
    let device_code: String
    let user_code: String
    let verification_uri: URL
    let verification_uri_complete: URL?
    let expires_in: Double
    let interval: Double?
}

/// A device authorization, which the user finishes on another device.
public struct DeviceAuthorization: Hashable, Sendable {
    let oauth: OAuth
    let deviceCode: String
    /// The code that the user types.
    public let userCode: String
    /// The page where the user types it.
    public let verificationURL: URL
    /// The same page with the code in its URL, for a QR code; nil if the server doesn't offer it.
    public let completeURL: URL?
    /// When the code expires.
    public let expiry: Date
    /// How long to wait between two polls.
    public let interval: Duration

    init(oauth: OAuth, answer: DeviceAnswer, begun: Date) {
        (self.oauth, deviceCode, userCode) = (oauth, answer.device_code, answer.user_code)
        (verificationURL, completeURL) = (answer.verification_uri, answer.verification_uri_complete)
        expiry = begun.addingTimeInterval(min(max(0, answer.expires_in), 86_400))
        // Five seconds by default (section 3.2).
        interval = .seconds(min(max(1, answer.interval ?? 5), 600))
    }

    /// Polls until the user has approved, no faster than the server allows (section 3.5), and returns the token.
    ///
    /// It fails with ``OAuthFailure/expired`` when the code expires, and with ``OAuthError`` when the user denies.
    public var token: Plan<Token> { polling(every: interval) }

    private func polling(every interval: Duration) -> Plan<Token> {
        Plan<Date>.now.flatMap { now -> Plan<Token> in
            guard now.addingTimeInterval(interval / .seconds(1)) < expiry else { throw OAuthFailure.expired }
            return Plan<Void>.wait(for: interval).flatMap { poll(every: interval) }
        }
    }

    private func poll(every interval: Duration) -> Plan<Token> {
        let form = [("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", deviceCode)]
        return oauth.token(form).plan.recover { error -> Plan<Token> in
            switch error {
            case let error as OAuthError where error.code == .authorizationPending: polling(every: interval)
            case let error as OAuthError where error.code == .slowDown: polling(every: interval + .seconds(5))
            case let error as OAuthError where error.code == .expiredToken: .failure(OAuthFailure.expired)
            // Back off when the connection fails (section 3.5).
            case let error as LoadError where error.stage == .transport:
                polling(every: min(interval * 2, max(interval, .seconds(60))))
            default: .failure(error)
            }
        }
    }
}

extension DeviceAuthorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What to show the user, without the device code.
    public var description: String { "open \(verificationURL.absoluteString) and type \(userCode)" }

    /// The description.
    public var debugDescription: String { description }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["device": description]) }
}
