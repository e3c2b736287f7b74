#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSON {
    /// Reads a document strictly, as `init(parsing:)` does, and shows no secrets: they are replaced in descriptions of
    /// its values, and in the failures to read them. The values themselves are what the document holds.
    ///
    /// The documents that a ``Response`` brings are read so.
    ///
    /// - Throws: ``ParseFailure`` with the line and the column when the text is no JSON. Linear in its length.
    public init(parsing data: Data, redacting redaction: Redaction) throws {
        try self.init(parsing: data, mask: redaction)
    }
}
