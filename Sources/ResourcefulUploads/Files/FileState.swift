/// What tells whether a file is still the same: its size and the date of its last change.
struct FileState: Codable, Equatable, Sendable {
    let size: Int
    /// In seconds since 1970.
    let modified: Double

    /// - Throws: ``UploadError`` if there is no such file.
    init(of file: URL) throws(UploadError) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false)),
            attributes[.type] as? FileAttributeType == .typeRegular,
            // Foundation and FoundationEssentials have it in different types.
            let size = attributes[.size] as? Int
                ?? (attributes[.size] as? any BinaryInteger).map({ Int(clamping: $0) }),
            let modified = attributes[.modificationDate] as? Date
        else { throw UploadError(.file, "the file \(file.lastPathComponent) can't be read") }
        (self.size, self.modified) = (size, modified.timeIntervalSince1970)
    }

    /// Returns a piece of the file, which must still be the same before and after it is read.
    ///
    /// - Throws: ``UploadError``.
    func piece(of file: URL, from offset: Int, atMost count: Int) throws -> Data {
        guard try FileState(of: file) == self else { throw changed(file) }
        var piece = Data(count: min(count, size - offset))
        try piece.withUnsafeMutableBytes { bytes in
            let reader = try FileReader(file)
            var filled = 0
            while filled < bytes.count {
                filled += try reader.read(
                    at: offset + filled, into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
            }
        }
        guard try FileState(of: file) == self else { throw changed(file) }
        return piece
    }

    private func changed(_ file: URL) -> UploadError {
        UploadError(.changed, "the file \(file.lastPathComponent) changed while it was uploaded")
    }
}
