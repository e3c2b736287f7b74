import ResourcefulTesting
import TestSupport
import Testing

@testable import ResourcefulOutbox

/// A disk that is full while writes are submitted: what was submitted is kept, or the submission has failed.
@Suite(.permit, .blocking) struct FullDiskTests {
    private let outbox = Outbox(.tried())

    /// Submits two orders. The value is those that are kept.
    private func submit(to store: FillingDisk) async throws -> [String] {
        let webservice = Webservice(store: store, transport: StubTransport { _ in Response(status: 500) })
        var kept: [String] = []
        for id in ["a", "b"] {
            do {
                try await webservice.load(outbox.keeping(order(id), as: id, in: "cart"))
                kept.append(id)
            } catch let error as OutboxError {
                #expect(error.kind == .notKept && error.message.contains("full"))
            }
        }
        return kept
    }

    @Test func `whenever the disk is full, and whether the process ends then, each order is taken once`() async throws {
        var failures = 0
        for first in 0..<14 {
            for count in [1, 2, 3, 100] {
                failures += try await check("\(first) \(count)") { attempt, _ in
                    (first..<first + count).contains(attempt)
                }
            }
        }
        #expect(failures > 20)
    }

    @Test func `whichever entries can't be written, and whether the process ends then, each order is taken once`()
        async throws
    {
        var (failures, names) = (0, 0)
        for failing in 0..<256 where !Effort.isReduced || failing.nonzeroBitCount < 4 {
            let disk = Locked(0)
            failures += try await check("\(String(failing, radix: 2))") { _, entry in
                disk.withLock { $0 = max($0, entry + 1) }
                return failing >> entry & 1 == 1
            }
            names = max(names, disk.withLock(\.self))
        }
        #expect(names == 8 && failures > 200, "\(names) entries, \(failures) failures")
    }

    /// Submits two orders to a disk some of whose changes fail, ends the process or not, and sends all. Returns the
    /// number of submissions that have failed.
    private func check(_ name: String, _ isFull: @escaping @Sendable (Int, Int) -> Bool) async throws -> Int {
        var failures = 0
        for isKilled in [false, true] {
            let disk = FillingDisk(isFull)
            let kept = try await submit(to: disk)
            failures += 2 - kept.count
            disk.frees(forgetting: isKilled)
            let server = OrderServer()
            var run = DryRun(server.answer)
            run.store = disk.entries
            try run.load(outbox.sendingAll)
            #expect(kept.allSatisfy(server.taken.contains), "\(name) \(isKilled)")
            for id in ["a", "b"] where !kept.contains(id) {
                try run.load(outbox.keeping(order(id), as: id, in: "cart"))
            }
            try run.load(outbox.sendingAll)
            #expect(server.taken.sorted() == ["a", "b"], "\(name) \(isKilled)")
            #expect(server.taken == ["a", "b"] || kept.count < 2, "\(name) \(isKilled)")
        }
        return failures
    }

    @Test func `a store that says nothing about what lasts keeps everything`() async throws {
        #expect(try await submit(to: FillingDisk { _, _ in false }) == ["a", "b"])
    }
}

/// A store that can't write some of its changes. It keeps those in memory, says so, and tries them again before each
/// other change, which is written meanwhile.
final class FillingDisk: EntryStore {
    private struct State {
        var kept: [String: StoreEntry] = [:]
        /// What isn't written, in its order; nil for a removal.
        var pending: [(name: String, entry: StoreEntry?)] = []
        var attempts = 0
        /// The entries, in the order in which they were first written.
        var names: [String] = []

        func entry(_ name: String) -> StoreEntry? {
            pending.last { $0.name == name }.map(\.entry) ?? kept[name]
        }

        /// Tries to write what waits, each once.
        mutating func flush(_ isFull: (Int, Int) -> Bool) {
            for change in pending {
                guard !fails(change.name, isFull) else { continue }
                kept[change.name] = change.entry
                pending.removeAll { $0.name == change.name }
            }
        }

        /// Tries to write one.
        mutating func fails(_ name: String, _ isFull: (Int, Int) -> Bool) -> Bool {
            if !names.contains(name) { names.append(name) }
            defer { attempts += 1 }
            return isFull(attempts, names.firstIndex(of: name) ?? 0)
        }
    }

    private let state = Locked(State())
    private let isFull: @Sendable (Int, Int) -> Bool

    /// - Parameter isFull: Whether an attempt to write one change fails, by its number, and that of the entry.
    init(_ isFull: @escaping @Sendable (_ attempt: Int, _ entry: Int) -> Bool) { self.isFull = isFull }

    func read(_ name: String) -> StoreEntry? {
        state.withLock { state in
            var entry = state.entry(name)
            if state.pending.contains(where: { $0.name == name }) { entry?.lastingByteCount = 0 }
            return entry
        }
    }

    func update(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) -> StoreEntry? {
        state.withLock { [isFull] state in
            state.flush(isFull)
            let before = state.entry(name)
            let after = change(before)
            guard after != before else { return before }
            let fails = state.fails(name, isFull)
            state.pending.removeAll { $0.name == name }
            if fails { state.pending.append((name, after)) } else { state.kept[name] = after }
            return before
        }
    }

    /// Gives the disk space again, with or without the end of the process.
    func frees(forgetting: Bool) {
        state.withLock { state in
            if forgetting { state.pending = [] }
            state.flush { _, _ in false }
        }
    }

    /// What is on the disk.
    var entries: [String: StoreEntry] { state.withLock { $0.kept } }
}
