import Resourceful
import ResourcefulTesting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

do {
    let arguments = try Arguments(CommandLine.arguments.dropFirst())
    if arguments.wantsHelp {
        print(Arguments.usage)
    } else if arguments.isFlaky {
        try await FlakyTour(writingTo: arguments.archive).run()
    } else if let baseURL = arguments.baseURL {
        try await Tour(baseURL: baseURL, transport: .platform).run()
    } else {
        let podcast = try PodcastServer()
        print("A podcast is served at \(podcast.baseURL)")
        try await Tour(baseURL: podcast.baseURL, transport: .platform).run()
        podcast.server.stop()
    }
} catch let error as UsageError {
    fail("\(error)\n\n\(Arguments.usage)")
} catch {
    fail("\(error)")
}

/// Says on standard error what went wrong, and ends the program with status 1.
func fail(_ message: String) -> Never {
    let bytes = Array("episodes: \(message)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
    exit(1)
}
