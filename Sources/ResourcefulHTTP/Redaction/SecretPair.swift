/// A name and its value that are values themselves: `{"name": "Authorization", "value": "…"}`.
struct SecretPair {
    /// Whether the name that was read is that of a secret.
    var isSecret = false
    /// Where the value begins that came before its name.
    var valueStart: Int?

    /// What stands under a key of such an object.
    enum Role {
        case name, value

        init?(_ key: String) {
            switch key.lowercased() {
            case "name", "key", "header", "field", "property", "param", "parameter", "variable", "attribute":
                self = .name
            case "value", "values", "content", "contents", "data", "string", "text", "val": self = .value
            default: return nil
            }
        }
    }

    /// Whether a name is one of those that only a field of a message has, whatever stands around it.
    static func isField(_ name: String) -> Bool {
        let words = SecretName(name).words
        return words.contains("authorization") || words.contains("cookie")
            || words.count > 1 && name.contains("-") && SecretName(name).isSecret
    }

    /// Whether some bytes look like the name of a field, and not like its value: words without digits, and hyphens.
    static func isFieldName(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.count < 40 && bytes.first != UInt8(ascii: "-")
            && bytes.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || $0 == UInt8(ascii: "-") }
            && (bytes.contains(UInt8(ascii: "-")) || isField(String(decoding: bytes, as: UTF8.self)))
    }

    /// What stands beside OAuth's code, and beside no other.
    private static let grantNames = [
        "grant_type", "code_verifier", "redirect_uri", "grantType", "codeVerifier", "redirectUri",
    ]
    .map { Array($0.utf8) }

    /// Whether a text is about a grant of OAuth: then `code` in it is no code of an error.
    static func isAboutGrant(_ bytes: [UInt8]) -> Bool {
        grantNames.contains { ByteSearch.place(of: $0, in: bytes) != nil }
    }
}
