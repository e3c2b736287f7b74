#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a redirection leads: a pure decision from a request and its response (RFC 9110, section 15.4).
enum Redirect {
    /// The response is none that redirects.
    case none
    /// It redirects, and can't be followed: why.
    case refused(String)
    /// It leads to a request.
    case leads(Request)

    /// Where a response to a request leads.
    ///
    /// 307 and 308 repeat the request; 303 asks with GET (with HEAD after a HEAD); 301 and 302 turn a POST into a GET
    /// and repeat any other. To another origin go no secrets: none of the fields that ``Redaction/standard`` hides.
    /// Refused are a Location that is no URL, or none of `http` and `https`, or has a user in it; two of them; a body
    /// that can't be sent again; and one that was sent securely and would be sent again in clear.
    init(after response: Response, to request: Request) {
        let turnsIntoGet: Bool
        switch response.status {
        case 301, 302: turnsIntoGet = request.method == .post
        case 303: turnsIntoGet = request.method != .get && request.method != .head
        case 307, 308: turnsIntoGet = false
        default:
            self = .none
            return
        }
        let locations = response.headerFields.values(of: .location)
        guard let location = locations.first else {
            self = .none
            return
        }
        self = Self.following(to: locations, location, turnsIntoGet: turnsIntoGet, request)
    }

    private static func following(
        to locations: [String], _ location: String, turnsIntoGet: Bool, _ request: Request
    ) -> Redirect {
        guard locations.allSatisfy({ $0 == location }) else {
            return .refused("the server redirects to two places at once")
        }
        guard let url = resolve(location, against: request.url), let origin = Origin(url),
            !Target(url).hasUserInformation
        else {
            return .refused(
                "the server redirects to something that is no http or https URL, or has a user or a password in it")
        }
        var next = request
        next.url = url
        if turnsIntoGet {
            next.method = .get
            next.body = nil
            next.headerFields.fields.removeAll { $0.name.rawName.lowercased().hasPrefix("content-") }
        }
        guard next.body?.canBeSentAgain != false else {
            return .refused("the server redirects a body that is a stream, which can't be sent again")
        }
        if next.body != nil, origin.scheme == "http", Origin(request.url)?.scheme == "https" {
            return .refused("the server redirects a body from https to http")
        }
        return .leads(next.leaving(request))
    }

    /// The target of a Location field: RFC 3986, section 5, and the fragment of RFC 9110, section 10.2.2.
    private static func resolve(_ location: String, against base: URL) -> URL? {
        guard !location.isEmpty, let url = base.resolving(location) else { return nil }
        var text = URLText(url)
        guard text.fragment == nil, let fragment = URLText(base).fragment else { return url }
        text.fragment = fragment
        return text.url
    }
}

extension Request {
    /// The request, without what belongs to the origin of another request if it goes to a different one: secrets that
    /// it has from there, the host, and whose request it was. It tells where the load has begun.
    func leaving(_ request: Request) -> Request {
        var next = self
        let isElsewhere = Origin(url) != Origin(request.url)
        next.firstURL = request.firstURL ?? (isElsewhere ? request.url : nil)
        guard isElsewhere else { return next }
        let secrets = Redaction.standard.including(secretsOf: request)
        next.headerFields.fields.removeAll { field in
            guard secrets.hides(field.name) || field.name == "Host" else { return false }
            return request.headerFields.fields.contains { $0.name == field.name && $0.value == field.value }
        }
        if hasOptions, next[CacheUser.self] != nil { next[CacheUser.self] = nil }
        next.user = nil
        return next
    }
}
