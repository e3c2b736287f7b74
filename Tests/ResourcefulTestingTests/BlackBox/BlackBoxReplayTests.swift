import ResourcefulDiagnostics
import ResourcefulIdentity
import ResourcefulResilience
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct BlackBoxReplayTests {
    static let api = URL(string: "https://example.org")!

    /// Policies by the bits of a number.
    static func policies(_ choice: UInt64, retries: Int = 2) -> [Policy] {
        var policies: [Policy] = []
        if choice & 1 != 0 { policies.append(.cache()) }
        if choice & 2 != 0 {
            policies.append(.retry(RetryRule(upTo: retries, waits: .exponential(from: .microseconds(200)))))
        }
        if choice & 4 != 0 {
            policies.append(
                .bearer(for: api, token: Token("st4le-t0ken")) { _ in
                    Resource<Token>(url: api.appending(path: "oauth"), method: .post, body: .form(["secret": "cl13nt"]))
                    {
                        Token(try $0.access_token.string)
                    }
                })
        }
        if choice & 8 != 0 { policies.append(.cookies()) }
        if choice & 16 != 0 { policies.append(.hedging(after: .microseconds(300))) }
        if choice & 32 != 0 { policies.append(.limit(atOnce: 2)) }
        if choice & 64 != 0 { policies.append(.circuitBreaker()) }
        if choice & 128 != 0 { policies.append(.rateLimit(perSecond: 5_000, burst: 3)) }
        return policies
    }

    @Test func `a record knows how much of an entry lasts`() async throws {
        struct Found: Error { let counts: [Int?] }
        let write = { @Sendable (name: String, text: String, count: Int?) in
            Plan.write(
                StoreEntry(data: Data(text.utf8), date: Date(timeIntervalSince1970: 0), lastingByteCount: count),
                to: name)
        }
        let plan = write("a", "all", nil).flatMap { write("b", "none", 0) }.flatMap { write("c", "a part", 2) }.flatMap
        {
            zip(Plan.read("a"), Plan.read("b"), Plan.read("c"))
        }.flatMap { a, b, c -> Plan<Int> in throw Found(counts: [a, b, c].map { $0?.lastingByteCount }) }
        let box = BlackBox()
        let webservice = Webservice(observers: [box.observer], transport: StubTransport { _ in Response() })
        await #expect(throws: Found.self) { try await webservice.load(plan) }
        var run = try DryRun(from: try BlackBox.Record(parsing: try #require(box.records.first).data))
        let error = #expect(throws: Found.self) { try run.load(plan) }
        #expect(error?.counts == [nil, 0, 2])
        #expect(run.divergences.isEmpty)
    }

    @Test func `a plan that ran alone, because it would have waited for itself, is repeated`() async throws {
        let inner = Plan.random.map { Int(truncatingIfNeeded: $0) }.shared(as: "run")
        let plan = inner.map { $0 }.shared(as: "run").flatMap { _ -> Plan<Int> in throw CocoaError(.featureUnsupported)
        }
        let box = BlackBox()
        let webservice = Webservice(observers: [box.observer], transport: StubTransport { _ in Response() })
        await #expect(throws: CocoaError.self) { try await webservice.load(plan) }
        let record = try BlackBox.Record(parsing: try #require(box.records.first).data)
        #expect(String(decoding: record.data, as: UTF8.self).contains(#""isAlone":true"#))
        var run = try DryRun(from: record)
        #expect(throws: CocoaError.self) { try run.load(plan) }
        #expect(run.divergences.isEmpty)
    }

    @Test func `a shared run that was canceled before it did anything does nothing when it is repeated`() throws {
        struct Failed: Error {}
        // The second branch began the run, and was canceled with it when the first one had failed.
        let text = """
            {"log": {"version": "1.2", "creator": {"name": "Resourceful", "version": "1"}, "entries": [], "_blackBox": {
                "version": 1, "eventLog": [], "plan": "", "error": "Failed()", "date": 0, "duration": 9,
                "runs": [{"key": "", "hasEnded": true, "lost": 0}, {"key": "run", "hasEnded": true, "lost": 0}],
                "branches": [[0, -1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1], [1, -1, 0, 0]],
                "effects": [
                    {"at": 1, "in": 0, "kind": "end", "branch": 1},
                    {"at": 2, "in": 2, "kind": "run", "key": "run", "run": 1, "isFirst": true},
                    {"at": 3, "in": 2, "kind": "run", "key": "run", "run": null, "isFirst": false}
                ], "responses": []
            }}}
            """
        var run = try DryRun(from: try BlackBox.Record(parsing: Data(text.utf8)))
        let fails = Plan.value(0).flatMap { _ -> Plan<Int> in throw Failed() }
        let shared = Plan.read("entry").map { _ in 1 }.shared(as: "run")
        #expect(throws: Failed.self) { try run.load(all([fails, shared])) }
        #expect(run.divergences.isEmpty)
    }

    @Test func `every random load that failed is repeated, and a changed policy diverges`() async throws {
        var numbers = SplitMix64(seed: 26)
        var (failed, requests) = (0, 0)
        for round in 0..<Effort.size(reduced: 30, usual: 300, full: 5_000) {
            let load = ArbitraryLoad.arbitrary(depth: 4, using: &numbers)
            let choice = numbers.next()
            let box = BlackBox()
            let server = ArbitraryServer(seed: numbers.next())
            let webservice = Webservice(
                policies: Self.policies(choice),
                answers: [
                    .to(.number) {
                        await Task.yield(); return 4
                    }
                ],
                observers: [box.observer], transport: StubTransport { try await server.answer($0) })
            let outcome: Result<Int, any Error>
            do { outcome = .success(try await webservice.load(load.plan)) } catch { outcome = .failure(error) }
            guard case .failure(let error) = outcome, !(error is CancellationError) else {
                #expect(box.records.isEmpty)
                continue
            }
            failed += 1
            let record = try BlackBox.Record(parsing: try #require(box.records.first).data)
            var run = try DryRun(from: record, policies: Self.policies(choice))
            run.answer(.number) { 4 }
            let repeated = Result { try run.load(load.plan) }
            requests += run.requests.count
            let text = String(decoding: record.data, as: UTF8.self)
            if !run.divergences.isEmpty {
                Issue.record(
                    "round \(round), \(load), \(choice % 256): \(run.divergences)\n\(record)\n\(run.eventLog)\n\(text)")
                return
            }
            guard case .failure = repeated else { Issue.record("round \(round)"); return }
            let isAnswered = run.events.contains { event in
                if case .received(_, let request) = event.kind { request.url.path != "/oauth" } else { false }
            }
            if isAnswered {
                let version = Policy.headerFields(["X-Version": "2"])
                var changed = try DryRun(from: record, policies: Self.policies(choice) + [version])
                changed.answer(.number) { 4 }
                _ = try? changed.load(load.plan)
                #expect(changed.divergences.contains { $0.asked == "x-version: 2" && $0.recorded == nil }, "\(round)")
            }
            for secret in ["t0psecret", "st4le-t0ken", "fr3sh-t0ken", "cl13nt", "s3ss10n", "hunter2"]
            where text.contains(secret) {
                Issue.record("\(secret) in \(text)")
                return
            }
        }
        #expect(failed > 10 && requests > 10)
    }
}
