/// A name and its value that both are values in the text: `{"name": "Authorization", "value": "…"}`.
struct SecretPair {
    /// Whether the name is secret.
    var isSecret = false
    /// The start of a value that came before its name.
    var valueStart: Int?

    /// The role of a member in such an object.
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

    /// Returns whether a name can only be a header field's, regardless of the context.
    static func isField(_ name: String) -> Bool {
        let words = SecretName(name).words
        return words.contains("authorization") || words.contains("cookie")
            || words.count > 1 && name.contains("-") && SecretName(name).isSecret
    }

    /// Returns whether some bytes look like a field name and not like its value: letters and hyphens, without digits.
    static func isFieldName(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.count < 40 && bytes.first != UInt8(ascii: "-")
            && bytes.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || $0 == UInt8(ascii: "-") }
            && (bytes.contains(UInt8(ascii: "-")) || isField(String(decoding: bytes, as: UTF8.self)))
    }

    /// Names that occur together with OAuth's code, and not with other codes.
    private static let grantNames = [
        "grant_type", "code_verifier", "redirect_uri", "grantType", "codeVerifier", "redirectUri",
    ]
    .map { Array($0.utf8) }

    /// Returns whether a text is about an OAuth grant, so that `code` in it isn't an error code.
    static func isAboutGrant(_ bytes: [UInt8]) -> Bool {
        grantNames.contains { ByteSearch.place(of: $0, in: bytes) != nil }
    }
}
