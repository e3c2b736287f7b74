/// The text of a body in an archive, and the sizes that it may have in bytes.
struct ArchivedContent {
    private let text: String
    private let sizes: [Int]

    /// Reads the text of an object; nil if it has none.
    init?(_ object: JSON, sizes: [Int]) {
        guard let text = object.text.stringIfThere else { return nil }
        (self.text, self.sizes) = (text, sizes)
    }

    /// Returns the bytes.
    ///
    /// - Parameter encoding: The encoding of the text. Some programs name one that it hasn't.
    func bytes(of mediaType: MediaType?, encoding: String?) -> Data {
        if encoding?.lowercased() == "base64" {
            if let data = Data(base64Encoded: Data(text.utf8.filter { $0 > 0x20 })) { return data }
            // Polly.js writes an array of pieces.
            let pieces = (try? JSON(parsing: Data(text.utf8)))?.elementsIfThere.map(\.stringIfThere) ?? []
            let data = pieces.compactMap { $0.flatMap { Data(base64Encoded: $0) } }
            if !data.isEmpty, data.count == pieces.count { return Data(data.joined()) }
        }
        let scalars = text.unicodeScalars
        guard text.utf8.count != scalars.count, scalars.allSatisfy({ $0.value <= 0xFF }) else { return Data(text.utf8) }
        let bytes = Data(scalars.map { UInt8(truncatingIfNeeded: $0.value) })
        let charset = mediaType?[parameter: "charset"]?.lowercased() ?? ""
        // The archive has characters, but the reader of the response expects bytes in this charset.
        let isLatin = ["iso-8859-1", "latin1", "windows-1252"].contains(charset)
        if isLatin, scalars.allSatisfy({ $0.value < 0x80 || $0.value >= 0xA0 }) { return bytes }
        // Proxies write a byte as a character. Others count characters instead of bytes.
        let isBinary = sizes.contains(scalars.count) && !sizes.contains(text.utf8.count)
        let isUTF8 = charset == "utf-8" || mediaType?.isJSON == true
        return isBinary && (!isUTF8 || String(wellFormed: bytes, as: UTF8.self) != nil) ? bytes : Data(text.utf8)
    }
}

/// The folder of an archive, which has bodies in files of their own if Playwright wrote it.
struct ArchiveFolder {
    /// The URL; nil if it's unknown.
    let url: URL?

    /// Returns the path of a file in the folder; nil if there is no such file, or if it's elsewhere.
    func path(of name: String) -> String? {
        guard let folder = url?.resolvingSymlinksInPath(), !name.contains("..") else { return nil }
        let path = folder.appending(path: name).resolvingSymlinksInPath().path
        return path.hasPrefix("\(folder.path)/") && FileManager.default.isReadableFile(atPath: path) ? path : nil
    }

    /// Returns the content of a file in the folder; nil if there is none.
    func content(of name: String) -> Data? { path(of: name).flatMap { try? Data(contentsOf: URL(filePath: $0)) } }
}
