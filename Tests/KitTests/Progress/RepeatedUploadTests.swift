import ResourcefulProgress
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The progress of an upload that a server refuses at first.
struct RepeatedUploadTests {
    private static let base = URL(string: "https://example.org/")!
    private static let size = 1_000_000
    private static let upload = Resource<Void>("song", method: .put, body: .data(Data(count: size)))
    private static let refresh = Resource<Token>(
        url: URL(string: "token")!, method: .post, body: .data(Data(count: 118)), parseJSON: Token.oauth)
    private static let policies: [Policy] = [
        .retry(RetryRule(upTo: 1, waits: .exponential(from: .seconds(2), jitter: .none), budget: nil)),
        .bearer(for: base, token: Token("old", refreshToken: "r")) { _ in refresh },
    ]

    /// A server that refuses the upload once with a status.
    private static func server(refusingWith status: Response.Status) -> StubServer {
        let token = StubAnswer.json(["access_token": "new"])
        return [
            Stub(.put, "song").answers(.status(status).after(.seconds(4)), .status(204).after(.seconds(4))),
            Stub(.post, "token").answers(token.after(.seconds(2))),
        ]
    }

    private static func progress(refusedWith status: Response.Status) throws -> [TransferProgress] {
        var run = DryRun(baseURL: base, policies: policies, server(refusingWith: status))
        var shown: [TransferProgress] = []
        try run.load(upload, every: .seconds(1)) { shown.append($0) }
        return shown
    }

    @Test(arguments: [401, 503] as [Response.Status]) func `a refused upload keeps its total until it is sent again`(
        status: Response.Status
    ) throws {
        let shown = try Self.progress(refusedWith: status)
        #expect(shown.dropFirst().allSatisfy { $0.expectedToSend == Self.size }, "\(shown)")
        #expect(shown.allSatisfy { $0.sent % 250_000 == 0 }, "the request for a token doesn't count: \(shown)")
        let fractions = shown.compactMap(\.fraction)
        #expect(fractions == fractions.sorted() && fractions.dropLast().allSatisfy { $0 < 1 })
        #expect(shown.last?.sent == Self.size && shown.last?.received == 0 && shown.last?.isFinished == true)
    }

    @Test func `a token and a retry show the same progress`() throws {
        let (refused, failed) = (try Self.progress(refusedWith: 401), try Self.progress(refusedWith: 503))
        #expect(refused.map(\.description) == failed.map(\.description))
    }

    @Test func `it says that it is sent again, and no time is left while nothing is under way`() throws {
        for status: Response.Status in [401, 503] {
            let shown = try Self.progress(refusedWith: status).map(\.description)
            #expect(
                shown == [
                    "0 bytes", "250.0 KB of 1.0 MB, 25 %",
                    "500.0 KB of 1.0 MB, 50 %, 250.0 KB/s, 2 s left",
                    "750.0 KB of 1.0 MB, 75 %, 250.0 KB/s, 1 s left", "0 bytes of 1.0 MB, interrupted",
                    "0 bytes of 1.0 MB, sent again", "250.0 KB of 1.0 MB, sent again, 250.0 KB/s, 3 s left",
                    "500.0 KB of 1.0 MB, sent again, 250.0 KB/s, 2 s left",
                    "750.0 KB of 1.0 MB, 75 %, 250.0 KB/s, 1 s left", "1.0 MB of 1.0 MB, 100 %",
                ], "\(shown)")
        }
    }

    @Test func `a token that is requested before the first request doesn't count`() throws {
        let content = StubAnswer.data(Data(count: 1_000), headerFields: ["Content-Length": "1000"])
        let server: StubServer = [
            Stub(.post, "token").answers(.json(["access_token": "new"]).after(.seconds(2))),
            Stub("song").answers(content.after(.seconds(2))),
        ]
        var run = DryRun(baseURL: Self.base, policies: [.bearer(for: Self.base) { _ in Self.refresh }], server)
        var shown: [TransferProgress] = []
        _ = try run.load(Resource<Data>("song"), every: .seconds(1)) { shown.append($0) }
        #expect(shown.map(\.received) == [0, 0, 0, 500, 1_000], "\(shown)")
        #expect(shown.map(\.fraction) == [nil, nil, 0, 0.5, 1] && shown.allSatisfy { $0.sent == 0 }, "\(shown)")
    }

    @Test func `live, the request for a token doesn't count, and the total stays`() async throws {
        let meter = Locked<ProgressMeter?>(nil)
        let seen = Locked<[String]>([])
        let webservice = Webservice(
            baseURL: Self.base, policies: Self.policies,
            transport: StubTransport { request in
                let progress = meter.withLock { $0 }?.progress
                seen.withLock { $0.append("\(request.method) \(progress?.expectedToSend ?? -1)") }
                if request.url.lastPathComponent == "token" {
                    return Response(body: Data(#"{"access_token":"new"}"#.utf8))
                }
                return Response(status: request.headerFields["Authorization"] == "Bearer new" ? 204 : 401)
            })
        let own = ProgressMeter()
        meter.withLock { $0 = own }
        try await webservice.metered(by: own.exchange).load(Self.upload)
        #expect(seen.withLock { $0 } == ["PUT 1000000", "POST 1000000", "PUT 1000000"])
        own.succeed()
        let end = own.progress
        #expect(end.expectedToSend == end.sent && end.received == 0 && [0, Self.size].contains(end.sent), "\(end)")
    }
}

extension ProgressTallyTests {
    @Test func `a request that is given up for another one doesn't stay in the total`() {
        for (size, total) in [(100, 100), (0, 0), (30, 130)] {
            var tally = ProgressTally()
            let first = tally.began(toSend: 100)
            tally.sent(60, first)
            tally.ended(first, inVain: true)
            #expect(tally.progress(at: .zero).expectedToSend == 100)
            let second = tally.began(toSend: size, of: Request("another"))
            #expect(tally.progress(at: .zero).expectedToSend == total)
            tally.sent(size, second)
            tally.ended(second, inVain: false)
            tally.succeeded()
            #expect(tally.progress(at: .zero).expectedToSend == size && tally.progress(at: .zero).sent == size)
        }
    }
}
