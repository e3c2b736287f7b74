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

extension Response {
    /// Returns a copy that records with whose credentials its request was sent.
    package func tellingCredentials(of request: Request) -> Response {
        var response = self
        response.cacheStatus = CacheStatus(.server)
        response.sentCredentials = CacheKey.user(of: request) ?? ""
        return response
    }

    /// Whether credentials were added to the request after a cache has seen it, so the user of the response is unknown.
    package func hidesCredentials(of request: Request) -> Bool {
        sentCredentials.map { $0 != CacheKey.user(of: request) ?? "" } ?? false
    }
}
