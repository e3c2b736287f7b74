import Resourceful

extension Policy {
    /// A bug, planted for `--buggy`: it renews a token that was refused and sends the request again, but without its
    /// idempotency key. No failure does harm alone.
    static func forgetfulBearer(token: Token, at tokenURL: URL) -> Policy {
        Policy(named: "forgetful bearer") { request, next in
            next(request.bearing(token)).flatMap { response -> Plan<Response> in
                guard response.status == 401 else { return .value(response) }
                let renewal = Resource(url: tokenURL, method: .post, parseJSON: Token.oauth)
                return next(renewal.request).flatMap { answer in
                    var again = request.bearing(try renewal.parse(answer.body))
                    again.headerFields["Idempotency-Key"] = nil
                    return next(again)
                }
            }
        }
    }
}

extension Request {
    fileprivate func bearing(_ token: Token) -> Request {
        var request = self
        request.headerFields.authorization = "Bearer \(token.accessToken)"
        return request
    }
}
