/// Carries out the decisions of ``CacheDecision`` and ``CacheEntry`` to get a response.
package struct ResponseCache: Sendable {
    package let caching: Caching
    let store: (any CacheReference)?
    /// Whether only requests with their own settings are cached.
    package var isOfRequests = false

    /// Gets the response to a request, from the store or from the server.
    func exchange(_ request: Request, _ next: @escaping Policy.Sending) -> Plan<Response> {
        let caching = request.caching(or: caching)
        guard caching.mode != .never, let key = CacheKey(request, caching: caching) else {
            // A request that can't be cached has no stored response, so without the network there is none.
            guard caching.mode == .onlyIfCached else { return passing(request, caching, next) }
            let reason = "the request can't be cached, and the network isn't allowed"
            return Plan<Void>.note(LoadDecision(.cache, .refused, ofServerAt: request.url, reason))
                .map { Response(status: 504) }
        }
        let exchange = CachedExchange(request: request, key: key, caching: caching, store: store, next: next)
        let plan = stored(under: key, caching).flatMap { entry in
            Plan.now.flatMap { now in exchange.plan(stored: entry, at: now) }
        }
        return request[SeenByCache.self] ? plan.map { $0.tellingUser(of: request) } : plan
    }

    /// Reads the entry of a key, together with the invalidations of its URL, which apply to every user.
    package func stored(under key: CacheKey, _ caching: Caching) -> Plan<CacheEntry?> {
        .cached(key, invalidatedBy: CacheInvalidation.keys(under: key, caching: caching), in: store)
    }

    /// Sends a request that isn't cached, and invalidates what it changes.
    func passing(
        _ request: Request, _ caching: Caching, _ next: @escaping Policy.Sending
    ) -> Plan<Response> {
        next(request.seenByCache()).continuing { outcome in
            let keys =
                switch outcome {
                case .success(let response): CacheInvalidation.keys(of: response, to: request, caching: caching)
                case .failure(let error): CacheInvalidation.keys(after: error, of: request, caching: caching)
                }
            let end: Plan<Response> =
                switch outcome {
                case .success(let response): .value(response)
                case .failure(let error): .failure(error)
                }
            guard !keys.isEmpty else { return end }
            return Plan<Void>.invalidateCached(keys, in: store).flatMap { end }
        }
    }
}

/// One exchange of a request that can be cached.
struct CachedExchange: Sendable {
    let request: Request
    let key: CacheKey
    let caching: Caching
    let store: (any CacheReference)?
    let next: Policy.Sending

    /// Returns the plan that follows from the stored responses at a time.
    func plan(stored entry: CacheEntry?, at now: Date) -> Plan<Response> {
        switch CacheDecision(for: request, stored: entry, at: now, caching: caching) {
        case .serve(let response, revalidating: nil):
            return note(response).map { response }
        case .serve(let response, revalidating: let conditional?):
            var lasting = conditional
            lasting.removeOption(LoadDeadline.self)
            return note(response, ", validated in the background")
                .flatMap { [lasting] in send(lasting, stored: entry).startInBackground(as: "validate \(key)") }
                .map { response }
        case .validate(let conditional):
            return note(.began, "validating the stored response").flatMap { send(conditional, stored: entry) }
        case .fetch:
            let names = request.identity.tellingFields(of: request).map(\.rawName).sorted().joined(separator: ", ")
            return note(.missed, "nothing is stored that can be used" + (names.isEmpty ? "" : " with this \(names)"))
                .flatMap { send(request, stored: entry) }
        }
    }

    /// Removes the stored responses that the request selects: the server denies them to the user.
    private var removingStored: Plan<Void> {
        .updateCache(key, in: store) { [request] current in
            var left = current
            left?.responses.removeAll { $0.matches(request) }
            return left?.responses.isEmpty == true && left?.invalidated == nil ? nil : left
        }
    }

    /// Sends a request, stores its response if allowed, and returns the response to answer with.
    private func send(_ sent: Request, stored entry: CacheEntry?) -> Plan<Response> {
        Plan.now.flatMap { requested in
            limited(sent, stored: entry, at: requested).continuing { outcome in
                switch outcome {
                case .success(let response):
                    Plan.now.flatMap { now in
                        received(response, to: sent, stored: entry, requested: requested, at: now)
                    }
                case .failure(let error): failed(error, stored: entry)
                }
            }
        }
    }

    /// Sends a request, and leaves time to answer with an old response before the load is over.
    private func limited(_ sent: Request, stored entry: CacheEntry?, at now: Date) -> Plan<Response> {
        let exchange = next(sent.tellingCaches(caching.mode).seenByCache())
        guard let end = sent[LoadDeadline.self], staleAnswer(instead: nil, stored: entry, at: end) != nil
        else { return exchange }
        return exchange.deadline(.seconds(max(0, end.timeIntervalSince(now)) * 0.9))
    }

