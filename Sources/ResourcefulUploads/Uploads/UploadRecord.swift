/// What the store remembers of an upload that isn't complete.
struct UploadRecord: Codable, Equatable, Sendable {
    /// The version of the format. A record of a later one is left alone, and its upload begins again.
    private(set) var version = 1
    /// The place of the upload at the server.
    let location: URL
    /// The file when the upload began.
    let file: FileState
    /// The largest piece that the server accepts, in bytes; nil for any.
    var largestPiece: Int?

    init(location: URL, file: FileState, largestPiece: Int?) {
        (self.location, self.file, self.largestPiece) = (location, file, largestPiece)
    }

    /// Reads a record; nil if it is of another version, or damaged.
    init?(_ entry: StoreEntry) {
        guard let record = try? JSON.Decoder().decode(UploadRecord.self, from: entry.data), record.version == 1 else {
            return nil
        }
        self = record
    }

    /// Returns the entry of the store.
    func entry(at now: Date) throws -> StoreEntry { StoreEntry(data: try JSON.Encoder().encode(self), date: now) }

    /// Returns the name of the entry for a file and the request that creates its upload. It shows neither.
    static func name(_ file: URL, _ creation: Request) -> String {
        let text = "\(creation.url.absoluteString)\n\(file.standardizedFileURL.path(percentEncoded: false))"
        return "upload " + Data(MessageDigest.sha256(Array(text.utf8))).base64EncodedString()
    }
}
