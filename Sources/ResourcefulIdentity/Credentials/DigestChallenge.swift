/// A Digest challenge of a server (RFC 7616, section 3.3), and how often its nonce was used.
struct DigestChallenge: Hashable, Sendable {
    enum Algorithm: String, Sendable {
        case sha256 = "SHA-256"
        case md5 = "MD5"

        func digest(of text: String) -> String {
            switch self {
            case .sha256: Hexadecimal.text(of: MessageDigest.sha256(text.utf8))
            case .md5: Hexadecimal.text(of: MD5.digest(of: text.utf8))
            }
        }
    }

    var realm: String
    var nonce: String
    var opaque: String?
    var algorithm: Algorithm
    /// Whether the hash of the password is hashed again with the nonces (`-sess`).
    var isSession: Bool
    /// Whether the answer has a client nonce and a count. Servers older than RFC 2617 support neither.
    var hasQuality: Bool
    /// Whether the answer has a hash of the user name instead of the name.
    var hashesUser: Bool
    /// Whether only the nonce of the previous answer was wrong.
    var isStale = false
    /// The number of requests that have used the nonce.
    var count: UInt32 = 0

    /// Returns the strongest supported challenge, the first one of several; nil if there is none.
    static func strongest(of challenges: [AuthenticationChallenge]) -> DigestChallenge? {
        let known = challenges.compactMap { DigestChallenge($0) }
        return known.first { $0.algorithm == .sha256 } ?? known.first
    }

    /// Creates a challenge. Returns nil if it has another scheme, or needs something that isn't supported.
    init?(_ challenge: AuthenticationChallenge) {
        guard challenge.scheme == "digest", let realm = challenge.realm, let nonce = challenge["nonce"] else {
            return nil
        }
        let name = (challenge["algorithm"] ?? "MD5").uppercased()
        isSession = name.hasSuffix("-SESS")
        guard let algorithm = Algorithm(rawValue: isSession ? String(name.dropLast(5)) : name) else { return nil }
        let qualities = challenge["qop"].map { $0.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" } }
        if let qualities, !qualities.isEmpty, !qualities.contains("auth") { return nil }
        hasQuality = qualities?.isEmpty == false
        (self.realm, self.nonce, self.algorithm) = (realm, nonce, algorithm)
        opaque = challenge["opaque"]
        hashesUser = challenge["userhash"]?.lowercased() == "true"
        isStale = challenge["stale"]?.lowercased() == "true"
    }

    /// Returns the challenge after one more use. The count continues for the same nonce, and begins again for a new
    /// one.
    func used(after known: DigestChallenge?) -> DigestChallenge {
        var used = self
        used.count = (known?.nonce == nonce ? known?.count ?? 0 : 0) &+ 1
        return used
    }
}

// The store's entry has one line for each part. The value of a field can't have a line feed.
extension DigestChallenge {
    init?(_ entry: StoreEntry) {
        let text = String(decoding: entry.data, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 6, let count = UInt32(lines[0]), let algorithm = Algorithm(rawValue: lines[1])
        else { return nil }
        (self.count, self.algorithm) = (count, algorithm)
        (isSession, hasQuality, hashesUser) = (
            lines[2].contains("s"), lines[2].contains("q"), lines[2].contains("u")
        )
        (realm, nonce) = (lines[3], lines[4])
        opaque = lines[5].isEmpty ? nil : String(lines[5].dropFirst())
    }

    var entry: StoreEntry {
        let flags = (isSession ? "s" : "") + (hasQuality ? "q" : "") + (hashesUser ? "u" : "")
        let lines = ["\(count)", algorithm.rawValue, flags, realm, nonce, opaque.map { "=\($0)" } ?? ""]
        return StoreEntry(
            data: Data(lines.joined(separator: "\n").utf8), date: Date(timeIntervalSinceReferenceDate: 0),
            lastingByteCount: 0)
    }
}
