/// Walks through valid JSON text and copies it without the secrets.
///
/// If an object has a name and its value as values, it walks twice: the name may come last.
struct JSONSecrets {
    private let bytes: [UInt8]
    private let redaction: Redaction
    private let nested: Int
    /// Whether a `code` in the text is an OAuth code.
    private let isAboutGrant: Bool
    private var index = 0
    private var output: [UInt8] = []
    /// The containers around the current position.
    private var containers: [Container] = []
    /// The number of containers opened so far.
    private var count = 0
    /// The numbers of the objects that have a member with the name of a secret.
    private var namingSecrets: Set<Int> = []
    /// The number of containers around the outermost secret container; nil outside of secret containers.
    private var secretDepth: Int?
    /// Whether the next value is secret.
    private var isSecret = false
    /// Whether a string at the current position is a key.
    private var expectsKey = false
    /// The role of the last key's value.
    private var role: SecretPair.Role?

    private struct Container {
        let isObject: Bool
        let number: Int
    }

    init(_ document: Data, redaction: Redaction, nested: Int) {
        bytes = Array(document)
        self.redaction = redaction
        self.nested = nested
        isAboutGrant = redaction.readsWords && SecretPair.isAboutGrant(bytes)
    }

    mutating func redacted() -> [UInt8] {
        walk()
        let found = namingSecrets
        if !found.isEmpty {
            self = JSONSecrets(Data(bytes), redaction: redaction, nested: nested)
            namingSecrets = found
            walk()
        }
        return output
    }

    private mutating func walk() {
        output.reserveCapacity(bytes.count)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open()
            case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
            case UInt8(ascii: ","):
                expectsKey = containers.last?.isObject == true
                copy()
            case UInt8(ascii: "\""): copyString()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): copyWord(replacement: "0")
            case UInt8(ascii: "t"), UInt8(ascii: "f"): copyWord(replacement: "false")
            case UInt8(ascii: "n"): copyWord(replacement: "null")
            default: copy()
            }
        }
    }

    private mutating func copy() {
        output.append(bytes[index])
        index += 1
    }

    private mutating func open() {
        if isSecret, secretDepth == nil { secretDepth = containers.count }
        let isObject = bytes[index] == UInt8(ascii: "{")
        containers.append(Container(isObject: isObject, number: count))
        count += 1
        (isSecret, expectsKey, role) = (false, isObject, nil)
        copy()
    }

    private mutating func close() {
        containers.removeLast()
        if secretDepth == containers.count { secretDepth = nil }
        (isSecret, expectsKey, role) = (false, false, nil)
        copy()
    }

    /// Copies a number or a literal name, or appends its replacement.
    private mutating func copyWord(replacement: String) {
        let start = index
        while index < bytes.count, !",]} \n\r\t".utf8.contains(bytes[index]) { index += 1 }
        let isEcho = redaction.spellings.contains(Array(bytes[start..<index]))
        output += takesSecret() || isEcho ? Array(replacement.utf8) : Array(bytes[start..<index])
    }

    private mutating func copyString() {
        let start = index
        skipString()
        let literal = bytes[start..<index]
        let text = { String(decoding: literal.dropFirst().dropLast(), as: UTF8.self) }
        if expectsKey {
            expectsKey = false
            look(atKey: text())
            output += redacted(literal)
            return
        }
        let isShort = literal.count <= SecretScanner.maximumNameLength
        if isShort, role == .name, let container = containers.last, isSecretName(text()) {
            // The secret is the value with this name, not the name itself.
            namingSecrets.insert(container.number)
            isSecret = false
        }
        // In a list of names, another name follows.
        if isSecret, secretDepth == nil, containers.last?.isObject == false, isShort,
            SecretPair.isFieldName(literal.dropFirst().dropLast())
        {
            isSecret = false
        }
        if takesSecret() {
            output += Array("\"\(Redaction.mark)\"".utf8)
        } else {
            if isShort, containers.last?.isObject == false { look(atElement: text()) }
            output += redacted(literal)
        }
    }

    private mutating func skipString() {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == 0x5C ? 2 : 1 }
        index = min(index + 1, bytes.count)
    }

    private mutating func look(atKey key: String) {
        role = SecretPair.Role(key)
        isSecret = isSecretKey(key)
        if role == .value, let container = containers.last, namingSecrets.contains(container.number) { isSecret = true }
    }

    private func isSecretKey(_ key: String) -> Bool {
        redaction.isSecret(key: key) || isAboutGrant && SecretName(key).isGrant
    }

    /// Whether a value is the name of a secret, and not a title that contains such words.
    private func isSecretName(_ text: String) -> Bool { !text.utf8.contains(0x20) && isSecretKey(text) }

    /// Marks the next element as secret if this one is a name in a list of names and values: `["Authorization", "Bearer
    /// …"]`.
    private mutating func look(atElement text: String) {
        isSecret = redaction.readsWords && SecretPair.isField(text) && redaction.isSecret(name: text)
    }

    /// Returns a string, with its quotes, without the secrets in it.
    private func redacted(_ literal: ArraySlice<UInt8>) -> [UInt8] {
        guard literal.count > 6 else { return Array(literal) }
        guard literal.contains(0x5C) else {
            let content = Array(literal.dropFirst().dropLast())
            let redacted = redaction.redacted(string: content, nested: nested)
            return redacted == content ? Array(literal) : Array("\"".utf8) + redacted + Array("\"".utf8)
        }
        guard let string = try? JSON(parsing: Data(literal)).string else { return Array(literal) }
        let content = Array(string.utf8)
        let redacted = redaction.redacted(string: content, nested: nested)
        return redacted == content ? Array(literal) : Array(JSON.quoted(String(decoding: redacted, as: UTF8.self)).utf8)
    }

    /// Returns whether the current scalar is secret, and resets the flag for the next value.
    private mutating func takesSecret() -> Bool {
        defer { isSecret = false }
        return isSecret || secretDepth != nil
    }
}
