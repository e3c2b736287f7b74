/// A complete multipart body, as its recipient reads it (RFC 2046, section 5.1).
package enum MultipartContent {
    /// The parts and their boundary.
    case parts([BodyPart], boundary: String)
    /// A form whose parts can't be separated with certainty.
    case unreadable

    /// Reads content. Returns nil if it isn't a multipart body. Content that looks like a form is read as one, even if
    /// its media type is another.
    package init?(_ content: Data, of mediaType: MediaType?) {
        let isMultipart = mediaType?.type == "multipart"
        let firstBoundary = Self.firstBoundary(of: content)
        guard isMultipart || firstBoundary != nil else { return nil }
        let isForm = mediaType?.essence == "multipart/form-data" || Self.mentionsForm(content)
        let boundary = isMultipart ? mediaType?[parameter: "boundary"] ?? firstBoundary : firstBoundary
        if isMultipart || isForm, let boundary, let parts = Self.parts(of: content, boundary: boundary) {
            self = .parts(parts, boundary: boundary)
        } else if isForm {
            self = .unreadable
        } else {
            return nil
        }
    }

    private static func parts(of content: Data, boundary: String) -> [BodyPart]? {
        var parser = PartParser(boundary: nil, maximumSize: .max, maximumHeadSize: PartParser.usualHeadSize)
        let type = "multipart/mixed; boundary=\(FieldParameters.quoted(boundary))"
        var parts: [BodyPart] = []
        do {
            try parser.begin(["Content-Type": type])
            try parser.take(content, into: &parts)
            try parser.finish(into: &parts)
        } catch {
            return nil
        }
        // Another parser might see a delimiter there, followed by a part with another name.
        return parts.contains { hasDelimiter(boundary, in: $0.body) } ? nil : parts
    }

    /// Returns the boundary that begins content without a preamble. The media type is ignored.
    private static func firstBoundary(of content: Data) -> String? {
        let rest = content.drop { $0 == 0x0D || $0 == 0x0A }
        guard rest.starts(with: "--".utf8) else { return nil }
        let line = rest.dropFirst(2).prefix(257).prefix { $0 != 0x0D && $0 != 0x0A }
        let boundary = String(decoding: line, as: UTF8.self)
        return boundary.isEmpty || line.count > 256 ? nil : boundary
    }

    private static func mentionsForm(_ content: Data) -> Bool {
        hyphens(in: content) { bytes, place in
            guard place >= 4, bytes.count - place >= 5 else { return false }
            return bytes[(place - 4)..<(place + 5)].lazy.map(TokenGrammar.lowercased).elementsEqual("form-data".utf8)
        }
    }

    /// Returns whether the content of a part contains anything that could be taken for a delimiter.
    private static func hasDelimiter(_ boundary: String, in content: Data) -> Bool {
        let delimiter = Array("--\(boundary)".utf8)
        return hyphens(in: content) { bytes, place in
            let rest = bytes[place...]
            guard rest.starts(with: delimiter) else { return false }
            let next = rest.dropFirst(delimiter.count).first
            // Other characters make it another boundary, of a nested multipart body.
            return next.map { "\r\n\t -".utf8.contains($0) } ?? true
        }
    }

    /// Returns whether a condition is true at any hyphen.
    private static func hyphens(in content: Data, _ isHere: (UnsafeRawBufferPointer, Int) -> Bool) -> Bool {
        content.withUnsafeBytes { bytes in
            var place = ByteSearch.firstIndex(of: UInt8(ascii: "-"), in: bytes, from: 0)
            while place < bytes.count {
                if isHere(bytes, place) { return true }
                place = ByteSearch.firstIndex(of: UInt8(ascii: "-"), in: bytes, from: place + 1)
            }
            return false
        }
    }
}

extension BodyPart {
    /// The name of the form field that the part is the value of, decoded as the WHATWG HTML standard encodes it between
    /// quotes ("multipart form data").
    package var formName: String? { dispositionParameter("name") ?? possibleNames.first }

    /// The name of the part's file.
    package var fileName: String? {
        dispositionParameter("filename") ?? headerFields.contentDisposition?.fileName
    }

    /// All names that a recipient might read from the part's fields.
    var possibleNames: [String] {
        let names = headerFields.values(of: "Content-Disposition").flatMap { value in
            var parameters = value[...].utf8.drop { $0 != UInt8(ascii: ";") }
            let pairs = FieldParameters(&parameters, endingAtComma: false).pairs
            return pairs.filter { $0.name.hasPrefix("name") }.map(\.value)
        }
        return names + [dispositionParameter("name")].compactMap { $0 }
    }

    private func dispositionParameter(_ name: String) -> String? {
        // Compares bytes: in a String, a quote and a combining accent after it are one character, which isn't a quote.
        guard let bytes = headerFields["Content-Disposition"].map({ Array($0.utf8) }),
            let start = bytes.firstRange(of: " \(name)=\"".utf8) ?? bytes.firstRange(of: ";\(name)=\"".utf8)
        else { return nil }
        var written = bytes[start.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
        var meant: [UInt8] = []
        while let byte = written.popFirst() {
            if byte == UInt8(ascii: "%"), let escaped = Self.escaped(written.prefix(2)) {
                meant.append(escaped)
                written = written.dropFirst(2)
            } else {
                meant.append(byte)
            }
        }
        return String(decoding: meant, as: UTF8.self)
    }

    /// Returns the byte that `%` and these two digits encode: `"`, CR, or LF; nil for anything else.
    private static func escaped(_ digits: ArraySlice<UInt8>) -> UInt8? {
        [("22", UInt8(ascii: "\"")), ("0D", 0x0D), ("0A", 0x0A)].first { digits.elementsEqual($0.0.utf8) }?.1
    }
}
