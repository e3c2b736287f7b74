import ResourcefulTesting
import TestSupport
import Testing

@testable import ResourcefulOutbox

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A screen beside a program, in dry runs: at once, in virtual time.
struct OutboxUpdatesTests {
    private let outbox = Outbox(.tried(retries: 0))
    private let log = Locked<[ShownValue<[String]>]>([])

    private func run(_ server: EditServer, taking time: @escaping (Request) -> Duration = { _ in .zero }) -> DryRun {
        DryRun(
            baseURL: URL(string: "https://lists.example.org/api"),
            taking: { request, delay in
                delay = time(request)
                return try server.answer(request)
            })
    }

    /// Shows a value while a program runs.
    private func beside(_ program: Plan<Void>, _ loadable: some Loadable<[String]> = Edit.list) -> Plan<Void> {
        let screen = outbox.updates(of: loadable, showing: [.edit]) { [log] new in log.withLock { $0.append(new) } }
        return Plan.first(of: [screen, program])
    }

    /// One plan after the other.
    private func inTurn(_ steps: Plan<Void>...) -> Plan<Void> {
        steps.reduce(Plan.value(())) { done, step in done.flatMap { step } }
    }

    /// Waits for the screen to look again, and expects what it shows.
    private func shows(
        _ value: [String], pending: [String] = [], from source: CacheStatus.Source? = nil, failing: Bool = false,
        after wait: Duration = .seconds(2), sourceLocation: SourceLocation = #_sourceLocation
    ) -> Plan<Void> {
        Plan.wait(for: wait).map { [log] in
            let last = log.withLock { $0.last }
            #expect(last?.value == value, sourceLocation: sourceLocation)
            #expect(last?.pending == pending, sourceLocation: sourceLocation)
            #expect((last?.failure != nil) == failing, sourceLocation: sourceLocation)
            if let source { #expect(last?.status.source == source, sourceLocation: sourceLocation) }
        }
    }

    private func retrying(_ id: String) -> Plan<Void> { outbox.retrying(id).map { #expect($0) } }
    private func dropping(_ id: String) -> Plan<Void> { outbox.dropping(id).map { #expect($0) } }

    private var values: [[String]] { log.withLock { shown in shown.map { $0.value } } }
    private var pending: [[String]] { log.withLock { shown in shown.map { $0.pending } } }
    private var sources: [CacheStatus.Source] { log.withLock { shown in shown.map { $0.status.source } } }

    @Test func `a write shows at once, stays when it is answered, and is in the value that is loaded then`() throws {
        let server = EditServer(["x"])
        var run = run(server) { _ in .seconds(1) }
        let program = inTurn(
            shows(["x"], from: .server), outbox.keeping(.add("a"), as: "1"), shows(["x", "a"], pending: ["1"]),
            outbox.sendingAll, shows(["x", "a"], after: .seconds(4)))
        try run.load(beside(program))
        // Loaded; submitted; answered; loaded again.
        #expect(values == [["x"], ["x", "a"], ["x", "a"], ["x", "a"]])
        #expect(pending == [[], ["1"], [], []])
        #expect(run.requests.map { $0.method } == [.get, .post, .get])
    }

    @Test func `a refused write is taken back, and shows again when a person retries it`() throws {
        let server = EditServer(["x"], fates: [.refused, .accepted])
        var run = run(server)
        let program = inTurn(
            outbox.keeping(.add("a"), as: "1"), outbox.keeping(.add("b"), as: "2"),
            shows(["x", "a", "b"], pending: ["1", "2"]), outbox.sendingAll, shows(["x", "b"], pending: ["2"]),
            retrying("1"), shows(["x", "a", "b"], pending: ["1", "2"]), dropping("2"),
            shows(["x", "a"], pending: ["1"]),
            outbox.sendingAll, shows(["x", "a"]))
        try run.load(beside(program))
        #expect(server.list == ["x", "a"])
    }

    @Test func `a write that is submitted during a slow load shows before the load ends`() throws {
        let server = EditServer(["x"])
        let cached = Edit.list.cached(for: .seconds(1))
        var run = run(server) { $0.method == .get ? .seconds(100) : .zero }
        _ = try run.load(cached)
        let program = inTurn(
            shows(["x"], from: .hit, after: .seconds(10)), outbox.keeping(.add("a"), as: "1"),
            shows(["x", "a"], pending: ["1"], from: .hit),
            shows(["x", "a"], pending: ["1"], from: .server, after: .seconds(100)))
        try run.load(Plan.wait(for: .seconds(5)).flatMap { beside(program, cached) })
    }

    @Test func `a load that began before the answer doesn't take a change back`() throws {
        let server = EditServer(["x"])
        var run = run(server) { $0.method == .get ? .seconds(10) : .seconds(1) }
        // The server makes the list when it is asked, so the first one comes without the change.
        let program = inTurn(
            Plan.wait(for: .seconds(1)), outbox.keeping(.add("a"), as: "1"), outbox.sendingAll,
            shows(["x", "a"], after: .seconds(9)), Plan.wait(for: .seconds(20)))
        try run.load(beside(program))
        #expect(values == [["x", "a"], ["x", "a"]])
        #expect(run.requests.count == 3)
    }

    @Test func `a fresh value in the store is older than an answer, so it is loaded again`() throws {
        let server = EditServer(["x"])
        let cached = Edit.list.cached(for: .seconds(60))
        var run = run(server) { _ in .seconds(1) }
        _ = try run.load(cached)
        try run.load(inTurn(outbox.keeping(.add("a"), as: "1"), outbox.sendingAll))
        try run.load(beside(Plan.wait(for: .seconds(5)), cached))
        #expect(values == [["x", "a"], ["x", "a"]])
        #expect(sources == [.hit, .server])
        // Then the store has it.
        try run.load(beside(Plan.wait(for: .seconds(5)), cached))
        #expect(values.allSatisfy { $0 == ["x", "a"] })
    }

    @Test func `a part that is stored isn't mixed with one that is new, if a write was answered`() throws {
        let server = EditServer(["x"])
        var run = run(server) { _ in .seconds(1) }
        let first = Edit.list.cached(for: .seconds(60))
        let second = Resource<[String]>(json: URL(string: "list?more")!).cached(for: .seconds(60))
        _ = try run.load(first)
        try run.load(inTurn(outbox.keeping(.add("a"), as: "1"), outbox.sendingAll))
        try run.load(beside(Plan.wait(for: .seconds(5)), zip(first, second).map { first, _ in first }))
        #expect(values == [["x", "a"]])
    }

    @Test func `a screen shows that a load has failed, and goes on`() throws {
        let server = EditServer(["x"])
        let cached = Edit.list.cached(for: .seconds(1))
        var run = run(server)
        _ = try run.load(cached)
        server.state.isUp = false
        let program = inTurn(
            shows(["x"], failing: true), outbox.keeping(.add("a"), as: "1"),
            shows(["x", "a"], pending: ["1"], failing: true), outbox.sendingAll, shows(["x", "a"], failing: true))
        try run.load(Plan.wait(for: .seconds(5)).flatMap { beside(program, cached) })
        #expect(run.requests.count == 4, "once for each reason to load")
        // Without a value, there is nothing to show.
        var empty = self.run(server)
        #expect(throws: LoadError.self) { try empty.load(outbox.updates(of: Edit.list, showing: [.edit]) { _ in }) }
    }

    @Test func `an answer that the envelope refuses is a load that fails`() throws {
        let answers = Locked([#"{"code": 0, "data": ["x"]}"#, #"{"code": 7, "message": "closed", "data": []}"#])
        let cached = Edit.list.cached(for: .seconds(1))
        var run = DryRun(baseURL: URL(string: "https://lists.example.org/api"), policies: [.inside(Envelope())]) { _ in
            Response(body: Data(answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.utf8))
        }
        _ = try run.load(cached)
        let program = inTurn(
            Plan.wait(for: .seconds(5)), outbox.keeping(.add("a"), as: "1"),
            shows(["x", "a"], pending: ["1"], failing: true))
        try run.load(Plan.wait(for: .seconds(5)).flatMap { beside(program, cached) })
        #expect(log.withLock { $0.last?.failure } is ServiceError)
    }

    @Test func `what a later version or another program has kept isn't shown, and stops nothing`() throws {
        struct Edit2: Codable { var soul: Int }
        let server = EditServer(["x"], fates: [])
        var run = run(server)
        for (id, change) in [("1", Edit2(soul: 1) as any Encodable & Sendable), ("2", Edit.add("a"))] {
            try run.load(outbox.keeping(Edit.add("a").write, as: id, showing: change))
        }
        run.store["outbox write 3"] = StoreEntry(data: Data("garbage".utf8), date: .distantPast)
        try run.load(beside(Plan.wait(for: .seconds(1))))
        #expect(values == [["x", "a"]])
        // By its old name, and as what it was then.
        log.withLock { $0 = [] }
        let old = OutboxChange<[String]>(Edit2.self, named: "Edit2") { list, edit in list.append("\(edit.soul)") }
        let screen = outbox.updates(of: Edit.list, showing: [.edit, old]) { [log] new in log.withLock { $0.append(new) }
        }
        try run.load(Plan.first(of: [screen, Plan.wait(for: .seconds(1))]))
        #expect(values == [["x", "1", "a"]])
    }

    @Test func `a look reads what waits, and not what was answered long ago`() throws {
        func effects(_ answered: Int, _ waiting: Int) throws -> Int {
            var run = run(EditServer())
            for number in 0..<answered { try run.load(outbox.keeping(.add("\(number)"), as: "\(number)")) }
            try run.load(outbox.sendingAll)
            for number in 0..<waiting { try run.load(outbox.keeping(.add("w\(number)"), as: "w\(number)")) }
            let screen = Screen(Edit.list.plan, [.edit], in: outbox) { _ in }
            try run.load(screen.loading())
            // The first one finds out what is settled.
            _ = try run.load(screen.looking)
            let before = run.events.count
            _ = try run.load(screen.looking)
            return run.events.count - before
        }
        #expect(try effects(0, 3) == effects(50, 3))
        let sizes = try [10, 20, 40].map { try effects(0, $0) }
        #expect(sizes[2] - sizes[1] == 2 * (sizes[1] - sizes[0]), "\(sizes)")
    }
}
