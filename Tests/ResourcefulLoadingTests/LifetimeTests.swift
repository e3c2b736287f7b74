import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Loads are allowed until a lifetime ends.
struct LifetimeTests {
    private static let api = URL(string: "https://example.org/api")!
    private static let hour = Duration.seconds(3600)

    /// A Webservice whose first answers come at once, and whose others are held.
    private struct Held {
        let lifetime = LoadLifetime()
        let sent = Counter()
        let answer: Gate
        let webservice: Webservice

        init(policies: [Policy] = [], after count: Int = 0, fields: HeaderFields = [:], opensAt number: Int = 2) {
            let (sent, answer) = (sent, Gate(number))
            self.answer = answer
            webservice = Webservice(
                baseURL: LifetimeTests.api, policies: policies,
                transport: StubTransport { request in
                    sent.add()
                    if sent.value > count { await answer.pass() }
                    try Task.checkCancellation()
                    if request.method == .post { return Response(body: Data(#"{"access_token": "new"}"#.utf8)) }
                    return Response(headerFields: fields, body: Data("\(sent.value)".utf8))
                }
            ).lasting(lifetime)
        }
    }

    private static let resource = Resource<Data>(Request("a"))

    private static func isRefused(_ error: (any Error)?) -> Bool {
        guard let error = error as? LifetimeEnded else { return false }
        return "\(error)".contains("has been shut down") && !"\(error)".contains("about:invalid")
    }

    /// The error of a load; nil if it has a value.
    private static func error(_ load: () async throws -> Void) async -> (any Error)? {
        do {
            try await load()
            return nil
        } catch {
            return error
        }
    }

    @Test func `a load under way ends with its value, and a new one fails at once, whatever it is`() async throws {
        let held = Held()
        let webservice = held.webservice
        let load = Task { try await webservice.load(Self.resource) }
        #expect(await eventually { held.sent.value == 1 })
        let end = Task { await held.lifetime.end(within: Self.hour) }
        #expect(await eventually { held.lifetime.isOver })
        for load: @Sendable () async throws -> Void in [
            { _ = try await webservice.load(Self.resource) },
            { _ = try await webservice.load(Self.resource.plan) },
            { _ = try await webservice.account("alice").load(Self.resource) },
            { for try await _ in webservice.updates(of: Self.resource) {} },
            { _ = try await webservice.load(zip(Self.resource, Self.resource)) },
        ] {
            #expect(Self.isRefused(await Self.error(load)))
        }
        #expect(held.sent.value == 1 && held.lifetime.count == 1)
        await held.answer.pass()
        #expect(try await load.value == Data("1".utf8))
        #expect(await end.value && held.lifetime.count == 0)
        #expect(await held.lifetime.end(within: .zero), "ended twice")
    }

    @Test func `a fresh response in memory isn't served when the lifetime is over`() async throws {
        let held = Held(policies: [.cache()], after: 1, fields: ["Cache-Control": "max-age=3600"])
        for _ in 0..<2 { _ = try await held.webservice.load(Self.resource) }
        #expect(held.sent.value == 1)
        await held.lifetime.end(within: Self.hour)
        #expect(Self.isRefused(await Self.error { _ = try await held.webservice.load(Self.resource) }))
    }

    @Test(arguments: [true, false])
    func `a validation in the background has time to end, and no more`(hasTime: Bool) async throws {
        let fields: HeaderFields = ["Cache-Control": "max-age=0, stale-while-revalidate=3600", "ETag": "\"1\""]
        let held = Held(policies: [.cache()], after: 1, fields: fields)
        for _ in 0..<2 { #expect(try await held.webservice.load(Self.resource) == Data("1".utf8)) }
        #expect(await eventually { held.sent.value == 2 })
        #expect(held.lifetime.count == 1)
        let end = Task { await held.lifetime.end(within: hasTime ? Self.hour : .zero) }
        if hasTime {
            #expect(await eventually { held.lifetime.isOver } && held.lifetime.count == 1)
        }
        // A stub doesn't end when it is canceled: the end waits for it a moment.
        await held.answer.pass()
        #expect(await end.value == hasTime && held.lifetime.count == 0)
    }

    @Test func `a refresh whose loads were canceled is waited for`() async throws {
        let bearer = Policy.bearer(for: Self.api) { _ in
            Resource<Token>(url: Self.api.appending(path: "token"), method: .post, parseJSON: Token.oauth)
        }
        let held = Held(policies: [bearer])
        let load = Task { try await held.webservice.load(Self.resource) }
        #expect(await eventually { held.sent.value == 1 && held.lifetime.count == 2 })
        load.cancel()
        #expect(await Self.error { _ = try await load.value } is CancellationError)
        #expect(held.lifetime.count == 1)
        let end = Task { await held.lifetime.end(within: Self.hour) }
        #expect(await eventually { held.lifetime.isOver })
        await held.answer.pass()
        #expect(await end.value && held.lifetime.count == 0)
    }

    @Test(arguments: 0..<3) func `what remains is canceled: at the limit, at an earlier one, or with the task`(
        way: Int
    ) async throws {
        // A wait before a retry, and one for a permit.
        let rule = RetryRule(upTo: 1, waits: .constant(Self.hour), budget: nil)
        let lifetime = LoadLifetime()
        let sent = Counter()
        let webservice = Webservice(
            baseURL: Self.api, policies: [.limit(atOnce: 1), .retry(rule)],
            transport: StubTransport { _ in
                sent.add()
                return Response(status: 503)
            }
        ).lasting(lifetime)
        let loads = ["a", "b", "c"].map { path in
            Task { await Self.error { _ = try await webservice.load(Resource<Data>(Request(path))) } }
        }
        #expect(await eventually { sent.value == 1 && webservice.waitingCount == 2 })
        let end = Task { await lifetime.end(within: way == 0 ? .zero : Self.hour) }
        #expect(await eventually { lifetime.isOver })
        if way == 1 { #expect(await !lifetime.end(within: .zero)) }
        if way == 2 { end.cancel() }
        #expect(await !end.value && lifetime.count == 0)
        for load in loads { #expect(await load.value is CancellationError) }
        #expect(sent.value == 1)
    }

    @Test func `two Webservices share a lifetime, and another one isn't affected`() async throws {
        let lifetime = LoadLifetime()
        let one = Webservice(baseURL: Self.api, transport: StubTransport { _ in Response() })
        let two = Webservice(baseURL: Self.api, transport: StubTransport { _ in Response() }).lasting(lifetime)
        _ = try await one.lasting(lifetime).load(Self.resource)
        #expect(await lifetime.end(within: .zero))
        #expect(Self.isRefused(await Self.error { _ = try await one.lasting(lifetime).load(Self.resource) }))
        #expect(Self.isRefused(await Self.error { _ = try await two.load(Self.resource) }))
        #expect(try await one.load(Self.resource) == Data())
    }
}
