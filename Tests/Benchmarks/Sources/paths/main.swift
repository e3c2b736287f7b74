// The main paths of the library, each so often that its instructions can be counted: see Tests/Benchmarks/guard.
//
//     swift run -c release paths measure SERVER FOLDER   all of them, with a mark before and after each
//     swift run -c release paths serve                   the server for them; prints its URL, ends with its input
//
// They run in one task, one after the other. A line for each says its name and how often it ran.
import Foundation
import Marks
import ResourcefulTesting

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

func measure(_ paths: [Path]) async throws {
    for path in paths {
        // Libraries are found, caches filled and connections made before anything counts.
        for _ in 0..<max(2, path.count / 4) { try await path.check() }
        rsf_mark()
        for _ in 0..<path.count { try await path.check() }
        rsf_mark()
        print(path.name, path.count, separator: "\t")
    }
}

func serve() throws {
    let server = try LoopbackServer { _ in .response(Samples.response) }
    print(server.baseURL.absoluteString)
    fflush(nil)
    while readLine() != nil {}
    server.stop()
}

/// An entry point without top-level `await`, which some instruction counters can't follow.
let arguments = CommandLine.arguments
Task.detached {
    do {
        switch (arguments.dropFirst().first, arguments.count) {
        case ("measure", 4):
            guard let server = URL(string: arguments[2]) else { throw Path.Wrong(name: arguments[2]) }
            let folder = URL(filePath: arguments[3])
            try await measure(Path.withoutNetwork() + Path.caches(in: folder) + Path.json() + [.curl(server)])
        case ("serve", _): try serve()
        default: throw Path.Wrong(name: "the arguments are measure SERVER FOLDER, or serve")
        }
        exit(0)
    } catch {
        print(error)
        exit(1)
    }
}
while true { pause() }
