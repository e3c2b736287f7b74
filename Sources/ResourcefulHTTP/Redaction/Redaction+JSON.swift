#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Redaction {
    /// A JSON document without its secrets, of the same shape: in the value of a secret name, every string is the mark,
    /// every number 0 and every truth value false. Nil when it is no document.
    ///
    /// All other text stays as it was, byte by byte, but for strings that hold secrets themselves: JSON, URLs, forms.
    func redacted(json document: Data) -> Data? {
        guard let first = document.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        return redacted(json: document, nested: 0)
    }

    private func redacted(json document: Data, nested: Int) -> Data? {
        guard (try? JSON(parsing: document)) != nil else { return nil }
        var text = JSONSecrets(document, redaction: self, nested: nested)
        return Data(text.redacted())
    }

    /// The content of a string without the secrets in it.
    fileprivate func redacted(text: String, nested: Int) -> String {
        // A document in a string in a string: deeper down the words are looked at, not the structure.
        if nested < 3, let first = text.utf8.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let json = redacted(json: Data(text.utf8), nested: nested + 1)
        {
            return String(decoding: json, as: UTF8.self)
        }
        return String(decoding: shortlyMasked(Array(text.utf8)), as: UTF8.self)
    }
}

/// Walks through a text that is known to be JSON, and copies it without the secrets.
private struct JSONSecrets {
    private let bytes: [UInt8]
    private let redaction: Redaction
    private let nested: Int
    private var index = 0
    private var output: [UInt8] = []
    /// Of each container around this place, whether it is an object.
    private var isObject: [Bool] = []
    /// How many containers are around the outermost one that is secret; nil when none is.
    private var secretDepth: Int?
    /// Whether the value that comes next is secret.
    private var isSecret = false
    /// Whether a key comes next, when it is a string.
    private var expectsKey = false

    init(_ document: Data, redaction: Redaction, nested: Int) {
        bytes = Array(document)
        self.redaction = redaction
        self.nested = nested
        output.reserveCapacity(bytes.count)
    }

    mutating func redacted() -> [UInt8] {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open()
            case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
            case UInt8(ascii: ","):
                expectsKey = isObject.last == true
                copy()
            case UInt8(ascii: "\""): copyString()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): copyWord(replacement: "0")
            case UInt8(ascii: "t"), UInt8(ascii: "f"): copyWord(replacement: "false")
            case UInt8(ascii: "n"): copyWord(replacement: "null")
            default: copy()
            }
        }
        return output
    }

    private mutating func copy() {
        output.append(bytes[index])
        index += 1
    }

    private mutating func open() {
        if isSecret, secretDepth == nil { secretDepth = isObject.count }
        isObject.append(bytes[index] == UInt8(ascii: "{"))
        (isSecret, expectsKey) = (false, isObject.last == true)
        copy()
    }

    private mutating func close() {
        isObject.removeLast()
        if secretDepth == isObject.count { secretDepth = nil }
        (isSecret, expectsKey) = (false, false)
        copy()
    }

    /// Copies a number or a name, or what stands for it.
    private mutating func copyWord(replacement: String) {
        let start = index
        while index < bytes.count, !",]} \n\r\t".utf8.contains(bytes[index]) { index += 1 }
        output += takesSecret() ? Array(replacement.utf8) : Array(bytes[start..<index])
    }

    private mutating func copyString() {
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == 0x5C ? 2 : 1 }
        index = min(index + 1, bytes.count)
        let literal = bytes[start..<index]
        if expectsKey {
            expectsKey = false
            isSecret = redaction.isSecret(name: String(decoding: literal.dropFirst().dropLast(), as: UTF8.self))
            output += literal
        } else if takesSecret() {
            output += Array("\"\(Redaction.mark)\"".utf8)
        } else {
            output += redacted(literal)
        }
    }

    /// A string, with quotes, without the secrets in it.
    private func redacted(_ literal: ArraySlice<UInt8>) -> [UInt8] {
        // Only where a name and a value are apart can there be a secret.
        guard literal.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }),
            let string = try? JSON(parsing: Data(literal)).string
        else { return Array(literal) }
        let redacted = redaction.redacted(text: string, nested: nested)
        return redacted == string ? Array(literal) : Array(JSON.quoted(redacted).utf8)
    }

    /// Whether the scalar here is secret; what comes after it is not, for its sake.
    private mutating func takesSecret() -> Bool {
        defer { isSecret = false }
        return isSecret || secretDepth != nil
    }
}
