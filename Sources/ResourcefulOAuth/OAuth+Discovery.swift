extension OAuth {
    /// Reads the endpoints from the server's metadata (RFC 8414), or from its OpenID Connect configuration.
    ///
    ///     let oauth = try await webservice.load(OAuth.discovered(at: issuer, clientID: "app"))
    ///
    /// The metadata must name exactly the issuer that you pass, including a slash at its end (RFC 8414, section 3.3),
    /// and if the issuer is `https`, all endpoints must be. An endpoint has a host, and no user information.
    ///
    /// - Parameters:
    ///   - issuer: The issuer identifier, such as `https://id.example.org/tenant`.
    ///   - clientID: The client identifier.
    ///   - clientSecret: The client secret of a confidential client.
    /// - Returns: A plan that fails with ``OAuthFailure/issuerDiffers(expected:found:)`` if the metadata is of another
    ///   issuer.
    public static func discovered(
        at issuer: URL, clientID: String, clientSecret: String? = nil
    ) -> Plan<OAuth> {
        let places = wellKnown(of: issuer)
        guard let first = places.first else { return .failure(OAuthFailure.notOffered("discovery")) }
        return places.dropFirst().reduce(metadata(first, issuer)) { plan, place in
            plan.recover { error -> Plan<Metadata> in
                (error as? LoadError)?.isMissingMetadata == true ? metadata(place, issuer) : .failure(error)
            }
        }.map { $0.oauth(clientID: clientID, clientSecret: clientSecret) }
    }

    /// Where an issuer can have its metadata: RFC 8414, section 3.1; OpenID Connect Discovery 1.0, section 4.
    static func wellKnown(of issuer: URL) -> [URL] {
        var (text, path) = (URLText(issuer), URLText(issuer).path)
        if path.hasSuffix("/") { path = path.dropLast() }
        return ["/.well-known/oauth-authorization-server\(path)", "\(path)/.well-known/openid-configuration"].compactMap
        {
            text.path = Substring($0)
            return text.url
        }
    }

    private static func metadata(_ url: URL, _ issuer: URL) -> Plan<Metadata> {
        // A redirect must not lead to what an attacker on the network can write (RFC 8414, section 6.1).
        let isSecure = issuer.scheme?.lowercased() == "https"
        let request = Request(url: url).unauthenticated().redirects(
            .deciding { !isSecure || $0.next.url.scheme?.lowercased() == "https" ? $0.next : nil })
        return Resource<Metadata>(json: request).inside(nil).plan.map { metadata in
            guard metadata.issuer.utf8.elementsEqual(issuer.absoluteString.utf8) else {
                throw OAuthFailure.differing(from: issuer.absoluteString, metadata.issuer)
            }
            let scheme = issuer.scheme?.lowercased() ?? ""
            guard metadata.isOnWeb(by: scheme) else { throw OAuthFailure.notOffered(scheme) }
            return metadata
        }
    }
}

/// The metadata of a server (RFC 8414, section 2).
struct Metadata: Decodable, Sendable {
    let issuer: String
    let token_endpoint: URL
    let authorization_endpoint: URL?
    let device_authorization_endpoint: URL?
    let revocation_endpoint: URL?
    let introspection_endpoint: URL?
    let authorization_response_iss_parameter_supported: Bool?
    let token_endpoint_auth_methods_supported: [String]?

    /// Whether all endpoints are addresses on the web, `https` if that is the scheme of the issuer.
    func isOnWeb(by scheme: String) -> Bool {
        let urls = [
            token_endpoint, authorization_endpoint, device_authorization_endpoint, revocation_endpoint,
            introspection_endpoint,
        ]
        return urls.compactMap { $0 }.allSatisfy { url in
            url.isOnWeb && (scheme != "https" || url.scheme?.lowercased() == scheme)
        }
    }

    func oauth(clientID: String, clientSecret: String?) -> OAuth {
        let methods = token_endpoint_auth_methods_supported ?? ["client_secret_basic"]
        let isForm = !methods.contains("client_secret_basic") && methods.contains("client_secret_post")
        return OAuth(
            token: token_endpoint, authorization: authorization_endpoint, device: device_authorization_endpoint,
            revocation: revocation_endpoint, introspection: introspection_endpoint, issuer: issuer,
            namesIssuer: authorization_response_iss_parameter_supported ?? false, clientID: clientID,
            clientSecret: clientSecret, clientAuthentication: isForm ? .form : .basic)
    }
}

extension URL {
    /// Whether it is the address of a page or an endpoint, which a server may name: `http` or `https`, with a host and
    /// no user information (which looks like a host), of limited length.
    var isOnWeb: Bool {
        absoluteString.utf8.count <= 2_000 && Origin(self) != nil && URLText(self).authority?.contains("@") == false
    }
}

extension LoadError {
    /// Whether the server has no metadata at a place: it refuses the request, or has a page there for people.
    fileprivate var isMissingMetadata: Bool {
        stage == .parse || stage == .status && response?.status.isClientError == true
    }
}
