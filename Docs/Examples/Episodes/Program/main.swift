import ExampleSupport
import Resourceful
import ResourcefulTesting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

do {
    let arguments = try Arguments(CommandLine.arguments.dropFirst())
    let cache = CacheFolder(path: arguments.cacheFolder)
    if arguments.wantsHelp {
        print(Arguments.usage)
    } else if let download = arguments.download {
        let status = try await download.run()
        if status != 0 { exit(status) }
    } else if arguments.clearsCache {
        cache.clear()
        print("Nothing is kept in \(cache.path) any more.")
    } else if arguments.signsIn {
        try await SignInTour().run()
    } else if arguments.isFlaky {
        try await FlakyTour(writingTo: arguments.archive).run()
    } else {
        print("Responses are kept in \(cache.path)")
        if let baseURL = arguments.baseURL {
            try await tour(baseURL, cache: cache.responses, recording: arguments.recording)
        } else {
            let podcast = try PodcastServer(port: cache.port)
            defer { podcast.server.stop() }
            cache.port = podcast.port
            print("A podcast is served at \(podcast.baseURL)")
            try await tour(podcast.baseURL, cache: cache.responses, recording: arguments.recording)
        }
    }
} catch let error as UsageError {
    fail("\(error)\n\n\(Arguments.usage)", in: "episodes")
} catch {
    fail("\(error)", in: "episodes")
}

/// Goes through what the example shows, and records it when a file is given.
func tour(_ baseURL: URL, cache: DiskCache, recording: String?) async throws {
    if let recording {
        try await Tour(baseURL: baseURL, cache: cache, transport: .recording(to: URL(filePath: recording))).run()
    } else {
        try await Tour(baseURL: baseURL, cache: cache, transport: .platform).run()
    }
}
