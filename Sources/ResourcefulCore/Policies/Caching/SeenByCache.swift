/// Whether a cache further outside needs to know with whose credentials the request was finally sent.
package enum SeenByCache: RequestOption {
    package static let defaultValue = false
}

extension Request {
    /// Returns a copy that is marked as seen by a cache.
    func seenByCache() -> Request {
        var request = self
        request[SeenByCache.self] = true
        return request
    }
}

extension Request {
    /// Returns a copy that also asks the caches on its way for a validated response, or for one that isn't theirs,
    /// depending on the mode (RFC 9111, section 5.2.1). A `Cache-Control` field of the request isn't replaced.
    func tellingCaches(_ mode: Caching.Mode) -> Request {
        let wish: String? =
            switch mode {
            case .refresh: "no-cache"
            case .validate: "max-age=0"
            default: nil
            }
        guard let wish, !headerFields.contains(.cacheControl) else { return self }
        var request = self
        request.headerFields[.cacheControl] = wish
        return request
    }
}

/// With whose credentials a request was sent.
final class SentCredentials: RequestNote {
    let digest: String?
    let names: [LoadIdentity.Name]
    /// The fields that no policy has added for a user it names.
    let fieldNames: Set<HeaderFields.Name>

    init(_ request: Request) {
        let identity = request.identity
        (digest, names) = (CacheKey.user(of: request), identity.names)
        let fields = digest == nil ? [] : identity.tellingFields(of: request)
        fieldNames = fields.filter { !identity.own($0, in: request).isEmpty }
    }
}

extension Request {
    /// Returns a copy for the user whom policies inside a cache named as they sent it; nil if the request was sent with
    /// other credentials, too.
    func identified(by response: Response) -> Request? {
        guard user is IdentifiedUser, let sent = response.sentCredentials as? SentCredentials else { return nil }
        var request = self
        request[LoadIdentity.self].add(sent.names)
        return response.hidesCredentials(of: request) ? nil : request
    }
}

extension Response {
    /// Returns a copy that records with whose credentials its request was sent, and that it is from the server.
    package func tellingCredentials(of request: Request) -> Response {
        var response = self
        response.cacheStatus = CacheStatus(.server)
        return response.tellingUser(of: request)
    }

    /// Returns a copy for a cache further outside that records for whom it is, unless it does already.
    func tellingUser(of request: Request) -> Response {
        guard sentCredentials == nil else { return self }
        var response = self
        response.sentCredentials = SentCredentials(request)
        return response
    }

    /// Whether credentials were added to the request after a cache has seen it.
    package func hidesCredentials(of request: Request) -> Bool {
        (sentCredentials as? SentCredentials).map { $0.digest != CacheKey.user(of: request) } ?? false
    }

    /// Returns the names of what was added, in a few words.
    func credentials(addedTo request: Request) -> String {
        let sent = (sentCredentials as? SentCredentials)?.fieldNames ?? []
        let names = sent.filter { !request.headerFields.contains($0) }
        return (["credentials"] + names.map(\.rawName).sorted()).joined(separator: ", ")
    }
}
