/// Walks from name to name through text of unknown format, and finds the values of secret names.
package struct SecretScanner {
    static let maximumNameLength = 192

    let bytes: [UInt8]
    let redaction: Redaction
    var index = 0
    /// The end of the text to examine.
    private var end: Int
    var places: [Range<Int>] = []
    /// The state of the object or tag around the current position.
    var pair = SecretPair()
    /// The element whose tag contains the current position.
    var tag: Range<Int>?
    /// Whether an earlier element had the name of a secret, whose value one of the next elements has.
    var expectsValue = false
    /// Whether the text is about an OAuth grant, so that `code` in it is secret; nil until it is computed.
    private var isAboutGrant: Bool?

    /// The number of encodings that were decoded to get the text.
    let encodings: Int

    init(_ bytes: [UInt8], redaction: Redaction, encodings: Int = 0) {
        self.bytes = bytes
        self.encodings = encodings
        self.redaction = redaction
        end = bytes.count
    }

    /// Returns the places of the secrets, unordered and possibly overlapping. Linear in the length of the text.
    mutating func scan() -> [Range<Int>] {
        while let name = nextName() {
            if let place = evidentSecret(name) {
                places.append(place)
                index = place.upperBound
                continue
            }
            let nameEnd = index
            if skipSeparator() {
                look(at: name)
            } else {
                look(at: name, endingAt: nameEnd)
            }
        }
        return places
    }

    /// Examines a name and the value after its separator.
    private mutating func look(at name: Range<Int>) {
        let text = text(name)
        let isPair = bytes[index - 1] == UInt8(ascii: "=")
        if isTag(name) { tag = name }
        let role = SecretPair.Role(text)
        let namesSecret = role == .name && lookAtSecretName()
        if isSecret(text, isPair: isPair) || isPair && isInSecretTag, !namesSecret {
            let isLine = !isPair && SecretPair.isField(text)
            places.append(isLine ? skipLineValue() : skipValue())
            return
        }
        guard role == .value else { return }
        if pair.isSecret {
            places.append(skipValue())
        } else {
            pair.valueStart = index
        }
    }

    /// Returns whether the value here is the name of a secret, and records the secret that it refers to.
    private mutating func lookAtSecretName() -> Bool {
        let value = nextValue
        guard isSecretName(value, isWord: value.lowerBound == index && bytes[index - 1] == UInt8(ascii: "=")) else {
            return false
        }
        pair.isSecret = true
        if let start = pair.valueStart {
            var before = self
            (before.index, before.end) = (start, value.lowerBound)
            places.append(before.skipValue())
            pair.valueStart = nil
        }
        if let place = contentOfPart(named: value) {
            places.append(place)
            // A part without an end extends to the end of the text.
            if place.upperBound == bytes.count { index = bytes.count }
        }
        return true
    }

    /// Examines a name without a value after it: a tag's, or an element of an array.
    private mutating func look(at name: Range<Int>, endingAt end: Int) {
        if isTag(name) {
            index = end
            tag = name
        } else if let next = valueInList(behind: name, end) {
            index = next
            places.append(skipValue())
        } else {
            // Only quotes and white space were skipped, and no brace, so nothing is missed.
            index = max(index, end)
        }
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private mutating func isSecret(_ name: String, isPair: Bool) -> Bool {
        if isPair ? redaction.isSecret(name: name) : redaction.isSecret(key: name) { return true }
        return redaction.readsWords && !redaction.shows(name) && SecretName(name).isGrant && holdsGrant
    }

    /// Returns whether a value is itself the name of a secret.
    ///
    /// - Parameter isWord: Whether the value ends at a space in any case.
    mutating func isSecretName(_ place: Range<Int>, isWord: Bool = false) -> Bool {
        guard !place.isEmpty, place.count <= Self.maximumNameLength else { return false }
        // A title that contains such words isn't a name.
        let next = place.upperBound < bytes.count ? bytes[place.upperBound] : 0
        return (next != 0x20 || isWord) && isSecret(text(place), isPair: false)
    }

    private var holdsGrant: Bool {
        mutating get {
            if let isAboutGrant { return isAboutGrant }
            let found = SecretPair.isAboutGrant(bytes)
            isAboutGrant = found
            return found
        }
    }

    /// The place of the string or word after a separator, without moving there. It is limited in length.
    private var nextValue: Range<Int> {
        var start = index
        while start < bytes.count, bytes[start] <= 0x20 || #"\"'"#.utf8.contains(bytes[start]) { start += 1 }
        var end = start
        while end < bytes.count, Self.isNameByte(bytes[end]), end - start <= Self.maximumNameLength { end += 1 }
        return start..<end
    }

    package static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Moves past the next run of name bytes, including `%` and `\u` but not other escapes such as `\n`, and returns
    /// its place.
    private mutating func nextName() -> Range<Int>? {
        while index < bytes.count {
            let start = index
            while index < bytes.count, Self.isNameByte(bytes[index]) || bytes[index] == UInt8(ascii: "%") || isEscape {
                index += 1
            }
            if index > start { return start..<index }
            if skipBoundary() { continue }
            index += current == UInt8(ascii: "\\") && !isEscapedQuote ? 2 : 1
        }
        return nil
    }

    /// Moves past the end of a name's quotes and a colon or an equals sign. Returns whether there is one, so that a
    /// value follows.
    private mutating func skipSeparator() -> Bool {
        while let byte = current {
            if #""']"#.utf8.contains(byte) || byte <= 0x20 || isEscapedQuote {
                index += 1
            } else if let quote = Self.quote(at: index, in: bytes) {
                index += quote.count
            } else {
                break
            }
        }
        guard current == UInt8(ascii: ":") || current == UInt8(ascii: "=") else { return false }
        index += 1
        return true
    }

    var current: UInt8? { index < end ? bytes[index] : nil }

    /// Whether the current byte is the backslash of `\"`, or of a `\\` before one.
    private var isEscapedQuote: Bool {
        guard current == UInt8(ascii: "\\"), index + 1 < bytes.count else { return false }
        return bytes[index + 1] == UInt8(ascii: "\"") || bytes[index + 1] == UInt8(ascii: "\\")
    }

    /// Whether the current byte is the backslash of an escape such as `\u0041`.
    private var isEscape: Bool {
        index + 5 < bytes.count && bytes[index] == UInt8(ascii: "\\") && bytes[index + 1] == UInt8(ascii: "u")
    }
}
