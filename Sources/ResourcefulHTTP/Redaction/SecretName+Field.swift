// Names of fields. They have no case, and many had a leading `X` (RFC 6648), which counts for nothing.
extension SecretName {
    /// Whether the value of a field is secret, or tells one user from another: `Session`, `X-Session`, `XSession` and
    /// `xsession` are; `X-Session-Count` and `User-Agent` aren't.
    var isSecretOfField: Bool {
        guard let first = words.first else { return false }
        var name = self
        if first == "x", words.count > 1 {
            name.words.removeFirst()
            return name.isSecretOfUnprefixedField
        }
        if isSecretOfUnprefixedField { return true }
        guard first.hasPrefix("x"), first != "x" else { return false }
        name.words[0].removeFirst()
        return name.isSecretOfUnprefixedField
    }

    private var isSecretOfUnprefixedField: Bool { saysSecret || saysSecretAlone || saysUser }

    /// Whether the name says who the user is, in its last words or in one word that ends with these: `X-Remote-User`,
    /// `userSession`, `account-id`, `username`.
    private var saysUser: Bool {
        guard !Self.asking.contains(words[0]), !words.starts(with: ["sec", "fetch"]) else { return false }
        if words.last == "pin" { return true }
        let end = words.suffix(2).joined()
        if Self.ofUsers.contains(where: end.hasSuffix) { return true }
        return Self.users.contains { user in Self.identifying.contains { end.hasSuffix(user + $0) } }
    }

    /// Last words of fields that have a user, or what a user has after signing in.
    private static let ofUsers = users + ["authentication", "email", "session", "ticket"]

    private static let users = ["user", "account", "identity", "login", "principal"]

    /// Words after a user for what distinguishes the user from others.
    private static let identifying = ["id", "name", "uuid"]
}
