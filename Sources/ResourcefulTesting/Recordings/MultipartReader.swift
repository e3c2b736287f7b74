import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The parts of a multipart body as a server gets it (RFC 2046, section 5.1.1), as far as two can be compared by them.
struct MultipartReader {
    let parts: [Body.ShownPart]

    /// Nil when the media type is no multipart form, or names no boundary.
    init?(_ data: Data, of mediaType: MediaType?) {
        guard let mediaType, mediaType.essence == "multipart/form-data",
            let boundary = mediaType[parameter: "boundary"],
            !boundary.isEmpty
        else { return nil }
        // Latin-1 has a character for every byte.
        let text = String(decoding: data.map { UInt16($0) }, as: UTF16.self)
        let pieces = ("\r\n" + text).split(separator: "\r\n--\(boundary)", omittingEmptySubsequences: false)
        parts = pieces.dropFirst().compactMap { Self.part($0) }
    }

    private static func part(_ piece: Substring) -> Body.ShownPart? {
        guard !piece.hasPrefix("--"), let end = piece.firstRange(of: "\r\n\r\n") else { return nil }
        var name: String?
        var fileName: String?
        for line in piece[..<end.lowerBound].split(separator: "\r\n")
        where line.lowercased().hasPrefix("content-disposition:") {
            name = parameter("name", of: line)
            fileName = parameter("filename", of: line)
        }
        guard let name else { return nil }
        let content = Data(piece[end.upperBound...].utf16.map { UInt8(truncatingIfNeeded: $0) })
        return Body.ShownPart(name: name, fileName: fileName, data: fileName == nil ? content : nil)
    }

    private static func parameter(_ name: String, of line: Substring) -> String? {
        guard let start = line.firstRange(of: " \(name)=\"") ?? line.firstRange(of: ";\(name)=\"") else { return nil }
        let value = line[start.upperBound...].prefix { $0 != "\"" }
        return String(decoding: value.utf16.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
}
