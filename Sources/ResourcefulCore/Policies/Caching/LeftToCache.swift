/// Whether a cache outside sees every exchange: redirects are not followed inside of it, and it is told by whose
/// credentials the request was sent in the end.
enum LeftToCache: RequestOption {
    static let defaultValue = false
}

extension Request {
    /// The request, its redirects left to the cache that asks.
    func leftToCache() -> Request {
        var request = self
        request[LeftToCache.self] = true
        return request
    }
}

extension Response {
    /// The response, saying by whose credentials its request was sent.
    func tellingCredentials(of request: Request) -> Response {
        var response = self
        response.sentCredentials = CacheKey.user(of: request) ?? ""
        return response
    }

    /// Whether the request got credentials after a cache has seen it: nobody could say whom the response is for.
    func hidesCredentials(of request: Request) -> Bool {
        sentCredentials.map { $0 != CacheKey.user(of: request) ?? "" } ?? false
    }
}
