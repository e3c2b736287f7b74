import Foundation
import ResourcefulCurl
import Synchronization

/// Eight loads at a time from each of several origins.
struct Client {
    private struct Article: Decodable, Sendable { let number: Int }

    private let webservice: Webservice
    private let tasks: [Resource<Article>]

    init(loops: Int, ports: [Int]) {
        webservice = Webservice(transport: CurlTransport(proxy: .none, loops: loops))
        // Each has a URL of its own: equal loads would become one.
        tasks = ports.flatMap { port in
            (0..<8).compactMap { URL(string: "http://127.0.0.1:\(port)/\($0).json") }.map { Resource(json: $0) }
        }
    }

    /// Loads so often, in all tasks together.
    func load(_ count: Int) async throws {
        let left = State(count: count)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for resource in tasks {
                group.addTask {
                    while left.count.subtract(1, ordering: .relaxed).newValue >= 0 {
                        _ = try await webservice.load(resource)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Loads for so long, after half a second that doesn't count.
    func measure(seconds: Int) async throws -> Figures {
        let state = State(count: 0)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for resource in tasks {
                group.addTask {
                    while !state.isOver.load(ordering: .relaxed) {
                        _ = try await webservice.load(resource)
                        state.count.add(1, ordering: .relaxed)
                    }
                }
            }
            try await Task.sleep(for: .milliseconds(500))
            let (before, begun) = (Usage(), state.count.load(ordering: .relaxed))
            try await Task.sleep(for: .seconds(seconds))
            let (after, ended) = (Usage(), state.count.load(ordering: .relaxed))
            state.isOver.store(true, ordering: .relaxed)
            try await group.waitForAll()
            return Figures(before, after, loads: ended - begun)
        }
    }
}

/// What the tasks share.
private final class State: Sendable {
    let count: Atomic<Int>
    let isOver = Atomic(false)

    init(count: Int) { self.count = Atomic(count) }
}

/// What a process had used at some moment, in nanoseconds.
struct Usage {
    let wall: Int
    let processor: Int
    /// The processor time of each thread of the transport.
    let loops: [String: Int]

    init() {
        wall = Self.clock(CLOCK_MONOTONIC)
        processor = Self.clock(CLOCK_PROCESS_CPUTIME_ID)
        var loops: [String: Int] = [:]
        for task in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [] {
            let folder = "/proc/self/task/\(task)"
            guard (try? String(contentsOfFile: "\(folder)/comm", encoding: .utf8)) == "resourceful\n",
                let text = try? String(contentsOfFile: "\(folder)/schedstat", encoding: .utf8)
            else { continue }
            loops[task] = text.split(separator: " ").first.flatMap { Int($0) }
        }
        self.loops = loops
    }

    private static func clock(_ kind: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(kind, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
}

/// What one process has measured.
struct Figures {
    var loadsPerSecond: Double
    /// Microseconds of processor time of a load: in all threads, and in the threads of the loops.
    var processor: Double
    var loops: Double
    /// The share of the time that the busiest loop's thread ran.
    var busiest: Double

    init(_ before: Usage, _ after: Usage, loads: Int) {
        let (wall, loads) = (Double(after.wall - before.wall), Double(max(1, loads)))
        let times = after.loops.map { Double($0.value - (before.loops[$0.key] ?? 0)) }
        loadsPerSecond = loads / wall * 1e9
        processor = Double(after.processor - before.processor) / loads / 1_000
        loops = times.reduce(0, +) / loads / 1_000
        busiest = (times.max() ?? 0) / wall
    }

    init?(line: String) {
        let numbers = line.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 4 else { return nil }
        (loadsPerSecond, processor, loops, busiest) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    var line: String { "\(loadsPerSecond) \(processor) \(loops) \(busiest)" }
}
