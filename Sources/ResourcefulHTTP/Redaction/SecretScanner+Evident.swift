// Secrets that are recognizable by their form, whatever their name.
extension SecretScanner {
    /// Returns the place of user information, an encoded URL with secrets, a JWT, credentials after their scheme, a
    /// private key in PEM, or a key with a known prefix.
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

    /// Returns the place of the user information between `://` and `@` of a URL, within a reasonable length.
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

    /// Returns the whole place of a percent-encoded URL that contains secrets.
    private func encodedURL(_ run: Range<Int>) -> Range<Int>? {
        // Examines each URL once, from its beginning.
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

    /// Returns the place of a JSON Web Token (RFC 7519): parts in Base64url, the first of which is an object.
    private func webToken(_ run: Range<Int>) -> Range<Int>? {
        guard bytes[run].starts(with: "eyJ".utf8), run.upperBound < bytes.count,
            bytes[run.upperBound] == UInt8(ascii: ".")
        else { return nil }
        var end = run.upperBound
        while end < bytes.count, Self.isNameByte(bytes[end]) || bytes[end] == UInt8(ascii: ".") { end += 1 }
        return end - run.upperBound > 8 ? run.lowerBound..<end : nil
    }

    /// Returns the place of the credentials after `Bearer` or `Basic` (RFC 9110, section 11.4), unless they look like a
    /// word.
    private func credentials(_ run: Range<Int>) -> Range<Int>? {
        let scheme = text(run).lowercased()
        guard scheme == "bearer" || scheme == "basic" else { return nil }
        var start = run.upperBound
        while start < bytes.count, bytes[start] == 0x20 || bytes[start] == UInt8(ascii: "+") { start += 1 }
        guard start > run.upperBound else { return nil }
        var end = start
        while end < bytes.count, Self.isNameByte(bytes[end]) || "._~+/=".utf8.contains(bytes[end]) { end += 1 }
        // The end of a sentence isn't part of the credentials.
        while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
        let hasDigit = bytes[start..<end].contains(where: Self.isDigit)
        // `basic` may also be followed by a word with a number, which rarely has a length valid in Base64.
        let isShort = end - start < 20 && (scheme == "basic" ? (end - start) % 4 != 0 : !hasDigit || end - start < 6)
        return end - start > 5 && !isShort ? start..<end : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    /// Returns the place of a private key in PEM (RFC 7468), from its first line up to its last, or to the end of the
    /// text.
    private func privateKey(_ run: Range<Int>) -> Range<Int>? {
        guard bytes[run].starts(with: "-----BEGIN".utf8) else { return nil }
        let line = Array(bytes[run.upperBound...].prefix(64))
        guard ByteSearch.place(of: Array("PRIVATE KEY".utf8), in: line) != nil else { return nil }
        let end = ByteSearch.place(of: Array("-----END".utf8), in: bytes, from: run.upperBound)
        return run.lowerBound..<(end ?? bytes.endIndex)
    }

    /// The prefixes of the keys of well-known services.
    private static let marks: [[UInt8]] = [
        "sk_live_", "sk_test_", "rk_live_", "sk-", "ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "glpat-", "xoxb-",
        "xoxp-", "xoxa-", "xapp-", "AIza", "npm_", "pypi-", "hf_", "shpat_", "dop_v1_", "ya29",
    ].map { Array($0.utf8) }
}
