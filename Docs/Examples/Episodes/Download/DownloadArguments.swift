import ExampleSupport
import Resourceful

/// What `episodes download` was asked to do.
struct DownloadArguments: Equatable {
    /// What to download; nil for the file of the program's own server.
    var url: URL?
    /// The folder that it goes to; nil for one beside what the program keeps.
    var folder: String?
    /// The folder in which the program keeps what it does; nil for one of the user's caches.
    var cacheFolder: String?
    /// How fast the program's own server is.
    var bytesPerSecond = 2_000_000

    init(_ arguments: some Sequence<String>) throws {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--to":
                guard let path = arguments.next() else { throw UsageError("--to needs a folder") }
                folder = path
            case "--cache-folder":
                guard let path = arguments.next() else { throw UsageError("--cache-folder needs a folder") }
                cacheFolder = path
            case "--rate":
                guard let rate = arguments.next().flatMap({ Int($0) }), rate > 0 else {
                    throw UsageError("--rate needs a number of bytes per second")
                }
                bytesPerSecond = rate
            case let text where !text.hasPrefix("-") && url == nil:
                guard let url = URL(string: text), Origin(url) != nil else {
                    throw UsageError("download needs an http or https URL, and this is none: \(text)")
                }
                self.url = url
            default: throw UsageError("unknown argument: \(argument)")
            }
        }
    }

    /// Carries it out.
    ///
    /// - Returns: The status to end the program with.
    func run() async throws -> Int32 {
        let cache = CacheFolder(path: cacheFolder)
        let folder = folder.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? cache.downloads
        return try await DownloadTour(url: url, folder: folder, bytesPerSecond: bytesPerSecond, cache: cache).run()
    }
}
