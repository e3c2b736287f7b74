import Resourceful
import ResourcefulDisk

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The folder that the program keeps between runs: responses, and the port of its own server.
struct CacheFolder {
    /// The folder. It contains only files of this program, unless someone else adds some.
    let url: URL

    /// Uses the folder at a path, or one in the user's caches: `~/.cache` on Linux, or `XDG_CACHE_HOME`.
    init(path: String?) {
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        url =
            path.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? (caches ?? FileManager.default.temporaryDirectory)
            .appending(path: "resourceful-episodes", directoryHint: .isDirectory)
    }

    var path: String { url.path(percentEncoded: false) }

    /// The responses.
    var responses: DiskCache { DiskCache(folder: responsesURL, capacity: 8 << 20) }

    /// The default folder for downloads.
    var downloads: URL { url.appending(path: "downloads", directoryHint: .isDirectory) }

    /// The folder of the outbox.
    var outbox: URL { url.appending(path: "outbox", directoryHint: .isDirectory) }

    /// The last port of the program's own server; 0, for any port, if it isn't known.
    ///
    /// The port is part of the URL under which responses are stored.
    var port: UInt16 {
        get { (try? String(contentsOf: portURL, encoding: .utf8)).flatMap { UInt16($0) } ?? 0 }
        nonmutating set {
            try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try? Data("\(newValue)".utf8).write(to: portURL)
        }
    }

    /// Removes the program's files, and the folder if it is empty then.
    func clear() {
        for item in [responsesURL, portURL, downloads, outbox] { try? FileManager.default.removeItem(at: item) }
        rmdir(path)
    }

    private var responsesURL: URL { url.appending(path: "responses", directoryHint: .isDirectory) }
    private var portURL: URL { url.appending(path: "port", directoryHint: .notDirectory) }
}
