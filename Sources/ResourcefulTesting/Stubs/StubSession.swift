/// A running stubbed server: the requests it received, and how often each stub matched.
final class StubSession: Sendable {
    private enum Source: Sendable {
        case stub(RunningStub)
        case function(StubServer.Function)
    }

    private struct State: Sendable {
        var counts: [Int]
        var requests: [Request] = []
    }

    private let sources: [Source]
    /// The fingerprint of each stub; nil for a function.
    private let fingerprints: [StubFingerprint?]
    private let state: Locked<State>
    private let report: (@Sendable (UnansweredRequest) -> Void)?

    init(_ server: StubServer) {
        sources = server.sources.enumerated().map { index, source in
            switch source {
            case .stub(let stub): .stub(RunningStub(stub, index: index))
            case .function(let make): .function(make())
            }
        }
        fingerprints = server.sources.map { if case .stub(let stub) = $0 { StubFingerprint(stub) } else { nil } }
        state = Locked(State(counts: Array(repeating: 0, count: server.sources.count)))
        report = server.report
    }

    /// The requests, in order of arrival.
    var requests: [Request] { state.withLock { $0.requests } }

    /// Returns the answer to a request.
    func answer(to request: Request) -> StubAnswer {
        state.withLock { $0.requests.append(request) }
        let asked = StubRequest(request)
        let fingerprint = StubFingerprint(asked)
        for index in sources.indices where fingerprints[index]?.fits(fingerprint) ?? true {
            switch sources[index] {
            case .stub(let running):
                guard let match = match(of: running, asked) else { continue }
                return running.stub.answer(match)
            case .function(let function):
                do {
                    if let answer = try function(request) { return answer }
                } catch {
                    return .failure(error)
                }
            }
        }
        let unanswered = UnansweredRequest(asked, nearest: misses(asked))
        report?(unanswered)
        return StubAnswer(.mistake(unanswered))
    }

    /// Returns the match of a stub; nil if the stub doesn't match the request or has reached its limit.
    private func match(of running: RunningStub, _ asked: StubRequest) -> StubMatch? {
        guard let variables = running.stub.variables(of: asked) else { return nil }
        let number = state.withLock { state in
            guard state.counts[running.index] < running.stub.limit else { return 0 }
            state.counts[running.index] += 1
            return state.counts[running.index]
        }
        guard number > 0 else { return nil }
        return StubMatch(request: asked.request, variables: variables, number: number)
    }

    /// Returns the reasons why each stub doesn't match a request, the nearest stub first.
    private func misses(_ asked: StubRequest) -> [UnansweredRequest.Miss] {
        let misses = sources.map { source -> (miss: UnansweredRequest.Miss, distance: Int) in
            guard case .stub(let running) = source else {
                return (UnansweredRequest.Miss(stub: "a function", reasons: ["it has no answer"]), .max)
            }
            let stub = running.stub
            var reasons = stub.mismatches(with: asked)
            if reasons.isEmpty { reasons = ["it has given all its answers (at most \(stub.limit))"] }
            let distance = reasons.count * 1_000 + stub.path.distance(from: asked)
            return (UnansweredRequest.Miss(stub: "\(stub)", reasons: reasons), distance)
        }
        return misses.sorted { $0.distance < $1.distance }.map(\.miss)
    }
}

/// A stub and its index. It's a class because many stubs are compared with each request, and references are cheap to
/// copy.
private final class RunningStub: Sendable {
    let stub: Stub
    let index: Int

    init(_ stub: Stub, index: Int) { (self.stub, self.index) = (stub, index) }
}
