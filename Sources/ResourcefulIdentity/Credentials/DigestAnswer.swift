/// The answer to a Digest challenge (RFC 7616, section 3.4).
struct DigestAnswer {
    let user: String
    let password: String
    let method: Request.Method
    /// The path and query, as in the request line.
    let target: String
    /// A number, as text, that hasn't been used before.
    let clientNonce: String
    /// The challenge, with its count including this use.
    let challenge: DigestChallenge

    init(
        user: String, password: String, method: Request.Method, target: String, clientNonce: String,
        challenge: DigestChallenge
    ) {
        (self.user, self.password, self.method) = (user, password, method)
        (self.target, self.clientNonce, self.challenge) = (target, clientNonce, challenge)
    }

    /// The value of the `Authorization` field.
    var credentials: String {
        var parts = ["Digest \(userPart)"]
        let quoted = { (name: String, value: String) in "\(name)=\(Self.quoted(value))" }
        parts += [quoted("realm", challenge.realm), quoted("uri", target), "algorithm=\(algorithmName)"]
        parts += [quoted("nonce", challenge.nonce)]
        if challenge.hasQuality { parts += ["nc=\(count)", quoted("cnonce", clientNonce), "qop=auth"] }
        if !challenge.hasQuality, challenge.isSession { parts += [quoted("cnonce", clientNonce)] }
        parts += [quoted("response", response)]
        if let opaque = challenge.opaque { parts += [quoted("opaque", opaque)] }
        if challenge.hashesUser { parts += ["userhash=true"] }
        return parts.joined(separator: ", ")
    }

    /// The response (section 3.4.1).
    var response: String {
        let key = hash(challenge.isSession ? "\(hash(secret)):\(challenge.nonce):\(clientNonce)" : secret)
        let what = hash("\(method):\(target)")
        guard challenge.hasQuality else { return hash("\(key):\(challenge.nonce):\(what)") }
        return hash("\(key):\(challenge.nonce):\(count):\(clientNonce):auth:\(what)")
    }

    private var secret: String { "\(user):\(challenge.realm):\(password)" }

    private var algorithmName: String { challenge.algorithm.rawValue + (challenge.isSession ? "-sess" : "") }

    /// The count as eight hexadecimal digits.
    private var count: String {
        Hexadecimal.text(of: (0..<4).map { UInt8(truncatingIfNeeded: challenge.count >> UInt32(24 - $0 * 8)) })
    }

    private var userPart: String {
        if challenge.hashesUser { return "username=\"\(hash("\(user):\(challenge.realm)"))\"" }
        guard user.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else {
            return "username*=UTF-8''\(PercentEncoding.encoded(user))"
        }
        return "username=\(Self.quoted(user))"
    }

    /// Returns a value as a quoted string (RFC 9110, section 5.6.4).
    private static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }

    private func hash(_ text: String) -> String { challenge.algorithm.digest(of: text) }
}
