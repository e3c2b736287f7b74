import ResourcefulLab
import ResourcefulTesting
import TestSupport
import Testing

@testable import ResourcefulOutbox

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a screen shows is the server's list with the changes of the writes that wait, whatever happens to them.
@Suite(.permit, .blocking) struct OutboxUpdatesLawTests {
    /// What happens to writes and a screen, one thing after the other.
    private enum Happening: Hashable, CustomStringConvertible {
        case submits
        case sends(EditServer.Fate)
        case loads
        case drops
        case retries
        case restarts

        var description: String {
            switch self {
            case .submits: "submit"
            case .sends(let fate): fate.rawValue
            case .loads: "load"
            case .drops: "drop"
            case .retries: "retry"
            case .restarts: "restart"
            }
        }
    }

    /// A program with a screen, beside a model of its writes.
    private struct World {
        let server: EditServer
        let edits: [Edit]
        let lanes: [String]
        let outbox: Outbox
        let list: Plan<[String]>
        var run: DryRun
        /// The writes that wait, in the order in which they are sent, and those that are refused.
        var (waiting, refused): ([Int], [Int]) = ([], [])
        var submitted = 0
        let shown = Locked<[String]?>(nil)
        var screen: Screen<[String]>?

        init(_ edits: [Edit], lanes: [String], skipping: Bool, caching: Bool) {
            let server = EditServer(["x"], fates: [])
            (self.server, self.edits, self.lanes) = (server, edits, lanes)
            list = caching ? Edit.list.cached().plan : Edit.list.plan
            outbox = Outbox(.tried(retries: 0, skipping ? .skip : .stop))
            run = DryRun(
                baseURL: URL(string: "https://lists.example.org/api"),
                taking: { request, delay in
                    delay = .seconds(1)
                    return try server.answer(request)
                })
        }

        /// Whether a thing can happen now.
        func allows(_ happening: Happening, after past: [Happening]) -> Bool {
            switch happening {
            case .submits: submitted < edits.count
            case .sends(let fate):
                // A server that has made a change doesn't refuse it later.
                !waiting.isEmpty && isFree && past.count { $0 == happening } < (fate == .unreachable ? 1 : 3)
            case .loads, .restarts: past.last != happening && past.count { $0 == happening } < 2
            case .drops: !refused.isEmpty
            case .retries: !refused.isEmpty && past.count { $0 == happening } < 1
            }
        }

        /// Whether the lane goes on.
        private var isFree: Bool { outbox.rule.afterRefusal == .skip || refused.isEmpty }

        mutating func happens(_ happening: Happening) throws {
            switch happening {
            case .submits:
                try run.load(outbox.keeping(edits[submitted], as: "\(submitted)", in: lanes[submitted]))
                waiting.append(submitted)
                submitted += 1
            case .sends(let fate):
                server.state.fates = [fate]
                try run.load(outbox.sending(lanes[waiting[0]]))
                try settle()
            case .loads:
                try load(refreshing: true)
            case .drops: #expect(try run.load(outbox.dropping("\(refused.removeFirst())")))
            case .retries:
                let write = refused.removeFirst()
                #expect(try run.load(outbox.retrying("\(write)")))
                if outbox.rule.afterRefusal == .skip { waiting.append(write) } else { waiting.insert(write, at: 0) }
            case .restarts:
                screen = Screen(list, [.edit], in: outbox) { [shown] new in shown.withLock { $0 = new.value } }
                try load(refreshing: false)
            }
            if let screen { _ = try run.load(screen.looking) }
        }

