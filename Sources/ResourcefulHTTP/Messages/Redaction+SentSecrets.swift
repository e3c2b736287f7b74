#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Redaction {
    /// What is secret by name, and the secrets of a request themselves, wherever they stand: the values of its secret
    /// fields and items, its user information, and what is secret in a body in memory that is not long.
    package func hiding(secretsOf request: Request) -> Redaction { hiding(SentSecrets(request)) }

    /// The same for what was sent; without anything, this one.
    package func hiding(_ sent: SentSecrets?) -> Redaction {
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
            for place in redaction.secretPlaces(in: bytes) { secrets += Self.readings(of: bytes[place]) }
        }
        return redaction.hiding(values: Array(secrets.prefix(Self.maximumValueCount)))
    }

    /// A request has few secrets; one with hundreds is a table of them, which nobody repeats.
    private static let maximumValueCount = 100

    /// What a value in a body may mean: itself, or what it is the spelling of in a form or in JSON.
    private static func readings(of value: ArraySlice<UInt8>) -> [String] {
        let text = String(decoding: value, as: UTF8.self)
        let quoted = try? JSON(parsing: Data("\"".utf8 + value + "\"".utf8)).string
        return [text, PercentEncoding.decoded(value, plusAsSpace: true)] + (quoted.map { [$0] } ?? [])
    }

    /// What is secret in a field's value: the whole, and what stands behind the scheme or in a cookie.
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
