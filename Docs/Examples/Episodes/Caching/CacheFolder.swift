import Resourceful

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// What the program keeps from one run to the next: responses, and the port of its own server.
struct CacheFolder {
    /// The folder; nothing in it is of anybody else unless somebody has put it there.
    let url: URL

    /// The folder at a path, or one of the user's caches: `~/.cache` on Linux, or where XDG_CACHE_HOME says.
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

    /// Where downloads go, unless it is said.
    var downloads: URL { url.appending(path: "downloads", directoryHint: .isDirectory) }

    /// The port on which the program's own server listened last; 0, which stands for any, when that is not known.
    ///
    /// A stored response is that of a URL, and the port is a part of it.
    var port: UInt16 {
        get { (try? String(contentsOf: portURL, encoding: .utf8)).flatMap { UInt16($0) } ?? 0 }
        nonmutating set {
            try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try? Data("\(newValue)".utf8).write(to: portURL)
        }
    }

    /// Removes what the program has put there, and the folder if nothing else is in it.
    func clear() {
        for item in [responsesURL, portURL, downloads] { try? FileManager.default.removeItem(at: item) }
        rmdir(path)
    }

    private var responsesURL: URL { url.appending(path: "responses", directoryHint: .isDirectory) }
    private var portURL: URL { url.appending(path: "port", directoryHint: .notDirectory) }
}
