public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension OAuth {
    /// A program whose server says itself where everything is: by RFC 8414, and where that is not there by OpenID
    /// Connect Discovery.
    ///
    ///     let oauth = try await webservice.load(OAuth.discovered(at: issuer, clientID: "app"))
    ///
    /// What the server says has to be about the issuer that was asked for, letter by letter (RFC 8414, section 3.3), and
    /// at URLs that are as secure.
    ///
    /// - Parameters:
    ///   - issuer: Who is asked, `https://id.example.org/tenant`.
    ///   - clientID: The name of the program at the server.
    ///   - clientSecret: What a server program proves itself by.
    public static func discovered(
        at issuer: URL, clientID: String, clientSecret: String? = nil
    ) -> Plan<OAuth> {
        let places = wellKnown(of: issuer)
        guard let first = places.first else { return .failure(OAuthFailure.notOffered("discovery")) }
        return places.dropFirst().reduce(metadata(first, issuer)) { plan, place in
            plan.recover { error -> Plan<Metadata> in
                guard let error = error as? LoadError, error.stage == .status, error.response?.status == 404 else {
                    return .failure(error)
                }
                return metadata(place, issuer)
            }
        }.map { $0.oauth(clientID: clientID, clientSecret: clientSecret) }
    }

    /// Where the metadata of an issuer may be: RFC 8414, section 3.1; OpenID Connect Discovery 1.0, section 4.
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
        Resource<Metadata>(json: Request(url: url)).inside(nil).unauthenticated().plan.map { metadata in
            guard metadata.issuer == issuer.absoluteString, metadata.isAsSecure(as: issuer) else {
                throw OAuthFailure.issuerDiffers
            }
            return metadata
        }
    }
}

/// What a server says about itself (RFC 8414, section 2).
struct Metadata: Decodable, Sendable {
    let issuer: String
    let token_endpoint: URL
    let authorization_endpoint: URL?
    let device_authorization_endpoint: URL?
    let revocation_endpoint: URL?
    let introspection_endpoint: URL?
    let authorization_response_iss_parameter_supported: Bool?
    let token_endpoint_auth_methods_supported: [String]?

    /// Whether no URL is less secure than the issuer's.
    func isAsSecure(as issuer: URL) -> Bool {
        guard issuer.scheme?.lowercased() == "https" else { return true }
        let urls = [
            token_endpoint, authorization_endpoint, device_authorization_endpoint, revocation_endpoint,
            introspection_endpoint,
        ]
        return urls.allSatisfy { $0.map { $0.scheme?.lowercased() == "https" } ?? true }
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