    private func received(
        _ response: Response, to sent: Request, stored entry: CacheEntry?, requested: Date, at now: Date
    ) -> Plan<Response> {
        let stale = staleAnswer(instead: response, stored: entry, at: now)
        if let stale {
            return note(stale, ", because the server answered \(response.status)", as: .staleIfError).map { stale }
        }
        if let exchange = identified(by: response, to: sent) {
            return exchange.received(response, to: exchange.request, stored: nil, requested: requested, at: now)
        }
        let (response, objection) = judged(response)
        if let objection {
            let end = unstored(response, to: sent, because: objection)
            return response.status.isRefusal && objection == Self.rejection ? removingStored.flatMap { end } : end
        }
        guard let user = request.user as? IdentifiedUser else {
            return stored(response, to: sent, entry, requested, now)
        }
        // If someone has signed in since then, their credentials may have been sent.
        return user.isStill(request.identity).flatMap { isStill in
            isStill
                ? stored(response, to: sent, entry, requested, now)
                : unstored(response, to: sent, because: "the user changed in the meantime")
        }
    }

    /// Returns a response that isn't stored. If the server only confirmed what is stored, perhaps for another user, it
    /// is asked again without conditions.
    private func unstored(_ response: Response, to sent: Request, because reason: String) -> Plan<Response> {
        let isConfirmation = response.status == 304 && sent != request
        return note(.notStored, "not stored: \(reason)").flatMap {
            isConfirmation ? send(request, stored: nil) : .value(response)
        }
    }

    /// Returns the exchange of the user whose credentials were sent, if a policy inside the cache learned only then
    /// whose they are: its key is that of the user's next load. Returns nil if the user was known or is unclear.
    private func identified(by response: Response, to sent: Request) -> CachedExchange? {
        // A confirmation is of what was stored for the user known before.
        guard response.hidesCredentials(of: request), response.status != 304 || sent == request,
            let request = request.identified(by: response), let key = CacheKey(request, caching: caching)
        else { return nil }
        return CachedExchange(request: request, key: key, caching: caching, store: store, next: next)
    }

    /// Stores a response if allowed, and returns the one to answer with.
    private func stored(
        _ response: Response, to sent: Request, _ entry: CacheEntry?, _ requested: Date, _ now: Date
    ) -> Plan<Response> {
        let updating = Plan<Void>.updateCache(key, in: store) { current in
            CacheEntry.after(
                response.unread, to: sent, original: request, requested: requested, received: now, caching: caching,
                current: current)
        }
        guard response.status == 304, sent != request else { return updating.map { response } }
        let validated = entry?.response(
            validatedBy: response, to: request, sent: sent, requested: requested, received: now, caching: caching)
        // The server confirmed something that it wasn't asked about, so it is asked again without conditions.
        guard let validated else { return send(request, stored: nil) }
        return updating.flatMap { note(.validated, "the server confirmed the stored response") }.map { validated }
    }

    /// Returns a response from the server with the value that its resource read, and the reason not to store it.
    private func judged(_ response: Response) -> (Response, objection: String?) {
        let isInternal = response.status == 304 && response.history.isEmpty
        var response = response
        if response.cacheStatus == nil { response.cacheStatus = CacheStatus(.server) }
        if !response.history.isEmpty { return (response, "it was redirected inside the cache") }
        if response.hidesCredentials(of: request) {
            return (response, "a policy inside the cache added \(response.credentials(addedTo: request))")
        }
        // A redirect is for the policy that follows it, not for the resource.
        let isOnTheWay = response.status.isRedirection && response.headerFields.contains(.location)
        if isInternal || isOnTheWay { return (response, nil) }
        let verdict = request.verdict(on: response)
        return (verdict.response, verdict.isSuccess ? nil : Self.rejection)
    }

    private static let rejection = "its resource rejects it"

    private func failed(_ error: any Error, stored entry: CacheEntry?) -> Plan<Response> {
        guard (error as? LoadError)?.stage == .transport || error is DeadlineExceeded else { return .failure(error) }
        return Plan.now.flatMap { now -> Plan<Response> in
            guard let stale = staleAnswer(instead: nil, stored: entry, at: now) else { return .failure(error) }
            return note(stale, ", because the server didn't answer", as: .staleIfError).map { stale }
        }
    }

    /// Returns a stored response to use instead of a failure of the server or the transport.
    private func staleAnswer(instead response: Response?, stored entry: CacheEntry?, at now: Date) -> Response? {
        if let response, ![500, 502, 503, 504].contains(response.status) { return nil }
        return CacheDecision.servingAfterFailure(
            of: request, stored: entry, at: now, caching: caching, response: response)
    }

    private func note(_ action: LoadDecision.Action, _ reason: String) -> Plan<Void> {
        .note(LoadDecision(.cache, action, ofServerAt: request.url, reason))
    }

    /// Notes a response that is served from the store, or the one that says that there is none.
    private func note(
        _ response: Response, _ addition: String = "", as action: LoadDecision.Action? = nil
    ) -> Plan<Void> {
        guard let status = response.cacheStatus else {
            return note(.refused, "nothing is stored, and the network isn't allowed" + addition)
        }
        return note(action ?? (status.isFresh ? .hit : .stale), "\(status)" + addition)
    }
}

extension Response {
    /// The response without the value that was read from it.
    fileprivate var unread: Response {
        guard judgement != nil else { return self }
        var response = self
        response.judgement = nil
        return response
    }
}
