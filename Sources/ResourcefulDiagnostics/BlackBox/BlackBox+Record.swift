extension BlackBox {
    /// What happened in one load that failed, without secrets.
    ///
    ///     print(box.records.last?.description ?? "")
    ///
    /// Its text is an HTTP archive (HAR 1.2), which browsers' developer tools open, with a member `_blackBox` for what
    /// such an archive can't hold. The first lines are for people.
    ///
    /// Secrets are replaced as in a trace's archive: see `Redaction`. A secret that the load sent is replaced wherever
    /// else it appears. Entries of the store are treated by their content and their name: JSON and text lose their
    /// secrets, text under the name of a secret is replaced, tokens and cookies of this library keep all but their
    /// values, and other binary entries are replaced by their size. Random numbers are kept, except those that secrets
    /// are made of (`Plan.secretRandom`).
    public struct Record: Sendable, CustomStringConvertible {
        /// The document.
        package let document: JSON

        /// The version of the format that this library writes.
        package static let version = 1
        /// The largest file that is read, in bytes.
        package static let maximumSize = 256 << 20

        init(_ load: FailedLoad, redacting redaction: Redaction) {
            document = RecordWriter(load, redaction: redaction).document
        }

        /// Reads a record from its text.
        ///
        /// - Throws: `ParseFailure` if the text isn't a record; ``UnreadableRecord`` if a newer version of this library
        ///   has written it.
        public init(parsing data: Data) throws {
            guard data.count <= Self.maximumSize else {
                throw UnreadableRecord("a record has at most \(Self.maximumSize) bytes, and this has \(data.count)")
            }
            document = try JSON(parsing: data)
            let version = try document.log["_blackBox"].version.int
            guard version == Self.version else {
                throw UnreadableRecord(
                    "the record has format \(version), and this version of the library reads format \(Self.version)")
            }
        }

        /// The text of the record.
        public var data: Data { Data("\(RecordText(document))".utf8) }

        /// Writes the record to a file that only its owner can read, atomically.
        ///
        /// - Throws: The system's error if the file can't be written.
        public func write(to file: URL) throws { try RecordFile.write(data, to: file) }

        /// The error of the load as text, without secrets.
        public var error: String { (try? document.log["_blackBox"].error.string) ?? "" }

        /// What happened, a line for each effect, and the error.
        public var description: String {
            let lines = (try? document.log["_blackBox"].eventLog.array.map { try $0.string }) ?? []
            return lines.joined(separator: "\n")
        }
    }
}

/// A record of a ``BlackBox`` that can't be read.
public struct UnreadableRecord: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason.
    public let description: String

    /// Creates an error with its reason.
    package init(_ reason: String) { description = reason }
}
