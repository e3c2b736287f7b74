/// Whether a cache outside wants to be told by whose credentials the request was sent in the end.
enum SeenByCache: RequestOption {
    static let defaultValue = false
}

extension Request {
    /// The request, seen by a cache.
    func seenByCache() -> Request {
        var request = self
        request[SeenByCache.self] = true
        return request
    }
}

extension Request {
    /// The same, telling the caches on its way what it wants of them, too, unless it says so itself: a response that
    /// they have, but validated; or none of theirs (RFC 9111, section 5.2.1).
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
    /// The response from the server, saying by whose credentials its request was sent.
    func tellingCredentials(of request: Request) -> Response {
        var response = self
        response.cacheStatus = CacheStatus(.server)
        response.sentCredentials = CacheKey.user(of: request) ?? ""
        return response
    }

    /// Whether the request got credentials after a cache has seen it: nobody could say whom the response is for.
    func hidesCredentials(of request: Request) -> Bool {
        sentCredentials.map { $0 != CacheKey.user(of: request) ?? "" } ?? false
    }
}
