// The heap memory of an idle Webservice and of loads that wait, beside libcurl alone: see "Memory of loads" in the
// article "Performance under load".
//
//     swift run -c release memory               the table, in about a minute
//     swift run -c release memory KIND COUNT    the bytes of one kind, in one process
//     swift run -c release memory hold KIND COUNT   makes so many and ends the process: for `valgrind --tool=dhat`
//
// Only the difference between two sizes counts, so what a process needs once, such as the caches of Swift's runtime,
// is left out.
import Foundation
import Glibc
import Serving

struct Wrong: Error, CustomStringConvertible {
    let description: String
}

/// An entry point without top-level `await`, which some instruction counters can't follow.
let words = Array(CommandLine.arguments.dropFirst())
Task.detached {
    do {
        switch (words.first, words.count) {
        case ("serve", 2): try Server.run(portCount: Int(words[1]) ?? 1)
        case (nil, _): try Table.measure()
        case ("hold", 3): _ = try await measure(words[1], words[2])
        case (_, 2): print(try await measure(words[0], words[1]))
        default: throw Wrong(description: "the arguments are none, KIND COUNT, or hold KIND COUNT")
        }
        exit(0)
    } catch {
        print(error)
        exit(1)
    }
}
while true { pause() }

func measure(_ kind: String, _ count: String) async throws -> Int {
    guard let kind = Kind(rawValue: kind), let count = Int(count) else {
        throw Wrong(description: "the kinds are \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let (server, ports) = try Server.start(portCount: 16)
    defer { server.end() }
    return try await Held.bytes(of: kind, count: count, ports: ports)
}
