import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Recording {
    /// The recording of a name, in the folder `Recordings` beside the test file.
    ///
    ///     let recording = try Recording("login.har")
    ///
    /// - Throws: ``RecordingNotFound``, which says where it was looked for and what is there; or `ParseFailure` when it
    ///   is no HTTP archive.
    public init(_ name: String, filePath: String = #filePath) throws {
        try self.init(contentsOf: Self.file(name, filePath: filePath))
    }

    /// Where the recording of a name stands, or will stand: in the folder `Recordings` beside the test file.
    public static func file(_ name: String, filePath: String = #filePath) -> URL {
        URL(filePath: filePath).deletingLastPathComponent().appending(path: "Recordings").appending(path: name)
    }

    /// The recording in a file, an HTTP archive (HAR 1.2) of whatever program.
    ///
    /// - Throws: ``RecordingNotFound``, or `ParseFailure` when it is no HTTP archive.
    public init(contentsOf file: URL) throws {
        guard let data = try? Data(contentsOf: file) else { throw RecordingNotFound(file) }
        try self.init(parsing: data)
        self.file = file.lastPathComponent
    }

    /// Writes the recording into a file as an HTTP archive (HAR 1.2), at once or not at all, without its secrets.
    ///
    /// - Throws: what the system throws when the file can't be written.
    public func write(to file: URL) throws { try Archive(redaction: redaction, exchanges).write(to: file) }

    /// The text of the recording as an HTTP archive (HAR 1.2), without its secrets.
    public var har: Data { Data(Archive(redaction: redaction, exchanges).text) }
}

/// There is no recording in a file.
public struct RecordingNotFound: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file that is not there, or can't be read.
    public let file: String
    /// The archives in its folder, by name.
    public let others: [String]

    init(_ file: URL) {
        self.file = file.path
        let names = try? FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
        others = (names ?? []).filter { $0.hasSuffix(".har") }.sorted()
    }

    /// Where it was looked for, and what is there.
    public var description: String {
        "there is no recording \(file); "
            + (others.isEmpty ? "there is none in that folder at all" : "in that folder are \(others.formatted)")
    }
}

extension [String] {
    /// The words, with commas.
    fileprivate var formatted: String { joined(separator: ", ") }
}
