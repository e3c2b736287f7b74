import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A parser of multipart bodies, written from RFC 2046 and RFC 7578 and not from the code that writes them.
enum MultipartParser {
    struct Part: Equatable {
        var name: String
        var fileName: String?
        var fields: [Field]
        var content: Data
    }

    struct Field: Equatable {
        var name: String
        var value: String
    }

    static func parts(of body: Data, contentType: String) throws -> [Part] {
        var boundary = try #require(contentType.split(separator: "boundary=", maxSplits: 1).last)
        if boundary.hasPrefix("\"") { boundary = boundary.dropFirst().dropLast() }
        // The delimiter is the line; the CRLF before it belongs to it.
        let delimiter = Array("\r\n--\(boundary)".utf8)
        let bytes = Array("\r\n".utf8) + Array(body)
        let places = bytes.indices.filter { bytes[$0...].starts(with: delimiter) }
        let last = try #require(places.last)
        try #require(places.first == 0, "something stands before the first part")
        try #require(bytes[(last + delimiter.count)...].elementsEqual("--\r\n".utf8), "the end is not the end")
        return try zip(places, places.dropFirst()).map { start, end in
            let section = bytes[(start + delimiter.count)..<end]
            try #require(section.starts(with: "\r\n".utf8), "a delimiter is not a whole line")
            return try part(Array(section.dropFirst(2)))
        }
    }

    private static func part(_ bytes: [UInt8]) throws -> Part {
        let mark = Array("\r\n\r\n".utf8)
        let end = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
        let lines = split(bytes[..<end])
        let fields = try lines.map { line in
            let colon = try #require(line.firstIndex(of: UInt8(ascii: ":")))
            return Field(name: text(line[..<colon]), value: text(line[(colon + 1)...].drop { $0 == 0x20 }))
        }
        let disposition = try #require(fields.first { $0.name.lowercased() == "content-disposition" }).value
        try #require(disposition.hasPrefix("form-data; "))
        return Part(
            name: try #require(parameter("name", of: disposition)), fileName: parameter("filename", of: disposition),
            fields: fields, content: Data(bytes[(end + 4)...]))
    }

    private static func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var (lines, rest) = ([ArraySlice<UInt8>](), bytes)
        while let place = rest.indices.dropLast().first(where: { rest[$0] == 13 && rest[$0 + 1] == 10 }) {
            lines.append(rest[..<place])
            rest = rest[(place + 2)...]
        }
        return lines + [rest]
    }

    /// The value of a parameter that stands between quotes, with the three escapes of the WHATWG undone.
    private static func parameter(_ name: String, of value: String) -> String? {
        let bytes = Array(value.utf8)
        let mark = Array("; \(name)=\"".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else { return nil }
        let quoted = bytes[(start + mark.count)...].prefix { $0 != UInt8(ascii: "\"") }
        var (unescaped, rest) = ([UInt8](), quoted)
        while let byte = rest.first {
            let escapes: [(String, UInt8)] = [("%22", 0x22), ("%0D", 0x0D), ("%0A", 0x0A)]
            if let (escape, original) = escapes.first(where: { rest.starts(with: $0.0.utf8) }) {
                unescaped.append(original)
                rest = rest.dropFirst(escape.utf8.count)
            } else {
                unescaped.append(byte)
                rest = rest.dropFirst()
            }
        }
        return text(unescaped[...])
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// A part, and what a parser should find in it.
struct ArbitraryPart {
    let part: Body.Part
    let parsed: MultipartParser.Part
    var content: Data { parsed.content }
}

extension SplitMix64 {
    /// A part with a name, a file name and a content of awkward scalars, among them beginnings of delimiters.
    mutating func arbitraryPart() -> ArbitraryPart {
        let (name, fileName) = (arbitraryName(), Bool.random(using: &self) ? arbitraryName() : nil)
        let beginnings = ["", "\r\n--", "--", "\r\n--resourceful-", "\r\n--b", "\r\n\r\n", "--a b--\r\n"]
        let content = Data((arbitraryText() + (beginnings.randomElement(using: &self) ?? "") + arbitraryText()).utf8)
        let type: MediaType? = Bool.random(using: &self) ? "text/x-odd; a=\"b\"" : nil
        var fields = [MultipartParser.Field(name: "Content-Disposition", value: "")]
        if let type { fields.append(.init(name: "Content-Type", value: type.rawValue)) }
        var parsed = MultipartParser.Part(name: name, fileName: fileName, fields: fields, content: content)
        parsed.fields[0].value = disposition(name, fileName)
        return ArbitraryPart(
            part: .data(content, name: name, fileName: fileName, mediaType: type), parsed: parsed)
    }

    /// Names that hold an escape already can't be told from those that were escaped: the WHATWG's loss, not ours.
    private mutating func arbitraryName() -> String {
        while true {
            let name = arbitraryText()
            if !["%22", "%0D", "%0A"].contains(where: name.contains) { return name }
        }
    }

    private func disposition(_ name: String, _ fileName: String?) -> String {
        let escaped = { (name: String) in
            String(
                decoding: name.utf8.flatMap { byte -> [UInt8] in
                    switch byte {
                    case 0x22: Array("%22".utf8)
                    case 0x0D: Array("%0D".utf8)
                    case 0x0A: Array("%0A".utf8)
                    default: [byte]
                    }
                }, as: UTF8.self)
        }
        return "form-data; name=\"\(escaped(name))\"" + (fileName.map { "; filename=\"\(escaped($0))\"" } ?? "")
    }
}
