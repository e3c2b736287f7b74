#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What to do with the content, and what a file of it would be called (RFC 6266).
///
///     let name = response.headerFields.contentDisposition?.safeFileName ?? "download"
public struct ContentDisposition: Hashable, Sendable, CustomStringConvertible {
    /// The type in lower case: `attachment`, `inline` or another; empty when the server left it out.
    public let type: String
    /// The name as the server sent it, decoded but not made safe: it may hold a path, or anything else.
    ///
    /// `filename*` counts before `filename` (section 4.3), unless it is malformed. The latter is read as widely as it
    /// is written: in raw UTF-8 or ISO-8859-1, percent-encoded, or in the encoded words of RFC 2047.
    public let fileName: String?

    /// A disposition of a type, with or without a name; an empty name is none.
    public init(_ type: String = "attachment", fileName: String? = nil) {
        self.type = TokenGrammar.matches(type.utf8) ? FieldParameters.lowercased(type.utf8) : "attachment"
        self.fileName = fileName?.isEmpty == true ? nil : fileName
    }

    /// The value as it stands in a field; nil when there is neither a type nor a name in it.
    public init?(parsing text: some StringProtocol) {
        let text = String(text)
        var bytes = text[...].utf8
        FieldParameters.skipWhiteSpace(&bytes)
        let head = bytes.prefix { $0 != UInt8(ascii: ";") }
        if head.contains(UInt8(ascii: "=")) {
            // The type was left out.
            let whole = ";" + String(Substring(bytes))
            bytes = whole[...].utf8
            type = ""
        } else {
            let word = head.prefix { !FieldParameters.isSpace($0) && $0 != UInt8(ascii: ",") }
            type = FieldParameters.lowercased(word)
            bytes = bytes[head.endIndex...]
        }
        let parameters = FieldParameters(&bytes, endingAtComma: false)
        let extended = parameters.pairs.filter { $0.name == "filename*" }.map(\.value)
        // What is malformed is read only where there is nothing else.
        let plain = parameters["filename"].map(Self.plain).flatMap { $0.isEmpty ? nil : $0 }
        let name =
            extended.lazy.compactMap { ExtendedValue($0)?.text }.first { !$0.isEmpty }
            ?? plain ?? extended.lazy.compactMap(Self.extended).first
        fileName = name?.isEmpty == true ? nil : name
        if type.isEmpty, fileName == nil { return nil }
    }

    /// Whether the content is to be saved rather than shown. Every type but `inline` says so, unknown ones too (section
    /// 4.2); a type that was left out does not.
    public var isAttachment: Bool { type != "inline" && !type.isEmpty }

    /// The value as it stands in a field; a name in any script has a fallback in ASCII beside it (appendix D).
    public var description: String {
        var text = type.isEmpty ? "inline" : type
        guard let fileName else { return text }
        let fallback = String(
            String.UnicodeScalarView(
                fileName.unicodeScalars.map {
                    (" "..."~").contains($0) && !"\"\\%".unicodeScalars.contains($0) ? $0 : "_"
                }))
        text += "; filename=\(FieldParameters.quoted(fallback))"
        let isPlain = fallback == fileName && Self.plain(fallback) == fallback
        return isPlain ? text : text + "; filename*=\(ExtendedValue(fileName).encoded)"
    }
}

// How names are written.
extension ContentDisposition {
    /// RFC 8187, also without quotes, in ISO-8859-1, and with bytes that should have been encoded.
    private static func extended(_ value: String) -> String? {
        if let value = ExtendedValue(value) { return value.text }
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        let bytes = PercentEncoding.bytes((parts.last ?? "").utf8)
        guard parts.count == 3, !parts[0].isEmpty else { return Charset.utf8.decode(bytes) }
        return Charset.standard.first { $0.isCalled(String(parts[0])) }?.decode(bytes)
    }

    private static func plain(_ value: String) -> String {
        if value.hasPrefix("=?"), let text = EncodedWord.decoded(value) { return text }
        if value.utf8.contains(UInt8(ascii: "%")), let text = Charset.utf8.decode(PercentEncoding.bytes(value.utf8)) {
            return text
        }
        // Bytes of UTF-8 that were taken for those of ISO-8859-1 on the way.
        let bytes = value.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        guard bytes.contains(where: { $0 >= 0x80 }), bytes.count == value.unicodeScalars.count else { return value }
        return String(wellFormed: bytes, as: UTF8.self) ?? value
    }
}

extension HeaderFields {
    /// What to do with the content, and its file's name (RFC 6266).
    ///
    /// Reading gives nil for a field that is not there or says nothing; setting nil removes it.
    public var contentDisposition: ContentDisposition? {
        get { self["Content-Disposition"].flatMap { ContentDisposition(parsing: $0) } }
        set { self["Content-Disposition"] = newValue?.description }
    }
}

extension PercentEncoding {
    /// The bytes that were encoded. A `%` without two digits behind it stands for itself.
    package static func bytes(_ text: some Sequence<UInt8>) -> Data {
        var decoded = Data()
        var rest = ArraySlice(text)
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = Hexadecimal.byte(of: rest.prefix(2)) {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }
}
