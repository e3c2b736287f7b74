/// How to handle the content, and the name of its file (RFC 6266).
///
///     let name = response.headerFields.contentDisposition?.safeFileName ?? "download"
public struct ContentDisposition: Hashable, Sendable, CustomStringConvertible {
    /// The type in lower case, such as `attachment` or `inline`; empty if the server left it out.
    public let type: String
    /// The name that the server sent, decoded but not made safe: it may contain a path, or anything else.
    ///
    /// `filename*` takes precedence over `filename` (section 4.3) unless it is malformed. Parsing `filename` is
    /// lenient: it may be raw UTF-8 or ISO-8859-1, percent-encoded, or in the encoded words of RFC 2047.
    public let fileName: String?

    /// Creates a disposition of a type, with or without a name. An empty name is the same as nil.
    public init(_ type: String = "attachment", fileName: String? = nil) {
        self.type = TokenGrammar.matches(type.utf8) ? FieldParameters.lowercased(type.utf8) : "attachment"
        self.fileName = fileName?.isEmpty == true ? nil : fileName
    }

    /// Creates a disposition from a field value. Returns nil if it has neither a type nor a name.
    public init?(parsing text: some StringProtocol) {
        let text = String(text)
        var bytes = text[...].utf8
        FieldParameters.skipWhiteSpace(&bytes)
        let head = bytes.prefix { $0 != UInt8(ascii: ";") }
        if head.contains(UInt8(ascii: "=")) {
            // The type is missing.
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
        // A malformed `filename*` is read only if there is no other name.
        let plain = parameters["filename"].map(Self.plain).flatMap { $0.isEmpty ? nil : $0 }
        let name =
            extended.lazy.compactMap { ExtendedValue($0)?.text }.first { !$0.isEmpty }
            ?? plain ?? extended.lazy.compactMap(Self.extended).first
        fileName = name?.isEmpty == true ? nil : name
        if type.isEmpty, fileName == nil { return nil }
    }

    /// Whether to save the content rather than show it. It is true for every type but `inline`, even unknown ones
    /// (section 4.2), and false if the type is missing.
    public var isAttachment: Bool { type != "inline" && !type.isEmpty }

    /// The field value. A name that isn't plain ASCII has an additional ASCII fallback (appendix D).
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

// Encodings of names.
extension ContentDisposition {
    /// Decodes RFC 8187, also without apostrophes, in another character set, or with bytes that should have been
    /// encoded.
    private static func extended(_ value: String) -> String? {
        if let value = ExtendedValue(value) { return value.text }
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        let bytes = Data(PercentEncoding.bytes((parts.last ?? "").utf8))
        guard parts.count == 3, !parts[0].isEmpty else { return Charset.utf8.decode(bytes) }
        return Charset.standard.first { $0.isCalled(String(parts[0])) }?.decode(bytes)
    }

    private static func plain(_ value: String) -> String {
        if value.hasPrefix("=?"), let text = EncodedWord.decoded(value) { return text }
        if value.utf8.contains(UInt8(ascii: "%")),
            let text = Charset.utf8.decode(Data(PercentEncoding.bytes(value.utf8)))
        {
            return text
        }
        // UTF-8 that was mistaken for ISO-8859-1 on the way.
        let bytes = value.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        guard bytes.contains(where: { $0 >= 0x80 }), bytes.count == value.unicodeScalars.count else { return value }
        return String(wellFormed: bytes, as: UTF8.self) ?? value
    }
}

extension HeaderFields {
    /// How to handle the content, and the name of its file (RFC 6266).
    ///
    /// It is nil if the field is missing or has neither a type nor a name. Setting nil removes the field.
    public var contentDisposition: ContentDisposition? {
        get { self["Content-Disposition"].flatMap { ContentDisposition(parsing: $0) } }
        set { self["Content-Disposition"] = newValue?.description }
    }
}
