import ResourcefulTesting
import Testing

struct OutcomesTests {
    private static let kinds: [TransportError.Kind] = [
        .cannotResolveHost, .cannotConnect, .proxyRefused, .timedOut, .connectionLost, .insecure, .malformedResponse,
        .tooLarge, .cannotRedirect, .unavailable, .circuitOpen, .addressRefused, .other,
    ]

    private func failure(_ kind: TransportError.Kind, stage: LoadError.Stage = .transport) -> Result<
        Response, any Error
    > {
        .failure(
            LoadError(stage: stage, request: Request(url: Sample.url), underlyingError: TransportError(kind, "no")))
    }

    @Test func `the reason of an outcome is its whole message, on one line`() {
        let message = "no connection could be made to 127.0.0.1 port 34619:\n" + String(repeating: "a", count: 200)
        let error = TransportError(.cannotConnect, message)
        let request = Request(url: Sample.url)
        var outcome = Result<Response, any Error>.failure(
            LoadError(stage: .transport, request: request, underlyingError: error))
        #expect(
            Outcomes.transient.match(&outcome, of: request)
                == message.split(separator: "\n").joined(separator: " "))
    }

    @Test func `a union has the outcomes of both, a difference only the first's`() throws {
        let sets: [Outcomes] = [
            .none, .status(403, 503), .status(in: 500..<600), .status(in: 0..<5000), .transport(.timedOut), .transient,
            .serverFailure, .status(429).or(.transport(.other, .insecure)),
        ]
        let outcomes =
            try (100..<1000).map { Result<Response, any Error>.success(Response(status: try #require(.init($0)))) }
            + Self.kinds.map { failure($0) }
        for left in sets {
            for right in sets {
                let (union, difference) = (left.or(right), left.except(right))
                let wrong = outcomes.filter { outcome in
                    let (isLeft, isRight) = (left.contains(outcome), right.contains(outcome))
                    return union.contains(outcome) != (isLeft || isRight)
                        || difference.contains(outcome) != (isLeft && !isRight)
                }
                #expect(wrong.isEmpty, "\(left), \(right)")
            }
        }
    }

    @Test func `only errors of the transport are among them, of any make`() {
        struct Broken: Error {}
        let all = Self.kinds.reduce(Outcomes.none) { $0.or(.transport($1)) }
        for kind in Self.kinds {
            #expect(Outcomes.transport(kind).contains(failure(kind)))
            for stage in [LoadError.Stage.request, .status, .parse] {
                #expect(!all.contains(failure(kind, stage: stage)))
            }
        }
        #expect(!all.contains(.failure(CancellationError())))
        #expect(!all.contains(.failure(Broken())))
        let wrapped = LoadError(stage: .transport, request: Request(url: Sample.url), underlyingError: Broken())
        #expect(Outcomes.transport(.other).contains(.failure(wrapped)))
        #expect(!all.except(.transport(.other)).contains(.failure(wrapped)))
    }

    @Test func `they are described in their order`() {
        #expect(Outcomes.none.description == "nothing")
        #expect(Outcomes.status(503, 403, 502).description == "403, 502, 503")
        #expect(Outcomes.status(in: 500..<600).or(.transport(.timedOut)).description == "500–599, timedOut")
    }
}
