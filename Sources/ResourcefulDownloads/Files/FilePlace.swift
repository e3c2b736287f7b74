#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The place of a file, in the operating system's terms.
struct FilePlace {
    /// The folder of the file and of its partial file.
    let folder: String
    /// The name of the file; nil if the response suggests it.
    private let name: String?
    /// Whether it replaces an existing file.
    let replaces: Bool
    /// The name of the partial file, without its mark.
    let partialName: String

    /// Creates the place of a download, and its folder if that doesn't exist.
    ///
    /// - Throws: `RequestError` if there can't be a file.
    init(_ destination: FileDownload.Destination, for download: FileDownload) throws(RequestError) {
        switch destination {
        case .file(let url):
            let path = try Self.path(of: url)
            let name = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
            guard !["", ".", ".."].contains(name), !Self.isFolder(path) else {
                throw RequestError("\(path) is a folder, not a file")
            }
            let parent = String(path.dropLast(name.count + 1))
            (folder, self.name, replaces, partialName) = (parent, name, true, name)
        case .folder(let url, let taken):
            let path = try Self.path(of: url)
            (folder, name, replaces) = (path.hasSuffix("/") ? String(path.dropLast()) : path, nil, taken == .replaced)
            partialName = "download-\(DownloadRecord.target(of: download.request).prefix(16))"
        }
        try Self.make(folder)
    }

    /// The name of the file.
    func name(suggested: String) -> String { name ?? suggested }

    /// Returns the URL of a file in the folder.
    func url(of name: String) -> URL { URL(filePath: "\(folder)/\(name)", directoryHint: .notDirectory) }

    private static func path(of url: URL) throws(RequestError) -> String {
        guard url.isFileURL else { throw RequestError("a download needs the URL of a file or a folder, not \(url)") }
        let path = url.absoluteURL.path(percentEncoded: false)
        guard !path.utf8.contains(0) else { throw RequestError("the path of the file contains a NUL character") }
        return path
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Creates a folder and its parents.
    private static func make(_ folder: String) throws(RequestError) {
        guard !folder.isEmpty, !isFolder(folder) else { return }
        for (index, byte) in folder.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
            _ = mkdir(String(decoding: folder.utf8.prefix(index), as: UTF8.self), 0o777)
        }
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST, isFolder(folder) else {
            throw RequestError("the folder \(folder) can't be created: \(String(cString: strerror(errno)))")
        }
    }
}
