import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// A request, and everything that happens before its response is available.
extension Loader {
    /// Carries out the plan that the load order makes of a request. If it makes none, exchanges the request directly.
    ///
    /// - Parameter next: The continuation of the plan, which knows how the resource judges a response.
    func send<Value>(_ submission: Submission, _ next: Next<Response, Value>) async -> Result<Response, any Error> {
        if let response = inMemory(submission) {
            let request = resolved(submission.request(in: surroundings))
            log?.add(.exchanged(LoggedExchange(request, .success(response), .memory)))
            return .success(response)
        }
        do {
            guard services.order.isEmpty, surroundings.isEmpty, submission.isPlain else {
                let plan = try services.order.plan(for: submission, in: surroundings, judge: next.judge)
                return .success(try await sending().value(of: plan))
            }
            let request = try submission.request(in: surroundings).resolved(against: services.order.baseURL)
            // The request of a policy isn't the one that the count is about.
            let outcome = await (count == nil ? self : changing { $0.count = nil }).exchange(request)
            guard case .success(let response) = outcome, let rest = try response.redirection(of: request) else {
                return outcome
            }
            return .success(try await sending(after: 1).value(of: rest))
        } catch {
            return .failure(error)
        }
    }

    /// Returns a request with an absolute URL, if its URL can be resolved.
    func resolved(_ request: Request) -> Request {
        (try? request.resolved(against: services.order.baseURL)) ?? request
    }

    /// Returns the fresh response to a request from memory, unless the load has observers.
    func inMemory(_ submission: Submission) -> Response? {
        guard let cache = services.quickCache, watch == nil, surroundings.isEmpty, !surroundings.isOfPolicy,
            submission.policy == nil, cache.isAsked(by: submission.sent)
        else { return nil }
        return cache.response(to: submission.request(in: surroundings), baseURL: services.order.baseURL)
    }

    /// Exchanges a request for its response, or waits for the response to an equal request.
    ///
    /// The first caller sends in its own task. If that is canceled, the next one takes over and sends again: only
    /// requests for which that makes no difference are shared. An unsafe request keeps later requests from joining
    /// earlier ones, when it is sent and again when it is answered.
    func exchange(_ request: Request) async -> Result<Response, any Error> {
        do throws(LoadError) {
            let request = try request.checked()
            if request.isJoinable { return await joined(request) }
            guard !request.method.isSafe else { return await transmitted(request) }
            services.coordinator.closeRuns(like: request)
            let outcome = await transmitted(request)
            services.coordinator.closeRuns(like: request)
            return outcome
        } catch {
            return .failure(error)
        }
    }

    @inline(__always) private func joined(_ request: Request) async -> Result<Response, any Error> {
        let key = RunKey.exchange(request.untraced)
        var lead = services.coordinator.lead(key)
        if lead == nil { watch?.tell(.decided(LoadDecision(.sharing, "an equal request is under way: \(key)"))) }
        while lead == nil {
            switch await services.coordinator.follow(key, at: position) {
            case .exchanged(let outcome):
                log?.add(.exchanged(LoggedExchange(request, outcome, .joined)))
                return outcome
            case .leads(let number): lead = number
            case .canceled:
                log?.add(.exchanged(LoggedExchange(request, .failure(CancellationError()), .joined)))
                return .failure(CancellationError())
            case .alone, .ended, .admitted: lead = services.coordinator.lead(key)
            }
        }
        let outcome = await transmitted(request)
        if let lead { services.coordinator.finish(key, lead, with: outcome) }
        return outcome
    }

    @inline(__always) private func transmitted(_ request: Request) async -> Result<Response, any Error> {
        let outcome = await answered(request)
        log?.add(.exchanged(LoggedExchange(request, outcome, .sent)))
        return outcome
    }

    @inline(__always) private func answered(_ request: Request) async -> Result<Response, any Error> {
        var request = request
        if let sent = count?.next(), sent > 0 { request.resendCount = sent }
        do {
            let transport = services.transport
            let response =
                if let watch {
                    try await watch.exchange(request) { try await transport.exchange($0, meter) }
                } else {
                    try await transport.exchange(request, meter)
                }
            return .success(response.answering(request))
        } catch {
            return .failure(LoadError.ofTransport(error, request: request))
        }
    }

    /// Waits for a duration.
    func wait(for duration: Duration) async -> Result<Void, any Error> {
        do {
            // No task lives longer. `Task.sleep` traps on a time that its clock can't represent.
            try await Task.sleep(for: min(duration, .seconds(Int64(1) << 32)))
            watch?.tell(.waited(duration))
            log?.add(.waited(duration, isOver: true))
            return .success(())
        } catch {
            log?.add(.waited(duration, isOver: false))
            return .failure(error)
        }
    }
}
