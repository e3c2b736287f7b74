extension Policy {
    /// Authenticates every request to an origin with Digest (RFC 7616), which doesn't send the password.
    ///
    /// The server answers the first request with a 401 and its challenge, and the request is sent again with the
    /// answer. Later requests include an answer at once, and are repeated if the server says that its nonce is stale.
    /// Of several challenges, the strongest is answered: SHA-256 before MD5. Protecting the body (`auth-int`) isn't
    /// supported. The challenge is kept in the store; the password isn't.
    ///
    /// Requests to other origins, and requests with an `Authorization` field, aren't changed. The 401 is the response
    /// if an answer to the same nonce was wrong, or if the body can't be sent again.
    ///
    /// - Parameters:
    ///   - user: The user name.
    ///   - password: The password.
    ///   - url: Any URL of the origin.
    public static func digest(user: String, password: String, for url: URL) -> Policy {
        let digest = Digest(user: user, password: password, scope: CredentialScope(url))
        let name = Hexadecimal.text(of: MessageDigest.sha256("digest \(user):\(password)".utf8).prefix(8))
        return Policy(
            named: "Digest: for \(digest.scope)", role: .credentials,
            identifying: { request in .value((try? digest.scope.covers(request)) == true ? name : nil) },
            explainedBy: digest
        ) { request, next in
            guard try digest.scope.covers(request) else { return next(request) }
            return digest.load(request, next)
        }
    }
}

/// A load that answers challenges.
private struct Digest: ExplainedRule {
    let user: String
    let password: String
    let scope: CredentialScope

    private var name: String { "digest \(scope)" }

    func load(_ request: Request, _ next: @escaping Policy.Sending) -> Plan<Response> {
        use(nil).flatMap { known in
            send(request, answering: known, next).flatMap { response in
                guard response.status == 401, scope.hasAnswered(response), request.body?.canBeSentAgain != false,
                    let challenge = DigestChallenge.strongest(of: response.challenges),
                    challenge.isStale || challenge.nonce != known?.nonce
                else { return Plan.value(response) }
                let reason = challenge.isStale ? "the nonce is stale" : "the server asks for credentials"
                let text = "answering with Digest for \(scope): \(reason)"
                return Plan.note(LoadDecision(.credentials, .repeated, of: scope.origin, text))
                    .flatMap { use(challenge) }
                    .flatMap { send(request, answering: $0, next) }
            }
        }
    }

    /// Returns whether a challenge would be answered at once.
    func remarks(on request: Request) -> Plan<PolicyRemarks> {
        guard scope.objection(to: request) == nil else { return scope.remarks(on: request) }
        return Plan.read(name).map { entry in
            entry.flatMap { DigestChallenge($0) } == nil
                ? "the server's first answer is its challenge" : "the stored challenge is answered at once"
        }
    }

    /// Counts one more use of the new challenge or, if it is nil, of the stored one, and returns it.
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
        return Plan.secretRandom.flatMap { number in
            let target = SentTarget(request.url)
            let answer = DigestAnswer(
                user: user, password: password, method: request.method,
                target: (target.path.isEmpty ? "/" : target.path) + (target.query.map { "?\($0)" } ?? ""),
                clientNonce: Hexadecimal.text(of: Swift.withUnsafeBytes(of: number) { Array($0) }),
                challenge: challenge)
            var request = request
            request.headerFields["Authorization"] = answer.credentials
            return next(request)
        }
    }
}
