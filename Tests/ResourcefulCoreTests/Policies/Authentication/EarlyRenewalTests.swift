import Foundation
import ResourcefulLab
import ResourcefulTesting
import Testing

/// A token that still holds, and can't be renewed yet.
struct EarlyRenewalTests {
    private static let url = URL(string: "https://example.org/")!

    /// A bearer whose first token holds for 600 seconds, and is renewed in the last 30 of them.
    private static let bearer = Policy.bearer(for: url, token: Token("first", lifetime: .seconds(600))) { old in
        Resource(url: URL(string: "token")!, method: .post) { (_: Data) in Token("second", lifetime: .seconds(3_600)) }
    }

    private static let get = Plan.send(Request(url: url))

    private static func at(_ second: Int) -> Plan<Void> { Plan<Void>.wait(for: .seconds(second)) }

    private static func sent(_ run: DryRun) -> [String] {
        run.requests.map { $0.headerFields["Authorization"] ?? "\($0.method)" }
    }

    @Test func `it is sent if its renewal fails, until it has expired`() throws {
        for failure in [ExchangeFailure.status(503), .status(400), .timedOut, .refused, .reset] {
            var run = DryRun(policies: [Self.bearer]) { _ in Response() }
            _ = try run.load(Self.get)
            run.fail([2: failure, 4: failure, 6: failure])
            _ = try run.load(Self.at(580).flatMap { Self.get })
            _ = try run.load(Self.at(19).flatMap { Self.get })
            #expect(Self.sent(run) == ["Bearer first", "POST", "Bearer first", "POST", "Bearer first"], "\(failure)")
            // A server that refuses it can't be helped, and an old token isn't sent.
            #expect(throws: (any Error).self) { try run.load(Self.at(1).flatMap { Self.get }) }
            _ = try run.load(Self.get)
            #expect(Self.sent(run).suffix(3) == ["POST", "POST", "Bearer second"], "\(failure)")
        }
    }

    @Test func `it is sent if renewing it takes longer than half of its time left, and that goes on`() throws {
        let slow = Policy { request, next in
            request.method == .post ? Plan.wait(for: .seconds(100)).flatMap { next(request) } : next(request)
        }
        var run = DryRun(policies: [Self.bearer, slow]) { _ in Response() }
        _ = try run.load(Self.get)
        let start = run.elapsed
        _ = try run.load(Self.at(580).flatMap { Self.get })
        #expect(run.elapsed - start == .seconds(590))
        #expect(Self.sent(run) == ["Bearer first", "Bearer first"])
        // The next load joins the renewal that is under way, and no other one begins.
        _ = try run.load(Self.at(10).flatMap { Self.get })
        #expect(Self.sent(run).suffix(2) == ["POST", "Bearer second"])
        #expect(run.elapsed - start == .seconds(680))
    }

    @Test func `it isn't sent any more after a sign-out or for another user`() throws {
        let slow = Policy { request, next in
            request.method == .post ? Plan.wait(for: .seconds(6)).flatMap { next(request) } : next(request)
        }
        let changes: [(Plan<Void>, [String])] = [
            (.signOut(of: Self.url), []), (.signIn(with: Token("of another"), for: Self.url), ["Bearer of another"]),
        ]
        for (change, after) in changes {
            var run = DryRun(policies: [Self.bearer, slow]) { $0.method == .post ? Response(status: 503) : Response() }
            _ = try run.load(Self.get)
            let load = Self.at(580).flatMap { Self.get }.map { _ in () }.recover { _ in }
            _ = try run.load(Plan.all([load, Self.at(583).flatMap { change }]))
            #expect(Self.sent(run) == ["Bearer first", "POST"] + after)
        }
    }

    @Test func `a token that holds is sent in every order, whatever fails`() throws {
        let load = Self.at(580).flatMap { Self.get }
        let exploration = try DryRun.explore(
            Self.get.flatMap { _ in load }, in: { DryRun(policies: [Self.bearer]) { _ in Response() } },
            failing: [.status(503), .timedOut], atMost: 2,
            always: [
                .holds("a failed renewal fails no load") { world in
                    guard case .failure(let error) = world.outcome else { return true }
                    return (error as? LoadError)?.request.method != .post
                }
            ])
        #expect(exploration.isComplete)
    }
}
