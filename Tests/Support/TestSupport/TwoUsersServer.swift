import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The server of two users: it says for whom a response was made.
final class TwoUsersServer: Sendable {
    struct Sent: Sendable {
        let user: Int
        /// What the request has that isn't new each time.
        let text: String
    }

    private let users: TwoUsers
    /// The user who loads.
    let user = Locked(0)
    /// The requests for the response that belongs to a user.
    let sent = Locked<[Sent]>([])

    init(_ users: TwoUsers) { self.users = users }

    func answer(to request: Request) -> Response { answer(to: request, of: user.withLock { $0 }) }

    func answer(to request: Request, of user: Int) -> Response {
        let path = request.url.path()
        if path == "/login" { return login(user) }
        if users.layers.contains(.digest), !request.headerFields.contains(.authorization) {
            let challenge = "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=SHA-256"
            return Response(status: 401, headerFields: ["WWW-Authenticate": challenge])
        }
        sent.withLock { $0.append(Sent(user: user, text: text(of: request, user))) }
        var fields: HeaderFields = ["Cache-Control": "private, max-age=600", "Set-Cookie": "lb=\(balancer)"]
        fields["Vary"] = users.vary
        if users.isRedirected, path == "/me" {
            fields["Location"] = "/moved"
            return Response(status: 302, headerFields: fields)
        }
        return Response(headerFields: fields, body: Data("\(user)".utf8))
    }

    /// The value of the load balancer's cookie: a new one for each response, or one for all.
    private var balancer: Int { users.hasBalancer ? Int.random(in: 0 ... .max) : 1 }

    /// Sets a cookie that all users have alike, and one of the session.
    private func login(_ user: Int) -> Response {
        let session = users.secret(.layer(.cookies), of: user)
        var fields: HeaderFields = ["Cache-Control": "no-store", "Set-Cookie": "lb=\(balancer)"]
        fields.append(HeaderFields.Field("Set-Cookie", checked: "session=\(session)"))
        return Response(headerFields: fields)
    }

    /// Returns the fields and the URL of a request. Of a signature, which is new each time, only the signer is kept.
    func text(of request: Request, _ user: Int) -> String {
        let fields = request.headerFields.fields.filter { $0.name != "X-Amz-Date" }.map { field in
            let scheme = String(field.value.prefix { $0 != " " })
            let signer: TwoUsers.Layer? = scheme == "AWS4-HMAC-SHA256" ? .aws : scheme == "Digest" ? .digest : nil
            let value = field.value.split(separator: "; ").filter { !$0.hasPrefix("lb=") }.joined(separator: "; ")
            return "\(field.name): \(signer.map { users.secret(.layer($0), of: user) } ?? value)"
        }
        return ([request.url.absoluteString] + fields.sorted()).joined(separator: "\n")
    }
}

/// The transport of one of the users.
struct TwoUsersTransport: Transport {
    let server: TwoUsersServer
    let clientIdentity: String?

    func send(_ request: Request) async throws -> Response { server.answer(to: request) }
}
