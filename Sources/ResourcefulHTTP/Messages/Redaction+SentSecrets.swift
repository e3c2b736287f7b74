extension Redaction {
    /// Returns a redaction that also hides the secrets of a request wherever they appear: the values of its secret
    /// fields and query items, its user information, and the secrets in a short body in memory.
    package func hiding(secretsOf request: Request) -> Redaction { hiding(SentSecrets(request)) }

    /// Returns a redaction that also hides the secrets that were sent; this redaction if there were none.
    ///
    /// - Parameter open: Returns the values of a body that aren't secrets, whatever they are called.
    package func hiding(_ sent: SentSecrets?, except open: ((Data, Redaction) -> Set<String>)? = nil)
        -> Redaction
    {
        guard let sent else { return self }
        let redaction = including(sent.own)
        var secrets: [String] = []
        for field in sent.headerFields.fields where redaction.hides(field.name) {
            secrets += Self.credentials(in: field.value, isCookie: field.name == .cookie)
        }
        for pair in Query(parsing: URLText(sent.url).query ?? "").pairs where redaction.isSecret(name: pair.0) {
            secrets.append(pair.1)
        }
        if let password = sent.url.password(percentEncoded: false) { secrets.append(password) }
        if let body = sent.body {
            let bytes = Array(body)
            let values = redaction.secretPlaces(in: bytes).map { Self.readings(of: bytes[$0]) }
            let shown = values.isEmpty ? [] : open?(body, redaction) ?? []
            secrets += values.filter(shown.isDisjoint).joined()
        }
        return redaction.hiding(values: Array(secrets.prefix(Self.maximumValueCount)))
    }

    /// Requests have few secrets. One with hundreds is a table of them, which responses don't repeat.
    private static let maximumValueCount = 100

    /// Returns the possible meanings of a value in a body: the value itself, and the value decoded from a form or from
    /// JSON.
    private static func readings(of value: ArraySlice<UInt8>) -> [String] {
        let text = String(decoding: value, as: UTF8.self)
        let quoted = try? JSON(parsing: Data("\"".utf8 + value + "\"".utf8)).string
        return [text, PercentEncoding.decoded(value, plusAsSpace: true)] + (quoted.map { [$0] } ?? [])
    }

    /// Returns the secrets in a field's value: the credentials after the scheme and their parts, the values of the
    /// cookies, or the whole value.
    private static func credentials(in value: String, isCookie: Bool) -> [String] {
        if isCookie {
            return value.split(separator: ";").compactMap { $0.split(separator: "=", maxSplits: 1).last }
                .map { $0.trimmingPrefix(while: \.isWhitespace) }.map(String.init)
        }
        guard let space = value.firstIndex(of: " ") else { return [value] }
        let rest = String(value[value.index(after: space)...])
        guard value[..<space].lowercased() == "basic", let pair = Data(base64Encoded: rest),
            let text = String(wellFormed: pair, as: UTF8.self), let colon = text.firstIndex(of: ":")
        else { return [rest] }
        return [rest, text, String(text[text.index(after: colon)...])]
    }
}
