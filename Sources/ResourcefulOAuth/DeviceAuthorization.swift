public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension OAuth {
    /// The beginning of signing in on something without a browser (RFC 8628): what to show a person.
    ///
    ///     let device = try await webservice.load(oauth.device(scopes: ["play"]))
    ///     print("Open \(device.verificationURL) and type \(device.userCode)")
    ///     let token = try await webservice.load(device.token)
    public func device(scopes: [String] = []) -> Plan<DeviceAuthorization> {
        guard let deviceURL else { return .failure(OAuthFailure.notOffered("devices")) }
        // It is no client's secret that counts here, but some servers want it.
        let resource = Resource<DeviceAnswer>(json: request(deviceURL, Self.scope(scopes))).failing(
            with: OAuthError.self)
        return resource.plan.flatMap { answer in
            Plan<Date>.now.map { now in DeviceAuthorization(oauth: self, answer: answer, begun: now) }
        }
    }
}

/// The answer of RFC 8628, section 3.2.
struct DeviceAnswer: Decodable, Sendable {
    let device_code: String
    let user_code: String
    let verification_uri: URL
    let verification_uri_complete: URL?
    let expires_in: Double
    let interval: Double?
}

/// A sign-in that a person finishes on another machine.
public struct DeviceAuthorization: Hashable, Sendable {
    let oauth: OAuth
    let deviceCode: String
    /// What the person types.
    public let userCode: String
    /// Where.
    public let verificationURL: URL
    /// The same with the code in it, for a picture of it; nil where the server has none.
    public let completeURL: URL?
    /// Until when the code is good.
    public let expiry: Date
    /// How long to wait between one question and the next.
    public let interval: Duration

    init(oauth: OAuth, answer: DeviceAnswer, begun: Date) {
        (self.oauth, deviceCode, userCode) = (oauth, answer.device_code, answer.user_code)
        (verificationURL, completeURL) = (answer.verification_uri, answer.verification_uri_complete)
        expiry = begun.addingTimeInterval(min(max(0, answer.expires_in), 86_400))
        // Five seconds where nothing is said (section 3.5).
        interval = .seconds(min(max(1, answer.interval ?? 5), 600))
    }

    /// The token, as soon as the person has said yes: asks again and again, as slowly as the server wants.
    ///
    /// It fails with ``OAuthFailure/expired`` when the code is no longer good, and with ``OAuthError`` when the person
    /// says no.
    public var token: Plan<Token> { asking(every: interval) }

    private func asking(every interval: Duration) -> Plan<Token> {
        Plan<Date>.now.flatMap { now -> Plan<Token> in
            guard now.addingTimeInterval(interval / .seconds(1)) < expiry else { throw OAuthFailure.expired }
            return Plan<Void>.wait(for: interval).flatMap { asked(every: interval) }
        }
    }

    private func asked(every interval: Duration) -> Plan<Token> {
        let form = [("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", deviceCode)]
        return oauth.token(form).plan.recover { error -> Plan<Token> in
            switch error {
            case let error as OAuthError where error.code == .authorizationPending: asking(every: interval)
            case let error as OAuthError where error.code == .slowDown: asking(every: interval + .seconds(5))
            case let error as OAuthError where error.code == .expiredToken: .failure(OAuthFailure.expired)
            // A connection that fails is no answer (section 3.5): twice as slowly.
            case let error as LoadError where error.stage == .transport: asking(every: interval * 2)
            default: .failure(error)
            }
        }
    }
}

extension DeviceAuthorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What to show a person; the device's own code stays out.
    public var description: String { "open \(verificationURL.absoluteString) and type \(userCode)" }

    /// The description.
    public var debugDescription: String { description }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["device": description]) }
}
