/// The target of a redirect, decided without side effects from a request and its response (RFC 9110, section 15.4).
enum Redirect {
    /// The response doesn't redirect.
    case none
    /// The response redirects but can't be followed, for this reason.
    case refused(String)
    /// The response redirects to this request.
    case leads(Request)

    /// Decides where a response to a request leads.
    ///
    /// 307 and 308 repeat the request; 303 leads to a GET (or to a HEAD after a HEAD); 301 and 302 turn a POST into a
    /// GET and repeat other requests. A request to another origin has no secrets: no fields that ``Redaction/standard``
    /// hides or that the request marks as secret.
    ///
    /// A redirect is refused if its Location isn't an `http` or `https` URL or has a user or a password, if there are
    /// two different ones, if the body can't be sent again, if a body would be sent from `https` to `http`, or if a
    /// body with secrets, such as a password or a refresh token, would be sent to another origin (RFC 9700, section
    /// 4.12).
    init(after response: Response, to request: Request) {
        let locations = response.headerFields.values(of: .location)
        guard [301, 302, 303, 307, 308].contains(response.status), let location = locations.first else {
            self = .none
            return
        }
        let turnsIntoGet = request.method.redirected(by: response.status) != request.method
        self = Self.following(to: locations, location, turnsIntoGet: turnsIntoGet, request)
    }

    /// Fields about the content of a request, beside those whose names begin with `Content-`.
    private static let fieldsOfContent: Set = ["digest", "expect", "last-modified", "repr-digest"]

    private static func following(
        to locations: [String], _ location: String, turnsIntoGet: Bool, _ request: Request
    ) -> Redirect {
        guard locations.allSatisfy({ $0 == location }) else {
            return .refused("the response has two different redirect targets")
        }
        guard !location.isEmpty else { return .refused("the redirect has an empty Location") }
        guard let url = resolve(location, against: request.url) else {
            return .refused("the redirect target isn't a URL")
        }
        let target = Target(url)
        guard target.isHTTP else { return .refused("the redirect target isn't an http or https URL") }
        guard target.hasHost else { return .refused("the redirect target has no host") }
        guard !target.hasUserInformation else { return .refused("the redirect target contains a user or a password") }
        guard let origin = Origin(url) else {
            return .refused("the redirect target can't be used: \(target.hostProblem ?? "it has no origin")")
        }
        var next = request
        next.url = url
        if turnsIntoGet {
            next.method = .get
            next.body = nil
            next.headerFields.fields.removeAll { field in
                let name = field.name.rawName.lowercased()
                return name.hasPrefix("content-") || fieldsOfContent.contains(name)
            }
        }
        guard next.body?.canBeSentAgain != false else {
            return .refused("the redirect would send the body again, which is a stream and can only be sent once")
        }
        if next.body != nil, origin.scheme == "http", Origin(request.url)?.scheme == "https" {
            return .refused("the redirect would send the body from https to http")
        }
        if origin != Origin(request.url), !url.isSecureForm(of: request.url), next.hasSecretBody {
            return .refused("the redirect would send the secrets in the body to another origin")
        }
        return .leads(next.leaving(request))
    }

    /// Resolves a Location field by RFC 3986, section 5, with the fragment of RFC 9110, section 10.2.2.
    private static func resolve(_ location: String, against base: URL) -> URL? {
        guard let url = base.resolving(location)?.normalized else { return nil }
        var text = URLText(url)
        guard text.fragment == nil, let fragment = URLText(base).fragment else { return url }
        text.fragment = fragment
        return text.url
    }
}

extension Request {
    /// Returns whether a response is a redirect that the load follows: its content isn't read, however long it is.
    package func leavesContent(of response: Response) -> Bool {
        guard followsRedirects, response.status.isRedirection, case .leads = Redirect(after: response, to: self)
        else { return false }
        return true
    }

    /// Whether a body in memory has secrets, by their names or looks. Of a part, only the beginning counts.
    fileprivate var hasSecretBody: Bool {
        guard let segments = try? body?.segments() else { return false }
        var content = Data()
        for case .data(let data) in segments {
            content += data.prefix(Self.longestSearchedPart)
        }
        let redaction = Redaction.standard.including(secretsOf: self)
        let bytes = Array(content)
        return redaction.masked(bytes) != bytes
    }

    /// The number of bytes at the beginning of a part that are searched for secrets.
    private static let longestSearchedPart = 65_536

    /// Returns a copy that leaves out what belongs to the origin of another request if it goes to a different one: the
    /// secrets it has from there, the host, and the user. It records the first URL of the load.
    func leaving(_ request: Request) -> Request {
        var next = self
        let isElsewhere = Origin(url) != Origin(request.url)
        next.firstURL = request.firstURL ?? (isElsewhere && !url.isSecureForm(of: request.url) ? request.url : nil)
        if url != request.url { next.removeOptionsOfURL() }
        guard isElsewhere else { return next }
        let secrets = Redaction.standard.including(secretsOf: request)
        next.headerFields.fields.removeAll { field in
            guard secrets.hides(field.name) || field.name == "Host" else { return false }
            return request.headerFields.fields.contains { $0.name == field.name && $0.value == field.value }
        }
        if hasOptions, !next.identity.isUnknown { next[LoadIdentity.self] = next.identity.elsewhere }
        next.user = nil
        return next
    }
}

extension URL {
    /// Whether it is `https`, and another URL is `http` at the same host: a load that begins there isn't cross-site.
    fileprivate func isSecureForm(of other: URL) -> Bool {
        guard let origin = Origin(self), let first = Origin(other) else { return false }
        return origin.scheme == "https" && first.scheme == "http" && origin.serverName == first.serverName
    }
}
