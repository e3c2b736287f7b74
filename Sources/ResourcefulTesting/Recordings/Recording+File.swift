extension Recording {
    /// Reads a recording by name from the folder `Recordings` next to the test file.
    ///
    ///     let recording = try Recording("login.har")
    ///
    /// - Throws: ``RecordingNotFound``, which has the path and the archives in its folder; `ParseFailure` if the file
    ///   isn't an HTTP archive.
    public init(_ name: String, filePath: String = #filePath) throws {
        try self.init(contentsOf: Self.file(name, filePath: filePath))
    }

    /// Returns the file of a recording: the name in the folder `Recordings` next to the test file.
    public static func file(_ name: String, filePath: String = #filePath) -> URL {
        URL(filePath: filePath).deletingLastPathComponent().appending(path: "Recordings").appending(path: name)
    }

    /// Reads a recording from a file, an HTTP archive (HAR 1.2) of any program, and content that Playwright wrote to
    /// other files in its folder.
    ///
    /// - Throws: ``RecordingNotFound``; `ParseFailure` if the file isn't an HTTP archive.
    public init(contentsOf file: URL) throws {
        guard let data = try? Data(contentsOf: file) else { throw RecordingNotFound(file) }
        try self.init(parsing: data, in: ArchiveFolder(url: file.deletingLastPathComponent()))
        self.file = file.lastPathComponent
    }

    /// Writes the recording without its secrets to a file atomically, as an HTTP archive (HAR 1.2).
    ///
    /// - Throws: The system's error if the file can't be written.
    public func write(to file: URL) throws { try Archive(redaction: redaction, exchanges).write(to: file) }

    /// The recording as an HTTP archive (HAR 1.2), without its secrets.
    public var har: Data { Data(Archive(redaction: redaction, exchanges).text) }
}

/// A recording whose file doesn't exist or can't be read.
public struct RecordingNotFound: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file.
    let file: String
    /// The names of the archives in the same folder.
    let others: [String]

    init(_ file: URL) {
        self.file = file.path
        let names = try? FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
        others = (names ?? []).filter { $0.hasSuffix(".har") }.sorted()
    }

    /// The path, and the archives in the same folder.
    public var description: String {
        "there is no recording \(file); "
            + (others.isEmpty ? "its folder has no recordings" : "its folder has \(others.joined(separator: ", "))")
    }
}
