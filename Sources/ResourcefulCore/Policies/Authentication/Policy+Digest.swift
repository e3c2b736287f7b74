#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Policy {
    /// Proves with every request to an origin that one knows a password, without sending it (RFC 7616).
    ///
    /// The first request learns by a 401 what the server wants, and is sent again with the answer; those after it
    /// answer beforehand, and again when the server says that its nonce is stale. Of several challenges the strongest
    /// is answered, SHA-256 before MD5; to cover the body, too (`auth-int`), is not offered. What the server wants is
    /// kept in the store, and the password nowhere.
    ///
    /// Requests to other origins, and those that have an Authorization field, pass as they are. The 401 stands when an
    /// answer to the same nonce was wrong, and for a body that can't be sent again.
    ///
    /// - Parameters:
    ///   - user: The name.
    ///   - password: The password.
    ///   - url: Any URL of the origin.
    public static func digest(user: String, password: String, for url: URL) -> Policy {
        let digest = Digest(user: user, password: password, scope: CredentialScope(url))
        return Policy(digest.scope.traits("Digest", ofUser: "digest \(user)")) { request, next in
            guard try digest.scope.covers(request) else { return next(request) }
            return digest.load(request, next)
        }
    }
}

/// A load that answers challenges.
private struct Digest: Sendable {
    let user: String
    let password: String
    let scope: CredentialScope

    private var name: String { "digest \(scope.text)" }

    func load(_ request: Request, _ next: @escaping Policy.Sending) -> Plan<Response> {
        use(nil).flatMap { known in
            send(request, answering: known, next).flatMap { response in
                guard response.status == 401, scope.hasAnswered(response), request.body?.canBeSentAgain != false,
                    let challenge = DigestChallenge.strongest(of: response.challenges),
                    challenge.isStale || challenge.nonce != known?.nonce
                else { return Plan.value(response) }
                let reason = challenge.isStale ? "the nonce is stale" : "the server asks who it is"
                return Plan.note(LoadDecision(.credentials, "an answer by Digest for \(scope.text): \(reason)"))
                    .flatMap { use(challenge) }
                    .flatMap { send(request, answering: $0, next) }
            }
        }
    }

    /// Counts one more use of a challenge, or without one of what is known of the server, and comes to that.
    private func use(_ new: DigestChallenge?) -> Plan<DigestChallenge?> {
        let change = { @Sendable (entry: StoreEntry?) -> DigestChallenge? in
            let known = entry.flatMap { DigestChallenge($0) }
            return (new ?? known)?.used(after: known)
        }
        return Plan.update(name) { change($0)?.entry }.map(change)
    }

    private func send(
        _ request: Request, answering challenge: DigestChallenge?, _ next: @escaping Policy.Sending
    ) -> Plan<Response> {
        guard let challenge else { return next(request) }
        return Plan.random.flatMap { number in
            let text = URLText(request.url)
            let answer = DigestAnswer(
                user: user, password: password, method: request.method,
                target: (text.path.isEmpty ? "/" : text.path) + (text.query.map { "?\($0)" } ?? ""),
                clientNonce: Hexadecimal.text(of: Swift.withUnsafeBytes(of: number) { Array($0) }),
                challenge: challenge)
            return next(request.authorized(answer.credentials))
        }
    }
}
