import Foundation
import Serving

/// All rows in turn, in each round beginning with another one.
struct Table {
    /// So many loops on so many processors.
    struct Row: Hashable {
        let loops: Int
        let processors: Int
    }

    let rounds: Int
    let seconds: Int

    private static let originCount = 16

    /// One loop, half as many as there are processors, and as many, for each number of processors.
    private static var rows: [Row] {
        let available = ProcessInfo.processInfo.activeProcessorCount
        let counts = sequence(first: 1) { $0 * 2 }.prefix { $0 <= available }
        return counts.flatMap { count in
            Set([1, max(1, count / 2), count]).sorted().map { Row(loops: $0, processors: count) }
        }
    }

    func measure() throws {
        let (rows, program) = (Self.rows, try Child.program())
        let (server, ports) = try Server.start(portCount: Self.originCount)
        var figures: [Row: [Figures]] = [:]
        for round in 0..<rounds {
            for row in rows[(round % rows.count)...] + rows[..<(round % rows.count)] {
                let words =
                    ["-c", "0-\(row.processors - 1)", program, "measure", "\(row.loops)", "\(seconds)"]
                    + ports.map(String.init)
                let child = try Child("/usr/bin/taskset", words)
                guard let measured = Figures(line: child.line()) else {
                    throw Wrong(description: "nothing was measured with \(row)")
                }
                child.end()
                figures[row, default: []].append(measured)
            }
        }
        server.end()
        print(rows, figures)
    }

    private func print(_ rows: [Row], _ figures: [Row: [Figures]]) {
        Swift.print(
            "| loops | processors | loads per second | × | × of one loop there | CPU of a load |",
            "on the loops' threads | busiest loop |")
        Swift.print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
        for row in rows {
            let all = figures[row] ?? []
            let first = figures[rows[0]] ?? []
            let single = figures[Row(loops: 1, processors: row.processors)] ?? []
            let columns = [
                "\(row.loops)", "\(row.processors)", String(format: "%.0f", median(all.map(\.loadsPerSecond))),
                ratio(all, first), ratio(all, single), String(format: "%.1f µs", median(all.map(\.processor))),
                String(format: "%.1f µs", median(all.map(\.loops))),
                String(format: "%.0f%%", median(all.map(\.busiest)) * 100),
            ]
            Swift.print("| " + columns.joined(separator: " | ") + " |")
        }
    }

    /// The median of the ratios in each round.
    private func ratio(_ all: [Figures], _ others: [Figures]) -> String {
        String(format: "%.2f", median(zip(all, others).map { $0.loadsPerSecond / $1.loadsPerSecond }))
    }

    private func median(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.sorted()[values.count / 2] }
}
