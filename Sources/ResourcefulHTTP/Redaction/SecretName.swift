/// The words of a name. `X-Api-Key`, `apiKey`, `user[api_key]` and `APIKey` all end in the words `api` and `key`.
package struct SecretName {
    /// The words in lower case. Digits separate words and aren't part of any.
    package internal(set) var words: [String] = []
    /// The name with its escapes decoded.
    let text: String

    /// Creates the words of a name.
    ///
    /// - Parameter name: The name as written, with `%41` and `\u0041` not yet decoded.
    package init(_ name: String) {
        text = Self.resolved(name)
        var word: [UInt8] = []
        var isCapital = false
        for byte in text.utf8 {
            let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            let isLower = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte >= 0x80
            // `apiKey` is two words, and so is `APIKey`: the last capital belongs to the second word.
            if isUpper, !isCapital {
                end(&word)
            } else if isLower, isCapital, word.count > 1 {
                let first = word.removeLast()
                end(&word)
                word = [first]
            } else if !isUpper, !isLower {
                end(&word)
            }
            if isUpper || isLower { word.append(TokenGrammar.lowercased(byte)) }
            isCapital = isUpper
        }
        end(&word)
    }

    private mutating func end(_ word: inout [UInt8]) {
        guard !word.isEmpty else { return }
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
    }

    /// Returns the name with `%41` and `\u0041` decoded.
    private static func resolved(_ name: String) -> String {
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

extension SecretName {
    /// Whether the name is secret by its words: `new_password`, `secretAccessKey` and `X-Gitlab-Token` are;
    /// `password_length`, `public_key` and `next_page_token` aren't. A name with `X-` counts as a field's anywhere.
    var isSecret: Bool { saysSecret || ["x-", "X-"].contains(text.prefix(2)) && isSecretOfField }

    var saysSecret: Bool {
        guard let last = words.last else { return false }
        if words.count > 1, ["session", "sess", "secret"].contains(words[words.count - 2]), last == "id" {
            return true
        }
        let isAbout = words.count > 1 && (Self.describing.contains(last) || Self.asking.contains(words[0]))
        guard !isAbout, !words.starts(with: ["access", "control"]) else { return false }
        for index in words.indices where isSecret(at: index) { return true }
        // `DPoP` and `pass-phrase` split into more words than they have.
        guard words.count > 1 else { return false }
        return Self.joined.contains(words.suffix(2).joined()) || Self.isSecret(joined: words.joined())
    }

    private func isSecret(at index: Int) -> Bool {
        let word = words[index]
        let before = index > 0 ? words[index - 1] : ""
        switch word {
        case "token": return !Self.cursors.contains(before)
        case "tokens": return index > 0 && !Self.cursors.contains(before) && Self.counters.isDisjoint(with: words)
        case "key":
            return index < words.endIndex - 1 ? Self.closedKeys.contains(before) : !Self.openKeys.contains(before)
        case "keys": return index == words.endIndex - 1 && Self.closedKeys.contains(before)
        case "code", "codes": return index == words.endIndex - 1 && Self.codes.contains(before)
        case "sig", "cookie", "cookies": return index == words.endIndex - 1
        case "sid": return index == words.endIndex - 1
        case "sign": return words.count == 1
        default: return Self.secret.contains(word) || Self.isSecret(joined: word)
        }
    }

    /// Returns whether a word consists of several words that name a secret: `accesstoken`, `userpassword`.
    private static func isSecret(joined word: String) -> Bool {
        guard word.utf8.count > 3 else { return false }
        if joined.contains(word) { return true }
        for (ending, open) in endings where word.hasSuffix(ending) && word.utf8.count > ending.utf8.count {
            let before = String(word.dropLast(ending.count))
            return !open.contains { before == $0 || $0.utf8.count > 3 && before.hasSuffix($0) }
        }
        if word.hasSuffix("key") { return closedKeys.contains(String(word.dropLast(3))) }
        guard let found = anywhere.lazy.compactMap({ Self.rest(of: word, behind: $0) }).first else { return false }
        return !describing.contains(found)
    }

    /// Returns the text after a part of a word; nil if the word doesn't contain the part.
    private static func rest(of word: String, behind part: String) -> String? {
        var rest = word.utf8[...]
        while rest.count >= part.utf8.count {
            if rest.starts(with: part.utf8) { return String(rest.dropFirst(part.utf8.count)) ?? "" }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// Whether the name is secret if it has a single value, as in a query or a form. In a document the same word
    /// usually means something else: an error code, an object for the session.
    var isSecretOfPair: Bool { isSecret || saysSecretAlone }

    var saysSecretAlone: Bool {
        guard let last = words.last else { return false }
        return Self.inPairs.contains(last) && (words.count == 1 || last == "auth" || last == "pass")
    }

    /// Whether the name means OAuth's code (RFC 6749, section 4.1.3).
    var isGrant: Bool { words == ["code"] }
}
