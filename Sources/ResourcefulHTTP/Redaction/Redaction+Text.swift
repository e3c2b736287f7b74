extension Redaction {
    /// A piece of text, every byte of the value of a secret name replaced by `*`; its length and all else stays.
    ///
    /// A name and its value are found in JSON, in a string that holds JSON, in a form and in a query. The piece may
    /// begin and end anywhere, and need not be well-formed. Where it is not clear how far a value goes, more is
    /// replaced rather than less. Linear in its length.
    package func masked(_ bytes: [UInt8]) -> [UInt8] {
        var masked = bytes
        for place in secretPlaces(in: bytes) {
            for index in place { masked[index] = UInt8(ascii: "*") }
        }
        return masked
    }

    /// The same piece of text, each such value replaced by `***`, so that its length is not told. What is replaced once
    /// is not changed by being replaced again.
    func shortlyMasked(_ bytes: [UInt8]) -> [UInt8] {
        var (masked, end) = ([UInt8](), 0)
        for place in secretPlaces(in: bytes) where !place.isEmpty {
            masked += bytes[end..<place.lowerBound]
            masked += "***".utf8
            end = place.upperBound
        }
        return masked + bytes[end...]
    }

    private func secretPlaces(in bytes: [UInt8]) -> [Range<Int>] {
        var (text, places) = (SecretScanner(bytes), [Range<Int>]())
        while let name = text.nextName() {
            guard text.skipSeparator(), isSecret(name: String(decoding: bytes[name], as: UTF8.self)) else { continue }
            places.append(text.skipValue())
        }
        return places
    }

    /// Whether a name, or a part of one like `user[password]`, is that of a secret, however it is escaped.
    package func isSecret(name: String) -> Bool {
        guard name.utf8.count <= SecretScanner.maximumNameLength else { return false }
        let name = SecretName.resolved(name).lowercased()
        if parameterNames.contains(name) { return true }
        return name.utf8.split { !SecretScanner.isNameByte($0) }.contains { part in
            let part = String(part) ?? ""
            return parameterNames.contains(part) || parameterNames.contains(part.filter { $0 != "-" && $0 != "_" })
        }
    }
}

/// The spelling of a name.
private enum SecretName {
    /// The name with `%41` and `\u0041` resolved.
    static func resolved(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }) else { return name }
        var resolved: [UInt8] = []
        var rest = ArraySlice(name.utf8)
        while let byte = rest.popFirst() {
            let count = byte == UInt8(ascii: "%") ? 2 : byte == UInt8(ascii: "\\") ? 5 : 0
            let digits = rest.prefix(count).drop { $0 == UInt8(ascii: "u") }
            guard count > 0, digits.count == min(count, 4), let value = hexadecimal(digits), value < 0x80 else {
                resolved.append(byte)
                continue
            }
            resolved.append(UInt8(value))
            rest = rest.dropFirst(count)
        }
        return String(decoding: resolved, as: UTF8.self)
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt32? {
        digits.allSatisfy { Hexadecimal.value(of: $0) != nil } ? JSONEscapes.unit(digits) : nil
    }
}

/// Walks from name to name through a text of unknown form.
private struct SecretScanner {
    static let maximumNameLength = 192

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The next run of the bytes of a name, `%` and `\u` included; the escapes `\n` and the like are none.
    mutating func nextName() -> Range<Int>? {
        while index < bytes.count {
            let start = index
            while index < bytes.count, Self.isNameByte(bytes[index]) || bytes[index] == UInt8(ascii: "%") || isEscape {
                index += 1
            }
            if index > start { return start..<index }
            index += current == UInt8(ascii: "\\") && !isEscapedQuote ? 2 : 1
        }
        return nil
    }

    /// Whether the name that ends here has a value: the end of its quotes, then a colon or an equals sign.
    mutating func skipSeparator() -> Bool {
        while let byte = current, #""']"#.utf8.contains(byte) || byte <= 0x20 || isEscapedQuote { index += 1 }
        guard current == UInt8(ascii: ":") || current == UInt8(ascii: "=") else { return false }
        index += 1
        return true
    }

    /// The place of the value behind a separator.
    mutating func skipValue() -> Range<Int> {
        let separator = bytes[index - 1]
        skip { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
        let start = index
        skip { $0 == UInt8(ascii: "\\") }
        switch current {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return skipString(escapedBy: index - start)
        default:
            // What comes behind a container counts to it: nothing tells the two apart once they are replaced.
            if current == UInt8(ascii: "{") || current == UInt8(ascii: "[") { skipContainer() }
            let ends = separator == UInt8(ascii: "=") ? "&;\"'<>#\\" : ",}]"
            let endsAtSpace = separator == UInt8(ascii: "=")
            skip { !ends.utf8.contains($0) && $0 != 0x0A && $0 != 0x0D && !(endsAtSpace && $0 <= 0x20) }
        }
        return start..<index
    }

    /// A string up to the quote that is escaped like the one before it; the place of what is between.
    private mutating func skipString(escapedBy depth: Int) -> Range<Int> {
        let quote = current
        index += 1
        let start = index
        var slashes = 0
        while let byte = current {
            // Inside a string in a string a quote has one more backslash than the one that ends it.
            if byte == quote, depth == 0 ? slashes % 2 == 0 : slashes <= depth { break }
            slashes = byte == UInt8(ascii: "\\") ? slashes + 1 : 0
            index += 1
        }
        return start..<index
    }

    /// An object or an array up to its end, whatever is inside.
    private mutating func skipContainer() {
        var depth = 0
        while let byte = current {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                _ = skipString(escapedBy: 0)
                if current == nil { return }
            default: break
            }
            index += 1
            if depth == 0 { return }
        }
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Whether the backslash of `\"`, or of the `\\` before one, stands here.
    private var isEscapedQuote: Bool {
        guard current == UInt8(ascii: "\\"), index + 1 < bytes.count else { return false }
        return bytes[index + 1] == UInt8(ascii: "\"") || bytes[index + 1] == UInt8(ascii: "\\")
    }

    /// Whether the backslash of `\u0041` stands here.
    private var isEscape: Bool {
        index + 5 < bytes.count && bytes[index] == UInt8(ascii: "\\") && bytes[index + 1] == UInt8(ascii: "u")
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while let byte = current, condition(byte) { index += 1 }
    }
}
