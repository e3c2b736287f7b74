import Foundation
import ResourcefulLab
import Testing

struct TrafficBudgetTests {
    private func traffic(_ plan: Plan<String>) throws -> Traffic {
        try Traffic(
            of: plan, in: { DryRun { _ in Response(body: Data(count: 958)) } }, roundTrip: .milliseconds(120),
            bytesPerSecond: 200_000)
    }

    private let small = get("start").flatMap { _ in get("feed") }
    private let large = get("start").flatMap { _ in zip(get("feed"), get("profile")) }.flatMap { _ in get("news") }

    @Test func `a budget is kept up to its last request, round trip, byte and attosecond`() throws {
        let traffic = try traffic(small)
        let bytes = traffic.bytesSent + traffic.bytesReceived
        try traffic.assertWithin()
        try traffic.assertWithin(requests: 2, roundTrips: 2, bytes: bytes, elapsed: traffic.elapsed)
        let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
        for (check, text) in [
            ({ try traffic.assertWithin(requests: 1) }, "2 requests (at most 1 request)"),
            ({ try traffic.assertWithin(roundTrips: 1) }, "2 round trips (at most 1 round trip)"),
            ({ try traffic.assertWithin(bytes: bytes - 1) }, "\(bytes) (at most \(bytes - 1))"),
            (
                { try traffic.assertWithin(elapsed: traffic.elapsed - attosecond) },
                "\(traffic.elapsed) (at most \(traffic.elapsed - attosecond))"
            ), ({ try traffic.assertWithin(elapsed: .milliseconds(200)) }, "250 ms (at most 200 ms)"),
        ] as [(() throws -> Void, String)] {
            let error = #expect(throws: TrafficBudgetExceeded.self) { try check() }
            #expect(error?.excesses == [text])
        }
    }

    @Test func `the error names each figure that is exceeded, and shows the waterfall`() throws {
        let traffic = try traffic(large)
        let error = #expect(throws: TrafficBudgetExceeded.self) {
            try traffic.assertWithin(requests: 2, roundTrips: 2, bytes: 3_000, elapsed: .seconds(1))
        }
        #expect(
            error?.description == """
                the traffic exceeds its budget: 4 requests (at most 2 requests); \
                3 round trips (at most 2 round trips); 4.2 KB (at most 3.0 KB)
                \(traffic.waterfall)
                """)
    }

    @Test func `a comparison has the figures that differ and both waterfalls side by side`() throws {
        let (old, new) = (try traffic(small), try traffic(large))
        let lines = new.comparison(to: old).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.prefix(6) == [
                "2 requests → 4 requests", "2 round trips → 3 round trips", "83 B sent → 168 B sent",
                "2.0 KB received → 4.0 KB received", "250 ms → 381 ms", "",
            ])
        let sides = lines.dropFirst(6).map { line in
            line.split(separator: "│", omittingEmptySubsequences: false).map { String($0).trimmed }
        }
        let waterfalls = [old, new].map { traffic in traffic.waterfall.components(separatedBy: "\n").map(\.trimmed) }
        #expect(sides.map(\.[0]) == ["before"] + waterfalls[0] + ["", ""])
        #expect(sides.map(\.[1]) == ["after"] + waterfalls[1])
        let same = new.comparison(to: new).split(separator: "\n")
        #expect(same[0].hasPrefix("before") && same.allSatisfy { $0.contains("│") })
    }

    @Test func `waterfalls that are too wide for a line are shown one after the other`() throws {
        let wide = try traffic(get("a/path/that/is/as/long/as/it/may/be/to/be/shown").plan)
        let lines = wide.comparison(to: wide).split(separator: "\n", omittingEmptySubsequences: false)
        let waterfall = wide.waterfall.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines == ["before"] + waterfall + ["", "after"] + waterfall)
    }

    @Test func `a snapshot that differs shows both waterfalls`() throws {
        let folder = URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let test = folder.appending(path: "SomeTests.swift").path
        let (old, new) = (try traffic(small), try traffic(large))
        #expect(throws: SnapshotMismatch.self) { try assertSnapshot(of: old, named: "start", filePath: test) }
        try assertSnapshot(of: old, named: "start", filePath: test)
        try assertSnapshot(of: old.waterfall, named: "start", filePath: test)
        let error = try #require(
            #expect(throws: TrafficMismatch.self) { try assertSnapshot(of: new, named: "start", filePath: test) })
        #expect(error.recorded == old.waterfall)
        #expect(error.traffic == new)
        #expect(error.file == "\(folder.path)/Snapshots/SomeTests/start.txt")
        #expect(error.description.hasSuffix("to record it again\n\(new.comparison(to: old))"))
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
