import ExampleSupport
import Resourceful

/// The arguments of `episodes download`.
struct DownloadArguments: Equatable {
    /// The URL to download; nil for the file of the program's own server.
    var url: URL?
    /// The destination folder; nil for one in the program's folder.
    var folder: String?
    /// The program's folder; nil for one in the user's caches.
    var cacheFolder: String?
    /// The speed of the program's own server.
    var bytesPerSecond = 2_000_000
    /// Whether the program's own server fails on purpose.
    var isFlaky = false

    init(_ arguments: some Sequence<String>) throws {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--to": folder = try Arguments.word(after: argument, "a folder", &arguments)
            case "--cache-folder": cacheFolder = try Arguments.word(after: argument, "a folder", &arguments)
            case "--rate":
                let word = try Arguments.word(after: argument, "a number of bytes per second", &arguments)
                guard let rate = Int(word), rate > 0 else {
                    throw UsageError("--rate needs a number of bytes per second: \(word)")
                }
                bytesPerSecond = rate
            case "--flaky": isFlaky = true
            case let text where !text.hasPrefix("-") && url == nil:
                guard let url = URL(string: text), Origin(url) != nil else {
                    throw UsageError("download needs an http or https URL: \(text)")
                }
                self.url = url
            default:
                throw UsageError(
                    unknown: argument, known: ["--to", "--cache-folder", "--rate", "--flaky", "--help"])
            }
        }
        if isFlaky, url != nil { throw UsageError("--flaky has a server of its own, and no URL") }
    }

    /// Runs the command.
    func run() async throws -> ExitCode {
        let cache = CacheFolder(path: cacheFolder)
        let folder = folder.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? cache.downloads
        try CannotWrite.check(folder: folder.path(percentEncoded: false))
        return try await DownloadTour(
            url: url, folder: folder, bytesPerSecond: bytesPerSecond, isFlaky: isFlaky, cache: cache
        ).run()
    }
}
