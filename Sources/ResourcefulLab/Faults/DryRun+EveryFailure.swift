extension DryRun {
    /// Runs a plan once for each request that it makes and each way the request can fail.
    ///
    ///     for failed in try DryRun.everyFailure(of: flow, in: { DryRun(server.answer) }) {
    ///         #expect(failed.run.store["draft"] != nil, "\(failed)")
    ///     }
    ///
    /// The requests are a failure-free run's. Requests that a run has sent before `make` returns it don't
    /// count and never fail.
    ///
    /// - Parameters:
    ///   - loadable: The plan or resource to load.
    ///   - failures: The ways to fail; all of them by default.
    ///   - isLasting: Whether later requests with the same method and URL also fail. A retry doesn't help then.
    ///   - make: Makes a new run with its server for each attempt.
    /// - Returns: The outcomes, by request and then by failure.
    /// - Throws: The errors of the run without failures; the errors of `make`.
    public static func everyFailure<Value>(
        of loadable: some Loadable<Value>, _ failures: [ExchangeFailure] = ExchangeFailure.all,
        lasting isLasting: Bool = false, in make: () throws -> DryRun
    ) throws -> [FailedExchange<Value>] {
        var run = try make()
        let before = run.requests.count
        run.finishesRuns = true
        _ = try run.load(loadable)
        return try run.requests.dropFirst(before).enumerated().flatMap { index, request in
            try failures.map { failure in
                var run = try make()
                run.fail(index, by: failure, lasting: isLasting)
                run.finishesRuns = true
                let outcome = Result { try run.load(loadable) }
                return FailedExchange(
                    number: index + 1, request: request, failure: failure, outcome: outcome, run: run)
            }
        }
    }

    /// Makes a request fail, and later ones like it if the failure is lasting.
    private mutating func fail(_ index: Int, by failure: ExchangeFailure, lasting isLasting: Bool) {
        let failed = requests.count + index + 1
        var failing: Request?
        respond = { [respond] request, number, delay in
            if number == failed { failing = request }
            let isLikeIt = isLasting && failing?.method == request.method && failing?.url == request.url
            guard number == failed || isLikeIt else { return try respond(request, number, &delay) }
            return try failure.response(to: request) { try respond($0, number, &delay) }
        }
    }
}

extension Loadable {
    /// Runs this once for each request that it makes and each way the request can fail: see
    /// `DryRun.everyFailure(of:_:lasting:in:)`.
    public func everyFailure(
        _ failures: [ExchangeFailure] = ExchangeFailure.all, lasting isLasting: Bool = false,
        in make: () throws -> DryRun
    ) throws -> [FailedExchange<Value>] {
        try DryRun.everyFailure(of: self, failures, lasting: isLasting, in: make)
    }
}

extension DryRun {
    /// Makes requests fail, by their numbers in the order of `requests`, from 1 on.
    ///
    ///     run.fail([2: .timedOut, 3: .status(401)])
    public mutating func fail(_ failures: [Int: ExchangeFailure]) {
        respond = { [respond] request, number, delay in
            guard let failure = failures[number] else { return try respond(request, number, &delay) }
            return try failure.response(to: request) { try respond($0, number, &delay) }
        }
    }
}

/// The outcome of a plan after one of its requests failed.
public struct FailedExchange<Value>: CustomStringConvertible {
    /// The number of the failed request, counted from 1.
    public let number: Int
    /// The request, as it's sent in a run without failures.
    public let request: Request
    /// How it failed.
    public let failure: ExchangeFailure
    /// The outcome of the plan.
    public let outcome: Result<Value, any Error>
    /// The run after the load, with its requests, store and cache.
    public let run: DryRun

    /// The request and its failure, such as `request 2, GET /media: truncated`.
    public var name: String {
        var path = "\(request)"
        if let origin = EventLog.origin(of: request) { path = path.replacing(origin, with: "") }
        return "request \(number), \(path): \(failure)"
    }

    /// The request and its failure, the event log of the run, and the outcome.
    public var description: String {
        let end =
            switch outcome {
            case .success(let value): "the value \(value)"
            case .failure(let error): "the error \(Redaction.standard.text(of: error))"
            }
        return "\(name)\n\(run.eventLog)\n→ \(end)"
    }
}
