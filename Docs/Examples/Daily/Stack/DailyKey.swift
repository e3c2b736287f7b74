import ResourcefulIdentity

/// The key that signs requests with items in the query, such as a nonce and the time.
struct DailyKey: Sendable {
    let name, secret: String

    /// Returns the request with its signature.
    @Sendable func sign(_ request: Request, at date: Date, nonce: Signing.Nonce) -> Request {
        let time = "\(Int(date.timeIntervalSince1970))"
        let signature = Signing.md5("\(name)\(nonce)\(time)\(secret)".utf8)
        return request.query("nonce", nonce).query("timestamp", time)
            .query("signature", Signing.hexadecimal(signature)).query("key", name)
    }
}
