extension OAuth {
    /// A request that posts a form and authenticates the client. Policies add no credentials to it, and it follows no
    /// redirect, because its form is secret.
    func request(_ url: URL, _ form: [(String, String)]) -> Request {
        var form = form
        var request = Request(url: url, method: .post)
        request.headerFields["Accept"] = "application/json"
        if let clientSecret, clientAuthentication == .basic {
            // Both are form-encoded first (RFC 6749, section 2.3.1).
            let pair = "\(FormEncoding.encoded(clientID)):\(FormEncoding.encoded(clientSecret))"
            request.headerFields["Authorization"] = "Basic \(Data(pair.utf8).base64EncodedString())"
        } else if let clientSecret {
            form.append(("client_secret", clientSecret))
        }
        // Some servers require it with any authentication, and all accept it (section 3.2.1).
        form.append(("client_id", clientID))
        request.body = .form(form)
        return request.unauthenticated().redirects(.none)
    }

    /// Requests a token.
    func token(_ form: [(String, String)]) -> Resource<Token> {
        let request = request(tokenURL, form)
        var token = Resource<Token>(url: tokenURL, parseJSON: Token.oauth)
        token.request = request
        return token.fromAuthorizationServer()
    }
}

extension Resource {
    /// Reads the response of an authorization server: outside of envelopes, with its typed errors.
    func fromAuthorizationServer(_ validation: Validation = .standard) -> Resource {
        let secrets = Redaction.standard.hiding(secretsOf: request)
        return inside(nil).validating(validation.and(.hasNoOAuthError)).failing { response in
            // A server that has failed refuses nothing, whatever it writes.
            guard !(500..<600).contains(response.status.code) else { return nil }
            return try response.json().decode(OAuthError.self).cleaned(by: secrets)
        }
    }
}

extension Validation {
    /// Whether a response isn't an error that was sent with a status of success, as GitHub does.
    fileprivate static let hasNoOAuthError = Validation { response in
        guard let json = try? JSON(parsing: response.body), json["error"].exists else { return true }
        return (try? json["error"].string) == nil
    }
}
