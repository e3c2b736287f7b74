/// A load with a token: which token it sends, when it renews it, and when it gives up.
///
/// Loads share state only through the store. Each one reads it before it sends or renews, so a token that was replaced
/// meanwhile is neither sent nor renewed.
package struct Bearer: Sendable {
    let url: URL
    package let scope: CredentialScope
    /// The record that applies if the store has no entry.
    package let initial: TokenRecord
    /// The time before its expiry at which a token is renewed.
    package let lead: TimeInterval
    /// How long one process may take to renew the token while the others wait; nil if processes don't wait.
    let lease: Duration?
    let isRefused: @Sendable (Response) -> Bool
    let refreshing: @Sendable (Token?) throws -> Resource<Token>

    /// The name of the store's entry.
    package var name: String { scope.entryName }

    /// Sends a request with the token and, if it is refused, once more with the next one.
    func load(_ request: Request, _ next: @escaping Policy.Sending) -> Plan<Response> {
        Plan.read(name).flatMap { entry in
            let record = record(of: entry)
            // The fast path, which nearly every load takes.
            if let token = record.token, token.expiry == nil, token.lifetime == nil {
                return send(request, by: record, next)
            }
            return usable(record, next).flatMap { send(request, by: $0, next) }
        }
    }

    private func send(
        _ request: Request, by record: TokenRecord, _ next: @escaping Policy.Sending
    ) -> Plan<Response> {
        next(authorized(request, by: record)).flatMap { response in
            // After a redirect to another origin, the response is to a request without the token.
            guard isRefused(response), response.url.map({ Origin($0) == Origin(request.url) }) ?? true,
                request.body?.canBeSentAgain != false
            else { return Plan.value(response) }
            return replacement(of: record, next).flatMap { replacement in
                guard let replacement else { return Plan.value(response) }
                return next(authorized(request, by: replacement)).flatMap { second -> Plan<Response> in
                    guard isRefused(second) else { return .value(second) }
                    return note(.failed, "is refused although it is new").map { second }
                }
            }
        }
    }

    /// The user whose token is sent with a request; nil if no token is sent or there is none yet.
    func user(of request: Request) -> Plan<String?> {
        guard (try? scope.covers(request)) == true else { return .value(nil) }
        return Plan.read(name).map { [initial] entry in
            let user = entry.map { TokenRecord.user(of: $0) } ?? initial.user
            return user.map(Self.name)
        }
    }

    private static func name(of user: UInt64) -> String { String(user, radix: 36) }

    private func record(of entry: StoreEntry?) -> TokenRecord { entry.flatMap { TokenRecord($0) } ?? initial }

    /// The current record.
    private var held: Plan<TokenRecord> { Plan.read(name).map(record) }

    private func authorized(_ request: Request, by record: TokenRecord) -> Request {
        request.authorized("Bearer \(record.token?.accessToken ?? "")").sent(for: record.user.map(Self.name))
    }

    /// Returns the record, renewed if it has no token or a token that is about to expire.
    private func usable(_ record: TokenRecord, _ next: @escaping Policy.Sending) -> Plan<TokenRecord> {
        guard let token = record.token else { return renewed(record, because: "there is none yet", next) }
        guard let expiry = token.expiry else {
            return token.lifetime == nil ? .value(record) : begun(record, with: token, next)
        }
        // A token whose lifetime is shorter than the lead would be renewed all the time.
        let lead = min(lead, max(0, expiry.timeIntervalSince(record.received) / 2))
        return Plan.now.flatMap { now -> Plan<TokenRecord> in
            if now.addingTimeInterval(lead) < expiry { return .value(record) }
            guard now < expiry else { return renewed(record, because: "it has expired", next) }
            // It still holds: if it can't be renewed, or not soon, it is sent.
            let left = Duration.seconds(expiry.timeIntervalSince(now))
            return renewed(record, because: "it is about to expire", next).deadline(left / 2).recover { error in
                held.map { held in
                    guard held.token != nil else { throw error }
                    return held
                }
            }
        }
    }

    /// Returns the record of an initial token with a lifetime, which begins now, on first use.
    private func begun(
        _ record: TokenRecord, with token: Token, _ next: @escaping Policy.Sending
    ) -> Plan<TokenRecord> {
        Plan.now.flatMap { now in
            var begun = record
            (begun.token, begun.received) = (token.received(at: now, replacing: nil), now)
            return Plan.update(name) { [begun] entry in entry ?? begun.entry }.flatMap { [begun] _ in
                held.flatMap { held in
                    // If the store keeps nothing, it doesn't keep the beginning either.
                    held.token?.lifetime == nil ? usable(held, next) : Plan.value(begun)
                }
            }
        }
    }

    /// Returns the record to send instead of a refused one; nil after signing out.
    private func replacement(of refused: TokenRecord, _ next: @escaping Policy.Sending) -> Plan<TokenRecord?> {
        held.flatMap { record -> Plan<TokenRecord?> in
            guard record.token != nil else { return .value(nil) }
            let plan = record == refused ? renewed(record, because: "it was refused", next) : usable(record, next)
            return plan.map { $0 }
        }
    }

    /// Returns the renewed record. Waits for a refresh by another load if one is running.
    private func renewed(
        _ record: TokenRecord, because reason: String, _ next: @escaping Policy.Sending
    ) -> Plan<TokenRecord> {
        // It continues even if all loads that wait for it are canceled: a server that rotates refresh tokens has used
        // up the old one once the request is sent, and a lease has to be given back.
        let refresh = refresh(record, because: reason, next)
        let leased = lease.map { refresh.leased(as: name, for: $0) } ?? refresh
        return leased.shared(as: "refresh \(name) \(record.generation)", isKept: true).flatMap { _ in
            held.map { [url] renewed in
                guard renewed != record, renewed.token != nil else {
                    let reason = renewed == record ? "the store didn't keep it" : "the user signed out"
                    throw LoadError(
                        stage: .request, request: Request(url: url),
                        underlyingError: RequestError("there is no new token, because \(reason)"))
                }
                return renewed
            }
        }
    }

    /// Ends a refresh when others may take the lease over. It outlives its loads, so none of their deadlines ends it.
    private func ending(_ refresh: Plan<Token>, of request: Request) -> Plan<Token> {
        guard let lease else { return refresh }
        return refresh.deadline(lease).recover { error -> Plan<Token> in
            guard error is DeadlineExceeded else { throw error }
            throw LoadError(
                stage: .transport, request: request,
                underlyingError: TransportError(.timedOut, "the token wasn't renewed within \(lease.inWords)"))
        }
    }

    /// Refreshes the token once, and puts the new one into the store unless another load was faster.
    private func refresh(
        _ record: TokenRecord, because reason: String, _ next: @escaping Policy.Sending
    ) -> Plan<Void> {
        held.flatMap { current in
            guard current == record else { return Plan.value(()) }
            var resource = try refreshing(record.token)
            resource.request = try located(resource.request).option(RefreshesToken.self, true)
            // Its redirects are followed where those of the load are, and its own retry rule applies just outside.
            let sent = resource.plan.applying(
                Policy(named: "refresh", role: .redirects) { request, _ in
                    guard case .rule(let rule) = request[Retrying.self] else { return next(request) }
                    return Policy.following(rule, request, next: next)
                })
            let limited = ending(sent, of: resource.request)
            return note(.began, "is renewed: \(reason)").flatMap { Plan.now }.flatMap { now in
                limited.flatMap { token in
                    replaceRecord(
                        record, by: record.renewed(to: token.received(at: now, replacing: record.token), at: now))
                }
            }.recover { error in
                // Another process that has the same store may have used up the refresh token.
                held.flatMap { held in
                    if held != record, held.token != nil { return Plan.value(()) }
                    let text = Redaction.standard.line(Redaction.standard.text(of: error), limit: 2_000)
                    return note(.failed, "couldn't be renewed: \(error is LoadError ? error.summary : text)")
                        .flatMap { Plan<Void>.failure(error) }
                }
            }
        }
    }

    private func note(_ action: LoadDecision.Action, _ reason: String) -> Plan<Void> {
        .note(LoadDecision(.credentials, action, of: scope.origin, "the token of \(scope) \(reason)"))
    }

    /// Returns a refresh's request with its URL resolved against the folder of the policy's URL, or against its origin.
    private func located(_ request: Request) throws(LoadError) -> Request {
        guard request.url.absoluteString.hasPrefix("/"), let located = url.resolving(request.url.absoluteString) else {
            return try request.resolved(against: url)
        }
        var request = request
        request.url = located
        return try request.resolved(against: url)
    }

    /// Replaces a record, unless someone has signed in or out meanwhile.
    private func replaceRecord(_ record: TokenRecord, by new: TokenRecord) -> Plan<Void> {
        Plan.update(name) { [initial] entry in
            (entry.flatMap { TokenRecord($0) } ?? initial) == record ? new.entry : entry
        }.map { _ in () }
    }
}
