// A request, and everything that happens before its response is available.
extension Loader {
    /// Carries out the plan that the load order makes of a request. If it makes none, exchanges the request directly.
    ///
    /// - Parameters:
    ///   - next: The continuation of the plan, which knows how the resource judges a response.
    ///   - asksMemory: Whether to look for a fresh response in memory.
    @inline(never)
    func send<Value>(
        _ submission: SendThroughPolicies, _ next: Next<Response, Value>, asksMemory: Bool
    ) async -> Result<Response, any Error> {
        // Each way is a function of its own: what one needs takes no space in the task's memory on the others.
        if asksMemory, let response = remembered(submission) {
            observer?.tell(resolved(submission.request(in: layers)), .success(response), .memory)
            return .success(response)
        }
        let isDirect =
            services.order.isEmpty && layers.isEmpty && submission.isPlain
            && (submission.sent.method.isSafe || services.caches.isEmpty)
        return isDirect ? await sentDirectly(submission) : await sentInOrder(submission, judge: next.judge)
    }

    @inline(never)
    private func sentInOrder(
        _ submission: SendThroughPolicies, judge: (any ResourceReader)?
    ) async -> Result<Response, any Error> {
        do {
            let plan = try services.order.plan(for: submission, in: layers, judge: judge)
            return .success(try await sending().value(of: plan))
        } catch {
            return .failure(error)
        }
    }

    @inline(never)
    private func sentDirectly(_ submission: SendThroughPolicies) async -> Result<Response, any Error> {
        do {
            let request = try absolute(submission)
            // The request of a policy isn't the one that the count is about.
            let outcome = await (count == nil ? self : changing { $0.count = nil }).exchange(request)
            guard case .success(let response) = outcome, let rest = try response.redirection(of: request) else {
                return outcome
            }
            return await redirected(rest)
        } catch {
            return .failure(error)
        }
    }

    @inline(never)
    private func absolute(_ submission: SendThroughPolicies) throws -> Request {
        var request = try submission.request(in: layers).resolved(against: services.order.baseURL)
        request.followsRedirects = true
        return request
    }

    @inline(never)
    private func redirected(_ rest: Plan<Response>) async -> Result<Response, any Error> {
        await sending(after: 1).outcome(of: rest)
    }

    /// Returns a request with an absolute URL, if its URL can be resolved.
    func resolved(_ request: Request) -> Request {
        (try? request.resolved(against: services.order.baseURL)) ?? request
    }

    /// Returns the fresh response to a request from memory, unless the load has observers or is canceled.
    @inline(never)
    func remembered(_ submission: SendThroughPolicies) -> Response? {
        guard let cache = services.quickCache, observer?.watch == nil, layers.isEmpty, !layers.isOfPolicy,
            submission.policy == nil, cache.isAsked(by: submission.sent), !Task.isCancelled
        else { return nil }
        return cache.response(to: submission.request(in: layers), baseURL: services.order.baseURL)
    }

    /// Exchanges a request for its response, or waits for the response to an equal request.
    ///
    /// The first caller sends in its own task. If that is canceled, the next one takes over and sends again: only
    /// requests for which that makes no difference are shared.
    @inline(never)
    func exchange(_ request: Request) async -> Result<Response, any Error> {
        do {
            let request = try request.checked()
            var part = part(of: request)
            if case .follows(let key) = part {
                switch await turn(to: request, key) {
                case .sends(let number): part = .leads(key, number)
                case .ended(let outcome): return outcome
                }
            }
            // There is one call of it: each one takes space in the task's memory while it waits.
            let outcome = await answered(request)
            end(part, of: request, with: outcome)
            return outcome
        } catch {
            return .failure(error)
        }
    }

    /// The part of a request among equal ones.
    private enum Part {
        /// It is sent as the run of this number, which others may join.
        case leads(RunKey, Int)
        /// An equal one was sent.
        case follows(RunKey)
        case isAlone
        case closesRuns
    }

    @inline(never)
    private func part(of request: Request) -> Part {
        switch ExchangePart(request) {
        case .shared(let key): return services.coordinator.lead(key).map { .leads(key, $0) } ?? .follows(key)
        case .alone: return .isAlone
        case .changes:
            services.coordinator.closeRuns(like: request)
            return .closesRuns
        }
    }

    @inline(never)
    private func end(_ part: Part, of request: Request, with outcome: Result<Response, any Error>) {
        observer?.tell(request, outcome, .sent)
        switch part {
        case .leads(let key, let number): services.coordinator.finish(key, number, with: outcome)
        case .closesRuns: services.coordinator.closeRuns(like: request)
        case .isAlone, .follows: break
        }
    }

    /// What becomes of a request that is equal to an active one.
    private enum Turn {
        /// It is sent, as the run of this number.
        case sends(Int)
        case ended(Result<Response, any Error>)
    }

    /// Waits for the response to an equal request, or until this one has to be sent instead.
    @inline(never)
    private func turn(to request: Request, _ key: RunKey) async -> Turn {
        observer?.watch?.tell(
            .decided(LoadDecision(.sharing, .joined, ofServerAt: request.url, "an equal request is under way: \(key)")))
        while true {
            switch await services.coordinator.follow(key, at: position) {
            case .exchanged(let outcome):
                observer?.tell(request, outcome, .joined)
                return .ended(outcome)
            case .leads(let number): return .sends(number)
            case .canceled:
                observer?.tell(request, .failure(CancellationError()), .joined)
                return .ended(.failure(CancellationError()))
            case .alone, .ended, .admitted:
                if let number = services.coordinator.lead(key) { return .sends(number) }
            }
        }
    }

    @inline(__always) private func answered(_ request: Request) async -> Result<Response, any Error> {
        let request = counted(request)
        do {
            let response =
                if let watch = observer?.watch {
                    try await watched(request, by: watch)
                } else {
                    try await services.transport.exchange(request, meter)
                }
            return .success(response.answering(request))
        } catch {
            return .failure(LoadError.ofTransport(error, request: request))
        }
    }

    /// Returns a request with the number of times that its load sent it before.
    @inline(never)
    private func counted(_ request: Request) -> Request {
        guard let sent = count?.next(), sent > 0 else { return request }
        var request = request
        request.resendCount = sent
        return request
    }

    @inline(never)
    private func watched(_ request: Request, by watch: Watch) async throws -> Response {
        try await watch.exchange(request) { try await services.transport.exchange($0, meter) }
    }

    /// Waits for a duration.
    func wait(for duration: Duration) async -> Result<Void, any Error> {
        do {
            // No task lives longer. `Task.sleep` traps on a time that its clock can't represent.
            try await Task.sleep(for: min(duration, .seconds(Int64(1) << 32)))
            return .success(())
        } catch {
            return .failure(error)
        }
    }
}
