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
            .fromAuthorizationServer()
        let secrets = Redaction.standard.hiding(secretsOf: resource.request)
        return resource.plan.flatMap { answer -> Plan<DeviceAuthorization> in
            let userCode = secrets.line(answer.userCode, limit: 200)
            return Plan<Date>.now.map { now in
                DeviceAuthorization(oauth: self, answer: answer, userCode: userCode, begun: now)
            }
        }
    }
}

/// The response of RFC 8628, section 3.2. Google calls the page `verification_url`, and some servers write numbers as
/// strings.
struct DeviceAnswer: Decodable, Sendable {
    let deviceCode: String
    let userCode: String
    let page: URL
    let completePage: URL?
    let expiresIn: Double
    let interval: Double?

    private enum CodingKeys: String, CodingKey {
        case device_code, user_code, verification_uri, verification_url, verification_uri_complete, expires_in, interval
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func number(_ key: CodingKeys) throws -> Double? {
            if let text = try? container.decode(String.self, forKey: key), let number = Double(text) { return number }
            return try container.decodeIfPresent(Double.self, forKey: key)
        }
        deviceCode = try container.decode(String.self, forKey: .device_code)
        userCode = try container.decode(String.self, forKey: .user_code)
        let isGoogle = !container.contains(.verification_uri) && container.contains(.verification_url)
        let key: CodingKeys = isGoogle ? .verification_url : .verification_uri
        page = try container.decode(URL.self, forKey: key)
        guard page.isOnWeb else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "It isn't the address of a page (http or https).")
        }
        let complete = try container.decodeIfPresent(URL.self, forKey: .verification_uri_complete)
        completePage = complete?.isOnWeb == true ? complete : nil
        expiresIn = try number(.expires_in) ?? 600
        interval = try number(.interval)
    }
}

/// A device authorization, which the user finishes on another device.
public struct DeviceAuthorization: Hashable, Sendable {
    let oauth: OAuth
    let deviceCode: String
    /// The code that the user types, on one line of limited length.
    public let userCode: String
    /// The page where the user types it, `http` or `https`.
    public let verificationURL: URL
    /// The same page with the code in its URL, for a QR code; nil if the server doesn't offer it.
    public let completeURL: URL?
    /// When the code expires.
    public let expiry: Date
    /// How long to wait between two polls.
    public let interval: Duration

    init(oauth: OAuth, answer: DeviceAnswer, userCode: String, begun: Date) {
        (self.oauth, deviceCode, self.userCode) = (oauth, answer.deviceCode, userCode)
        (verificationURL, completeURL) = (answer.page, answer.completePage)
        expiry = begun.addingTimeInterval(min(max(0, answer.expiresIn), 86_400))
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
            // Back off when the connection or the server fails (section 3.5).
            case let error as LoadError where error.isPassing:
                polling(every: min(interval * 2, max(interval, .seconds(60))))
            default: .failure(error)
            }
        }
    }
}

extension DeviceAuthorization: HidesSecrets {
    /// What to show the user, without the device code.
    public var description: String { "open \(verificationURL.absoluteString) and type \(userCode)" }
}

extension LoadError {
    /// Whether the next poll can succeed: there was no response, or not the authorization server's own.
    fileprivate var isPassing: Bool {
        stage == .transport || stage == .status && (status == 429 || status?.isServerError == true)
    }
}
