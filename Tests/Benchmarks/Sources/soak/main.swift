// Very many loads of one small object, and what becomes of memory and descriptors meanwhile.
//
//     soak URL [--quick]
//     soak --faults [--seconds N] [--seed S] [--at-once N] [--round N] [--kind NAME]
//          [--nginx URL]
//
// 200,000 loads one after the other, then three times 20,000 with 256 at once; a twentieth of that with --quick. It
// fails when a load does, or when memory or descriptors are more at the end than after the first tenth.
// With --faults, servers of its own and nginx fail in every way, at random: see Faults/Campaign.swift.
import Resourceful

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct Small: Decodable, Sendable {
    let number: Int
    let title: String
    let tags: [String]
}

struct Wrong: Error, CustomStringConvertible {
    let description: String
}

/// So many loads, so many at once.
func load(_ resource: Resource<Small>, _ count: Int, atOnce: Int, _ webservice: Webservice) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for first in 0..<atOnce {
            group.addTask {
                for _ in stride(from: first, to: count, by: atOnce) {
                    let small = try await webservice.load(resource.alone())
                    guard small.number == 4211, small.tags.count == 3 else { throw Wrong(description: "\(small)") }
                }
            }
        }
        try await group.waitForAll()
    }
}

/// Ten tenths of a work, each followed by a line. The last may use no more than the first one, but for a little: what
/// allocators keep comes and goes.
func soak(_ name: String, _ tenth: () async throws -> Void) async throws {
    var first: Footprint?
    for part in 1...10 {
        try await tenth()
        let now = Footprint.now
        print("\(name), \(part * 10) %: \(now)")
        guard let first else {
            first = now
            continue
        }
        guard now.kibibytes <= first.kibibytes + 4_096, now.descriptors <= first.descriptors + 4 else {
            throw Wrong(description: "it grows: \(first) has become \(now)")
        }
    }
}

func run(_ url: URL, divisor: Int) async throws {
    let resource = Resource<Small>(json: url)
    let webservice = Webservice()
    try await soak("one after the other") {
        try await load(resource, 20_000 / divisor, atOnce: 1, webservice)
    }
    // Once beforehand: then all connections and tasks have been there.
    try await load(resource, 20_000 / divisor, atOnce: 256, webservice)
    try await soak("256 at once") {
        try await load(resource, 6_000 / divisor, atOnce: 256, webservice)
    }
    print("no load failed, and nothing grew")
}

Task.detached {
    do {
        let arguments = CommandLine.arguments
        if arguments.count > 1, arguments[1] == "--faults" {
            try await Campaign(FaultOptions(Array(arguments.dropFirst(2)))).run()
            exit(0)
        }
        guard arguments.count > 1, let url = URL(string: arguments[1]) else {
            throw Wrong(description: "usage: soak URL [--quick], or soak --faults")
        }
        try await run(url, divisor: arguments.contains("--quick") ? 20 : 1)
        exit(0)
    } catch {
        print(error)
        exit(1)
    }
}
while true { pause() }
