/// A file with test data.
///
///     try assertParses(Episode.all, Fixture("episodes.json"))
///
/// It's searched in the folder of the source file that names it, in `Fixtures` next to that file, and in `Fixtures` of
/// the enclosing folders, up to the root of the package. For a file in the resources of the test target, use
/// `Fixture("episodes.json", in: Bundle.module.resourceURL)`.
public struct Fixture: Sendable, CustomStringConvertible {
    /// The name as it was given, a path within the folder.
    public let name: String
    private let folders: [URL]

    /// Creates a fixture for a file near the source file that names it.
    public init(_ name: String, filePath: String = #filePath) {
        self.name = name
        folders = Self.folders(near: URL(filePath: filePath))
    }

    /// Creates a fixture for a file in a folder or in its `Fixtures`. The folder is nil for a bundle without resources.
    public init(_ name: String, in folder: URL?) {
        self.name = name
        folders = folder.map { [$0, $0.appending(path: "Fixtures")] } ?? []
    }

    /// The file's bytes, read again each time.
    ///
    /// - Throws: ``MissingFixture`` with the folders that were searched and the nearest names.
    public var data: Data {
        get throws {
            for folder in folders {
                if let data = try? Data(contentsOf: folder.appending(path: name)) { return data }
            }
            throw MissingFixture(name, in: folders)
        }
    }

    /// The text of the file, in UTF-8.
    ///
    /// - Throws: ``MissingFixture``.
    public var text: String { get throws { String(decoding: try data, as: UTF8.self) } }

    /// The document in the file.
    ///
    /// - Throws: ``MissingFixture``; `ParseFailure` if the file isn't JSON.
    public var json: JSON { get throws { try JSON(parsing: data, redacting: .standard) } }

    /// The media type for the file name extension; nil if the extension is unknown.
    var mediaType: MediaType? {
        let parts = name.split(separator: ".")
        return parts.count > 1 ? Self.mediaTypes[parts[parts.count - 1].lowercased()] : nil
    }

    /// The name.
    public var description: String { name }

    private static let mediaTypes: [String: MediaType] = [
        "json": .json, "txt": "text/plain", "html": "text/html", "xml": "application/xml", "csv": "text/csv",
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "svg": "image/svg+xml",
        "pdf": "application/pdf",
    ]

    private static func folders(near file: URL) -> [URL] {
        var folder = file.deletingLastPathComponent()
        var folders = [folder]
        for _ in 0..<16 {
            folders.append(folder.appending(path: "Fixtures"))
            let isRoot = FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
            let parent = folder.deletingLastPathComponent()
            if isRoot || parent.path == folder.path { break }
            folder = parent
        }
        return folders
    }
}

extension StubAnswer {
    /// Returns an answer with the content of a file near the source file that names it, and a media type for its name.
    /// If the file is missing, the load fails with the folders that were searched.
    public static func fixture(
        _ name: String, status: Response.Status = 200, headerFields: HeaderFields = [:], filePath: String = #filePath
    ) -> StubAnswer { .fixture(Fixture(name, filePath: filePath), status: status, headerFields: headerFields) }

    /// Returns an answer with the content of a file, and a media type for its name.
    public static func fixture(
        _ fixture: Fixture, status: Response.Status = 200, headerFields: HeaderFields = [:]
    ) -> StubAnswer {
        do {
            let type = fixture.mediaType
            return .data(try fixture.data, mediaType: type, status: status, headerFields: headerFields)
        } catch {
            return StubAnswer(.mistake(error))
        }
    }
}
