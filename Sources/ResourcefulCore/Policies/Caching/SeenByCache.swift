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
