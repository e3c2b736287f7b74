import ResourcefulTesting
import TestSupport
import Testing

@testable import ResourcefulOutbox

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A screen beside a program that submits and sends, in drawn orders, while the process ends before any effect.
@Suite(.permit, .blocking) struct OutboxUpdatesExplorationTests {
    private static let outbox = Outbox(.tried(retries: 0))

    /// What a process has shown, one list after the other.
    private static func lists(
        seed: UInt64, crash: Int?, _ server: EditServer, screens: Int = 1
    ) throws -> (lists: [[String]], last: [String]?) {
        let log = Locked<[[String]]>([])
        let outbox = outbox
        let program = outbox.keeping(.add("a"), as: "1").flatMap { outbox.keeping(.add("b"), as: "2") }
            .flatMap { outbox.sendingAll }
        let screen = outbox.updates(of: Edit.list.cached(), showing: [.edit]) { new in
            log.withLock { $0.append(new.value) }
        }
        var run = DryRun(
            baseURL: URL(string: "https://lists.example.org/api"),
            taking: { request, delay in
                delay = .milliseconds(request.method == .get ? 30 : 20)
                return try server.answer(request)
            })
        run.order = .drawn(seed: seed)
        if let crash {
            run.crash(before: [crash])
            _ = try? run.load(Plan.first(of: [screen, program]))
            run.crash(before: [])
        }
        // Time for a claim of the process that has ended, and for the last load.
        let end = program.flatMap { Plan.wait(for: .seconds(70)) }.flatMap { outbox.sendingAll }
        try run.load(Plan.first(of: [screen, end.flatMap { Plan.wait(for: .seconds(5)) }]))
        return (log.withLock { $0 }, log.withLock { $0.last })
    }

    @Test func `what is shown stays shown until the server's list has it, wherever the process ends`() throws {
        var shown = 0
        for seed in 0..<Effort.size(reduced: UInt64(24), usual: 600, full: 5_000) {
            let server = EditServer()
            let (lists, last) = try Self.lists(seed: seed, crash: seed % 3 == 0 ? nil : Int(seed % 97), server)
            for (before, after) in zip(lists, lists.dropFirst()) {
                try #require(Set(before).isSubset(of: after), "seed \(seed): \(lists)")
            }
            try #require(lists.allSatisfy { $0 == $0.sorted() && Set($0).count == $0.count }, "seed \(seed): \(lists)")
            try #require(last == ["a", "b"] && server.list == ["a", "b"], "seed \(seed): \(lists)")
            shown += lists.count
        }
        #expect(shown > 0)
    }

    @Test func `what is refused disappears once, and what is behind it stays`() throws {
        for seed in 0..<Effort.size(reduced: UInt64(16), usual: 400, full: 4_000) {
            let server = EditServer(fates: [.refused])
            let (lists, last) = try Self.lists(seed: seed, crash: nil, server)
            let changes = lists.map { $0.contains("a") }
            let flips = zip(changes, changes.dropFirst()).filter { $0 != $1 }.count
            try #require(flips <= 2 && last == ["b"], "seed \(seed): \(lists)")
            try #require(server.list == [], "seed \(seed): \(server.list)")
        }
    }
}
