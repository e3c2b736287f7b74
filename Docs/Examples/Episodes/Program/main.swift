import ExampleSupport
import Resourceful
import ResourcefulDisk
import ResourcefulTesting

do {
    let arguments = try Arguments(CommandLine.arguments.dropFirst())
    if let download = arguments.download {
        try await download.run().end()
    } else {
        try await interruptible { try await run(arguments) }
    }
} catch {
    Complaint(error).end("episodes")
}

/// Does what the arguments say, apart from a download.
func run(_ arguments: Arguments) async throws {
    let cache = CacheFolder(path: arguments.cacheFolder)
    let terminal = Terminal.output
    if arguments.wantsHelp {
        print(Help.episodes.text(on: terminal))
    } else if let explanation = arguments.explanation {
        try await explanation.run()
    } else if let whatIf = arguments.whatIf {
        try WhatIfTour(arguments: whatIf).run()
    } else if let outbox = arguments.outbox {
        try await outbox.run()
    } else if arguments.clearsCache {
        cache.clear()
        terminal.say("Nothing is kept in \(cache.path) anymore.")
    } else if arguments.signsIn {
        try await SignInTour().run()
    } else if arguments.isFlaky {
        try await FlakyTour(writingTo: arguments.archive).run()
    } else {
        if let recording = arguments.recording { try CannotWrite.check(file: recording) }
        terminal.say("Responses are kept in \(cache.path)")
        if let baseURL = arguments.baseURL {
            try await tour(baseURL, cache: cache.responses, recording: arguments.recording)
        } else {
            let podcast = try PodcastServer(port: cache.port)
            defer { podcast.server.stop() }
            cache.port = podcast.port
            terminal.say("A podcast is served at \(podcast.baseURL)")
            try await tour(podcast.baseURL, cache: cache.responses, recording: arguments.recording)
        }
    }
}

/// Runs the steps of the example, and records them if a file is given.
func tour(_ baseURL: URL, cache: DiskCache, recording: String?) async throws {
    if let recording {
        try await Tour(baseURL: baseURL, cache: cache, transport: .recording(to: URL(filePath: recording))).run()
    } else {
        try await Tour(baseURL: baseURL, cache: cache, transport: .platform).run()
    }
}
