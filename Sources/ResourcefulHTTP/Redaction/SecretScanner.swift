/// Walks from name to name through a text of unknown form, and finds the values of secret ones.
struct SecretScanner {
    static let maximumNameLength = 192

    let bytes: [UInt8]
    let redaction: Redaction
    var index = 0
    /// Where what may be looked at ends.
    private var end: Int
    var places: [Range<Int>] = []
    /// What is known of the object or the tag around this place.
    var pair = SecretPair()
    /// The element whose tag this place is in.
    var tag: Range<Int>?
    /// Whether an element before this one said the name of a secret: its value comes in one of the next.
    var expectsValue = false
    /// Whether it is about a grant, so that `code` is one of OAuth; nil as long as nobody has looked.
    private var isAboutGrant: Bool?

    /// How many encodings have been undone to get at the text.
    let encodings: Int

    init(_ bytes: [UInt8], redaction: Redaction, encodings: Int = 0) {
        self.bytes = bytes
        self.encodings = encodings
        self.redaction = redaction
        end = bytes.count
    }

    /// The places of the secrets, not in order, and they may overlap. Linear in the length.
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

    /// Looks at a name and the value behind its separator.
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

    /// Whether the value here is the name of a secret: then another one is the secret.
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
            // Behind a part without end there is nothing to look at.
            if place.upperBound == bytes.count { index = bytes.count }
        }
        return true
    }

    /// Looks at a name that no value follows: an element's, or an element of an array.
    private mutating func look(at name: Range<Int>, endingAt end: Int) {
        if isTag(name) {
            index = end
            tag = name
        } else if let next = valueInList(behind: name, end) {
            index = next
            places.append(skipValue())
        } else {
            // Quotes and white space alone were skipped, and no brace: nothing is overlooked.
            index = max(index, end)
        }
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private mutating func isSecret(_ name: String, isPair: Bool) -> Bool {
        if isPair ? redaction.isSecret(name: name) : redaction.isSecret(key: name) { return true }
        return redaction.readsWords && SecretName(name).isGrant && holdsGrant
    }

    /// Whether a value of a name is itself the name of a secret.
    ///
    /// - Parameter isWord: Whether it ends at a space in any case.
    mutating func isSecretName(_ place: Range<Int>, isWord: Bool = false) -> Bool {
        guard !place.isEmpty, place.count <= Self.maximumNameLength else { return false }
        // A title with such words in it is no name.
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

    /// The string or the word behind a separator, without going there; nothing when it is long.
    private var nextValue: Range<Int> {
        var start = index
        while start < bytes.count, bytes[start] <= 0x20 || #"\"'"#.utf8.contains(bytes[start]) { start += 1 }
        var end = start
        while end < bytes.count, Self.isNameByte(bytes[end]), end - start <= Self.maximumNameLength { end += 1 }
        return start..<end
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The next run of the bytes of a name, `%` and `\u` included; the escapes `\n` and the like are none.
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

    /// Whether the name that ends here has a value: the end of its quotes, then a colon or an equals sign.
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

    /// Whether the backslash of `\"`, or of the `\\` before one, stands here.
    private var isEscapedQuote: Bool {
        guard current == UInt8(ascii: "\\"), index + 1 < bytes.count else { return false }
        return bytes[index + 1] == UInt8(ascii: "\"") || bytes[index + 1] == UInt8(ascii: "\\")
    }

    /// Whether the backslash of `\u0041` stands here.
    private var isEscape: Bool {
        index + 5 < bytes.count && bytes[index] == UInt8(ascii: "\\") && bytes[index + 1] == UInt8(ascii: "u")
    }
}
