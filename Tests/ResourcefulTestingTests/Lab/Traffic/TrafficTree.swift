import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A tree of requests and waits that makes a plan, and says itself how long the plan takes and what it waits for.
indirect enum TrafficTree: CustomStringConvertible {
    case send(Int)
    case wait(Duration)
    case then(TrafficTree, TrafficTree)
    case zip(TrafficTree, TrafficTree)
    case all([TrafficTree], limit: Int?)
    case race(TrafficTree, TrafficTree)

    var plan: Plan<Int> {
        switch self {
        case .send(let number): Self.resource(number).plan.map(\.count)
        case .wait(let duration): Plan.wait(for: duration).map { 0 }
        case .then(let first, let second): first.plan.flatMap { [plan = second.plan] _ in plan }
        case .zip(let left, let right): ResourcefulCore.zip(left.plan, right.plan).map { $0 + $1 }
        case .all(let trees, let limit):
            ResourcefulCore.all(trees.map(\.plan), atOnce: limit).map { $0.reduce(0, +) }
        case .race(let left, let right): first(of: [left.plan, right.plan])
        }
    }

    static func resource(_ number: Int) -> Resource<Data> {
        Resource(url: URL(string: "https://example.org/\(number)")!) { $0 }
    }

    /// The end of a plan, and the numbers of the requests that it has waited for.
    struct End {
        var time: Duration
        var path: [Int]
    }

    /// When a plan that begins after some requests ends, if each request takes its own time, whatever else is sent.
    func end(after start: End, taking time: (Int) -> Duration) -> End {
        switch self {
        case .send(let number): End(time: start.time + time(number), path: start.path + [number])
        case .wait(let duration): End(time: start.time + duration, path: start.path)
        case .then(let first, let second): second.end(after: first.end(after: start, taking: time), taking: time)
        case .zip(let left, let right):
            Self.later(left.end(after: start, taking: time), right.end(after: start, taking: time))
        case .all(let trees, let limit): Self.end(of: trees, limit, after: start, taking: time)
        case .race(let left, let right):
            Self.earlier(left.end(after: start, taking: time), right.end(after: start, taking: time))
        }
    }

    /// Each of so many workers takes the next tree when it is done with one.
    private static func end(
        of trees: [TrafficTree], _ limit: Int?, after start: End, taking time: (Int) -> Duration
    ) -> End {
        var workers = Array(repeating: start, count: max(1, min(limit ?? trees.count, trees.count)))
        for tree in trees {
            guard let next = workers.indices.min(by: { workers[$0].time < workers[$1].time }) else { break }
            workers[next] = tree.end(after: workers[next], taking: time)
        }
        return workers.reduce(start, later)
    }

    private static func later(_ one: End, _ other: End) -> End { other.time > one.time ? other : one }
    private static func earlier(_ one: End, _ other: End) -> End { other.time < one.time ? other : one }

    var numbers: [Int] {
        switch self {
        case .send(let number): [number]
        case .wait: []
        case .then(let first, let second), .zip(let first, let second), .race(let first, let second):
            first.numbers + second.numbers
        case .all(let trees, _): trees.flatMap(\.numbers)
        }
    }

    /// The tree in which requests whose numbers differ by multiples of a number are equal.
    func joined(modulo divisor: Int) -> TrafficTree {
        switch self {
        case .send(let number): .send(number % divisor)
        case .wait: self
        case .then(let first, let second): .then(first.joined(modulo: divisor), second.joined(modulo: divisor))
        case .zip(let left, let right): .zip(left.joined(modulo: divisor), right.joined(modulo: divisor))
        case .all(let trees, let limit): .all(trees.map { $0.joined(modulo: divisor) }, limit: limit)
        case .race(let left, let right): .race(left.joined(modulo: divisor), right.joined(modulo: divisor))
        }
    }

    var description: String {
        switch self {
        case .send(let number): "\(number)"
        case .wait(let duration): "wait(\(duration))"
        case .then(let first, let second): "(\(first) → \(second))"
        case .zip(let left, let right): "(\(left) | \(right))"
        case .race(let left, let right): "first(\(left), \(right))"
        case .all(let trees, let limit): "all(\(trees), \(limit.map(String.init) ?? "-"))"
        }
    }

    /// Makes a tree of at most so many levels, in which each request has a number of its own. Where there are waits,
    /// there are races, too.
    static func arbitrary(
        depth: Int, waits: Bool, count: inout Int, using numbers: inout some RandomNumberGenerator
    ) -> TrafficTree {
        guard depth > 0, Int.random(in: 0..<5, using: &numbers) > 0 else {
            // Hardly two sums of these waits are the same.
            if waits, Int.random(in: 0..<3, using: &numbers) == 0 {
                return .wait(.nanoseconds(Int.random(in: 1..<1_000_000_000, using: &numbers)))
            }
            count += 1
            return .send(count)
        }
        func inner() -> TrafficTree { arbitrary(depth: depth - 1, waits: waits, count: &count, using: &numbers) }
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0, 1: return .then(inner(), inner())
        case 2, 3: return .zip(inner(), inner())
        case 4 where waits: return .race(inner(), inner())
        default:
            let width = Int.random(in: 0..<5, using: &numbers)
            let limit = Bool.random(using: &numbers) ? nil : Int.random(in: 1..<4, using: &numbers)
            return .all((0..<width).map { _ in inner() }, limit: limit)
        }
    }
}
