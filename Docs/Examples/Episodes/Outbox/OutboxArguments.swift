import ExampleSupport
import Resourceful

/// The arguments of `episodes outbox`.
struct OutboxArguments: Equatable {
    /// The server of the process that started this one; nil for the one that a person starts.
    var serverURL: URL?
    /// The program's folder; nil for one in the user's caches.
    var cacheFolder: String?

    init(_ arguments: some Sequence<String>) throws {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--base-url":
                serverURL = try Arguments.baseURL(try Arguments.word(after: argument, "a URL", &arguments))
            case "--cache-folder": cacheFolder = try Arguments.word(after: argument, "a folder", &arguments)
            default: throw UsageError(unknown: argument, known: ["--base-url", "--cache-folder", "--help"])
            }
        }
    }

    /// Runs the command.
    func run() async throws {
        let folder = CacheFolder(path: cacheFolder).outbox
        if let serverURL {
            try await CommentWriter(serverURL: serverURL, folder: folder).run()
        } else {
            try await OutboxTour(folder: folder).run()
        }
    }
}
