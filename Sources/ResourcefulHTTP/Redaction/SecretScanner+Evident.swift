// What is a secret by its looks, whatever its name.
extension SecretScanner {
    /// The place of a JWT, of the credentials behind their scheme, of a key in PEM, or of a key whose maker marks it.
    func evidentSecret(_ run: Range<Int>) -> Range<Int>? {
        guard redaction.readsWords else { return nil }
        if let user = userInformation(behind: run) { return user }
        guard run.count >= 5 else { return nil }
        if let url = encodedURL(run) { return url }
        switch bytes[run.lowerBound] {
        case UInt8(ascii: "e") where run.count >= 12: return webToken(run)
        case UInt8(ascii: "-"): return privateKey(run)
        case UInt8(ascii: "b"), UInt8(ascii: "B"): return credentials(run)
        default: break
        }
        let word = bytes[run]
        let isMarked = Self.marks.contains { word.starts(with: $0) && word.count >= $0.count + 12 }
        return isMarked && word.contains(where: Self.isDigit) ? run : nil
    }

    /// User and password of a URL of sensible length, between `://` and `@`.
    private func userInformation(behind scheme: Range<Int>) -> Range<Int>? {
        let end = scheme.upperBound
        guard bytes[end...].starts(with: "://".utf8) || bytes[end...].starts(with: #":\/\/"#.utf8) else { return nil }
        let start = end + (bytes[end + 1] == UInt8(ascii: "/") ? 3 : 5)
        var (place, at): (Int, Int?) = (start, nil)
        while place < bytes.count, place - start < 1_024, bytes[place] > 0x20,
            !#"/?#"'<>\,"#.utf8.contains(bytes[place])
        {
            if bytes[place] == UInt8(ascii: "@") { at = place }
            place += 1
        }
        return at.map { start..<$0 }
    }

    /// A URL in percent-encoding that holds secrets, as a whole.
    private func encodedURL(_ run: Range<Int>) -> Range<Int>? {
        // It is looked at from its beginning, once.
        guard encodings < 2, bytes[run].contains(UInt8(ascii: "%")),
            run.lowerBound == 0 || !".~+*".utf8.contains(bytes[run.lowerBound - 1])
        else { return nil }
        var end = run.upperBound
        while end < bytes.count, Self.isNameByte(bytes[end]) || "%.~+*".utf8.contains(bytes[end]) { end += 1 }
        let decoded = PercentEncoding.decoded(bytes[run.lowerBound..<end], plusAsSpace: true)
        guard decoded.utf8.count < end - run.lowerBound else { return nil }
        var inner = SecretScanner(Array(decoded.utf8), redaction: redaction, encodings: encodings + 1)
        return inner.scan().isEmpty ? nil : run.lowerBound..<end
    }

    /// A JSON Web Token (RFC 7519): three parts in base64url, the first of which is an object.
    private func webToken(_ run: Range<Int>) -> Range<Int>? {
        guard bytes[run].starts(with: "eyJ".utf8), run.upperBound < bytes.count,
            bytes[run.upperBound] == UInt8(ascii: ".")
        else { return nil }
        var end = run.upperBound
        while end < bytes.count, Self.isNameByte(bytes[end]) || bytes[end] == UInt8(ascii: ".") { end += 1 }
        return end - run.upperBound > 8 ? run.lowerBound..<end : nil
    }

    /// What follows `Bearer` or `Basic` (RFC 9110, section 11.4), when it looks like no word.
    private func credentials(_ run: Range<Int>) -> Range<Int>? {
        let scheme = text(run).lowercased()
        guard scheme == "bearer" || scheme == "basic" else { return nil }
        var start = run.upperBound
        while start < bytes.count, bytes[start] == 0x20 || bytes[start] == UInt8(ascii: "+") { start += 1 }
        guard start > run.upperBound else { return nil }
        var end = start
        while end < bytes.count, Self.isNameByte(bytes[end]) || "._~+/=".utf8.contains(bytes[end]) { end += 1 }
        // The end of a sentence.
        while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
        let hasDigit = bytes[start..<end].contains(where: Self.isDigit)
        // A word with a number may follow `basic`, but none in Base64.
        let isShort = end - start < 20 && (scheme == "basic" ? (end - start) % 4 != 0 : !hasDigit || end - start < 6)
        return end - start > 5 && !isShort ? start..<end : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    /// A private key in PEM (RFC 7468), from its first line to its last.
    private func privateKey(_ run: Range<Int>) -> Range<Int>? {
        guard bytes[run].starts(with: "-----BEGIN".utf8) else { return nil }
        let line = Array(bytes[run.upperBound...].prefix(64))
        guard ByteSearch.place(of: Array("PRIVATE KEY".utf8), in: line) != nil else { return nil }
        let end = ByteSearch.place(of: Array("-----END".utf8), in: bytes, from: run.upperBound)
        return run.lowerBound..<(end ?? bytes.endIndex)
    }

    /// How the keys of well-known services begin.
    private static let marks: [[UInt8]] = [
        "sk_live_", "sk_test_", "rk_live_", "sk-", "ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "glpat-", "xoxb-",
        "xoxp-", "xoxa-", "xapp-", "AIza", "npm_", "pypi-", "hf_", "shpat_", "dop_v1_", "ya29",
    ].map { Array($0.utf8) }
}