        private mutating func load(refreshing: Bool) throws {
            try run.load(try #require(screen).loading(refreshing: refreshing))
        }

        private mutating func settle() throws {
            guard let item = try run.load(outbox.item("\(waiting[0])")) else { return }
            if case .refused = item.state { refused.append(waiting.removeFirst()) }
            if case .done = item.state { waiting.removeFirst() }
        }

        var hasOneLane: Bool { Set(lanes).count == 1 }

        /// The law.
        var expected: [String] {
            var list = server.list
            // Lane by lane: lanes change different items.
            for lane in Set(lanes).sorted() {
                for write in waiting where lanes[write] == lane { edits[write].change(&list) }
            }
            return list
        }

        /// Returns a function that brings back what the world shares with its copies.
        func saved() -> () -> Void {
            let (state, shown, screen) = (server.state, shown.withLock { $0 }, screen?.state.withLock { $0 })
            return {
                server.state = state
                self.shown.withLock { $0 = shown }
                if let screen { self.screen?.state.withLock { $0 = screen } }
            }
        }
    }

    /// Tries everything that can happen in so many steps, and checks the law after each. The value is the number of
    /// stories and of steps.
    private static func explore(
        _ edits: [Edit], lanes: [String]? = nil, skipping: Bool = false, caching: Bool = false, depth: Int
    ) throws -> (stories: Int, steps: Int) {
        let all: [Happening] =
            [.submits] + EditServer.Fate.allCases.map { .sends($0) } + [.loads, .drops, .retries, .restarts]
        var (stories, steps): (Int, Int) = (0, 0)
        func tell(_ past: [Happening], _ world: World) throws {
            let next = past.count <= depth ? all.filter { world.allows($0, after: past) } : []
            if next.isEmpty { stories += 1 }
            let back = world.saved()
            for happening in next {
                var world = world
                try world.happens(happening)
                steps += 1
                let (shown, expected) = (world.shown.withLock { $0 }, world.expected)
                // Which lane the server heard first is unknown while an answer is lost: so is the order of their items.
                let isShown =
                    world.hasOneLane ? shown == expected : shown.map { $0.sorted() } == expected.sorted()
                try #require(isShown, "\(edits): \(past + [happening]): \(shown ?? []), not \(expected)")
                try tell(past + [happening], world)
                back()
            }
        }
        var world = World(edits, lanes: lanes ?? edits.map { _ in "" }, skipping: skipping, caching: caching)
        try world.happens(.restarts)
        try tell([.restarts], world)
        return (stories, steps)
    }

    @Test(arguments: [[Edit.add("a"), .add("b")], [.add("a"), .remove("a")], [.remove("x"), .add("x")]])
    func `two writes in both orders show exactly, whatever becomes of them`(edits: [Edit]) throws {
        let depth = Effort.size(reduced: 3, usual: 5, full: 7)
        for (edits, skipping) in [(edits, false), (edits.reversed(), true)] {
            let count = try Self.explore(edits, skipping: skipping, caching: skipping, depth: depth)
            #expect(count.stories > Effort.size(reduced: 30, usual: 150, full: 150), "\(count)")
        }
    }

    @Test func `three writes show exactly, in one lane and in several`() throws {
        let depth = Effort.size(reduced: 3, usual: 5, full: 7)
        let edits = [Edit.remove("x"), .add("a"), .add("x")]
        for lanes in [nil, ["1", "2", "1"]] {
            let count = try Self.explore(edits, lanes: lanes, skipping: true, caching: true, depth: depth)
            #expect(count.stories > Effort.size(reduced: 30, usual: 150, full: 150), "\(count)")
        }
    }

    @Test func `a write that is sent again is in the order of the answers, and can have been passed`() throws {
        for edits in [[Edit.remove("x"), .add("x")], [.add("x"), .remove("x")]] {
            var world = World(edits, lanes: ["", ""], skipping: true, caching: true)
            let story: [Happening] = [
                .restarts, .submits, .submits, .sends(.refused), .sends(.accepted), .retries, .sends(.unreachable),
                // The list that is stored has neither.
                .sends(.accepted), .restarts, .loads,
            ]
            for happening in story {
                try world.happens(happening)
                #expect(world.shown.withLock { $0 } == world.expected, "\(happening)")
            }
        }
    }
}
