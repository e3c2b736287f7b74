extension Policy {
    /// Signs every request to some origins, with a new signature for each attempt.
    ///
    /// Put it at the end of the list: changes by policies further inside aren't signed, and an attempt that a policy
    /// further outside repeats gets its own signature. At the end of the list it is inside redirects, so each hop to
    /// these origins is signed. Requests to other origins aren't changed.
    ///
    /// The function receives the request as it is sent, with its `Content-Type` but without the fields that the
    /// transport adds. ``Signing/content(of:)`` returns the bytes of its body. The date is the server's if
    /// `Policy.serverClock()` knows it. If the function throws, the load fails with the error; with a
    /// `RequestError`, at the request stage.
    public static func signing(
        for origins: Origin...,
        with sign: @escaping @Sendable (_ request: Request, _ date: Date, _ nonce: Signing.Nonce) throws -> Request
    ) -> Policy {
        signing(for: Set(origins), nonce: Plan.nonce, with: sign)
    }

    /// Signs every request to the origins of these URLs, with a new signature for each attempt (see
    /// `signing(for:with:)`).
    ///
    /// If a URL has no origin, every load fails at the request stage.
    public static func signing(
        for urls: URL...,
        with sign: @escaping @Sendable (_ request: Request, _ date: Date, _ nonce: Signing.Nonce) throws -> Request
    ) -> Policy {
        var origins: Set<Origin> = []
        for url in urls {
            guard let origin = Origin(url) else {
                return .failing("\(Redaction.standard.redacted(url)) has no origin to sign requests for")
            }
            origins.insert(origin)
        }
        return signing(for: origins, nonce: Plan.nonce, with: sign)
    }

    static func signing<Nonce: Sendable>(
        for origins: Set<Origin>, nonce: Plan<Nonce>, user: String? = nil,
        with sign: @escaping @Sendable (_ request: Request, _ date: Date, _ nonce: Nonce) throws -> Request
    ) -> Policy {
        let covers = { @Sendable (request: Request) in
            !request.isUnauthenticated && Origin(request.url).map(origins.contains) == true
        }
        let names = origins.map(\.description).sorted().joined(separator: ", ")
        let identify = user.map { user in
            { @Sendable (request: Request) in Plan<String?>.value(covers(request) ? user : nil) }
        }
        return Policy(
            named: "signing: for \(names)", role: .signing, perHop: true, identifying: identify,
            explainedBy: SigningRule(origins: names, covers: covers)
        ) { request, next in
            guard covers(request) else { return next(request) }
            return Plan.serverTime(of: request.url).flatMap { date in
                nonce.flatMap { nonce in
                    do {
                        return next(try sign(request.namingContentType(), date, nonce))
                    } catch let error as RequestError {
                        throw LoadError(stage: .request, request: request, underlyingError: error)
                    }
                }
            }
        }
    }
}

private struct SigningRule: ExplainedRule {
    let origins: String
    let covers: @Sendable (Request) -> Bool

    func remarks(on request: Request) -> Plan<PolicyRemarks> {
        guard covers(request) else { return .value("not signed: for \(origins)") }
        return zip(Plan.serverClock(of: request.url), Plan.now).map { clock, now in
            "signed, dated by the \(clock?.isValid(at: now) == true ? "server's" : "local") clock"
        }
    }
}

extension Request {
    /// Returns a copy with the `Content-Type` of its body, as it is sent.
    fileprivate func namingContentType() -> Request {
        guard body != nil, let mediaType = try? checked().headerFields["Content-Type"] else { return self }
        var request = self
        request.headerFields["Content-Type"] = mediaType
        return request
    }
}
