import Foundation
import Serving

/// The bytes of each kind, from the difference between two sizes.
enum Table {
    private struct Row {
        let name: String
        let kind: Kind
        /// What is subtracted: libcurl alone.
        let alone: Kind?
        let sizes: [Int]
    }

    private static let rows = [
        Row(name: "an idle `Webservice` with a transport", kind: .idle, alone: .idleAlone, sizes: [100, 200, 400]),
        Row(name: "one more `Webservice` over a transport", kind: .webservices, alone: nil, sizes: [100, 400, 1_600]),
        Row(name: "a load that waits for its answer", kind: .waiting, alone: .waitingAlone, sizes: loads),
        Row(name: "a `send` that waits for its answer", kind: .sends, alone: .waitingAlone, sizes: loads),
        Row(name: "a load that waits for a place", kind: .queued, alone: nil, sizes: loads),
        Row(name: "a task that waits", kind: .tasks, alone: nil, sizes: loads),
    ]
    private static let loads = [1_000, 4_000, 16_000]

    static func measure() throws {
        print("| bytes of | number | all | libcurl alone | above libcurl |")
        print("| --- | ---: | ---: | ---: | ---: |")
        for row in rows {
            let small = 50
            let (base, baseAlone) = (try bytes(row.kind, small), try row.alone.map { try bytes($0, small) } ?? 0)
            for size in row.sizes {
                let all = (try bytes(row.kind, size) - base) / (size - small)
                let alone = (try row.alone.map { try bytes($0, size) } ?? 0) - baseAlone
                let each = alone / (size - small)
                print("| \(row.name) | \(size) | \(all) | \(row.alone == nil ? "" : "\(each)") | \(all - each) |")
            }
        }
    }

    /// Each in a process of its own.
    private static func bytes(_ kind: Kind, _ count: Int) throws -> Int {
        let child = try Child(Child.program(), [kind.rawValue, "\(count)"])
        guard let bytes = Int(child.line()) else { throw Wrong(description: "nothing was measured of \(kind)") }
        child.end()
        return bytes
    }
}
