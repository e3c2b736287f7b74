public import ResourcefulCore

extension DryRun {
    /// Carries a plan out once for each request that it makes and each way in which that one can fail.
    ///
    ///     for failed in try DryRun.everyFailure(of: flow, in: { DryRun(server.answer) }) {
    ///         #expect(failed.run.store["draft"] != nil, "\(failed)")
    ///     }
    ///
    /// The requests are those of a run in which nothing fails. What a run has sent before `make` returns it does not
    /// count, and never fails.
    ///
    /// - Parameters:
    ///   - loadable: What is loaded.
    ///   - failures: The ways; all of them unless told otherwise.
    ///   - isLasting: Whether equal requests fail from then on, too: then sending it again does not help.
    ///   - make: Makes the run and its server, anew each time.
    /// - Returns: the outcomes, by request and then by way.
    /// - Throws: what the run throws in which nothing fails; and what `make` throws.
    public static func everyFailure<Value>(
        of loadable: some Loadable<Value>, _ failures: [ExchangeFailure] = ExchangeFailure.all,
        lasting isLasting: Bool = false, in make: () throws -> DryRun
    ) throws -> [FailedExchange<Value>] {
        var run = try make()
        let before = run.requests.count
        _ = try run.load(loadable)
        return try run.requests.dropFirst(before).enumerated().flatMap { index, request in
            try failures.map { failure in
                var run = try make()
                run.fail(index, by: failure, lasting: isLasting)
                let outcome = Result { try run.load(loadable) }
                return FailedExchange(
                    number: index + 1, request: request, failure: failure, outcome: outcome, run: run)
            }
        }
    }

    /// Has one of the requests fail, and perhaps those like it after it.
    private mutating func fail(_ index: Int, by failure: ExchangeFailure, lasting isLasting: Bool) {
        var count = 0
        var failing: Request?
        respond = { [respond] request, delay in
            defer { count += 1 }
            if count == index { failing = request }
            let isLikeIt = isLasting && failing?.method == request.method && failing?.url == request.url
            guard count == index || isLikeIt else { return try respond(request, &delay) }
            return try failure.response(to: request) { try respond($0, &delay) }
        }
    }
}

extension Loadable {
    /// Carries this out once for each request that it makes and each way in which that one can fail: see
    /// ``DryRun/everyFailure(of:_:lasting:in:)``.
    public func everyFailure(
        _ failures: [ExchangeFailure] = ExchangeFailure.all, lasting isLasting: Bool = false,
        in make: () throws -> DryRun
    ) throws -> [FailedExchange<Value>] {
        try DryRun.everyFailure(of: self, failures, lasting: isLasting, in: make)
    }
}

/// What came of a plan one of whose requests has failed.
public struct FailedExchange<Value>: CustomStringConvertible {
    /// Which of the requests it was, counted from 1.
    public let number: Int
    /// The request, as it is when nothing fails.
    public let request: Request
    /// How it failed.
    public let failure: ExchangeFailure
    /// What the plan came to.
    public let outcome: Result<Value, any Error>
    /// The run, with its requests, its store and its cache as they were afterwards.
    public let run: DryRun

    /// What failed and how: `request 2, GET /media: truncated`.
    public var name: String {
        var path = "\(request)"
        if let origin = Story.origin(of: request) { path = path.replacing(origin, with: "") }
        return "request \(number), \(path): \(failure)"
    }

    /// What failed and how, what the plan came to, and everything that happened.
    public var description: String {
        let end =
            switch outcome {
            case .success(let value): "the value \(value)"
            case .failure(let error): "the error \(Redaction.standard.text(of: error))"
            }
        return "\(name)\n\(run.story)\n→ \(end)"
    }
}
