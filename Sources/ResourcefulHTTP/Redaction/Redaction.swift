#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is secret, and what stands in its place wherever a request, a response or an error is printed.
public struct Redaction: Hashable, Sendable {
    /// The fields whose values are secrets.
    public var fieldNames: Set<HeaderFields.Name>
    /// The names, in lower case, whose values are secrets in a query, a form or a JSON object. A name in it without `-`
    /// and `_` stands for those with them, too: `apikey` for `api_key` and `Api-Key`.
    public var parameterNames: Set<String>

    /// Nothing but the given names is secret.
    public init(fieldNames: Set<HeaderFields.Name>, parameterNames: Set<String>) {
        self.fieldNames = fieldNames
        self.parameterNames = parameterNames
    }

    /// The usual secrets: credentials, cookies, keys, tokens, passwords and signatures.
    public static let standard = Redaction(
        fieldNames: [
            "Authorization", "Proxy-Authorization", "Cookie", "Cookie2", "Set-Cookie", "X-Api-Key", "X-Auth-Token",
            "X-Access-Token", "X-Csrf-Token", "X-Xsrf-Token", "X-Session-Token", "X-Amz-Security-Token", "Api-Key",
            "X-Goog-Api-Key", "X-Vault-Token", "X-Shopify-Access-Token", "X-Functions-Key", "Private-Token",
            "Ocp-Apim-Subscription-Key",
        ],
        parameterNames: [
            "accesstoken", "refreshtoken", "idtoken", "token", "authtoken", "sessiontoken", "csrftoken",
            "authorization", "apikey", "key", "privatekey", "secret", "clientsecret", "clientassertion", "password",
            "passwd", "passphrase", "pwd", "signature", "sig", "sign", "xamzsignature", "xamzsecuritytoken",
            "xamzcredential",
        ])

    /// What stands in the place of a secret.
    public static let mark = "[redacted]"

    /// A field's value: replaced when the field is secret, and without the secrets of a URL or a form in it.
    public func redactedValue(of field: HeaderFields.Field) -> String {
        if fieldNames.contains(field.name) { return Self.mark }
        if Self.urlFieldNames.contains(field.name) { return redacted(urlText: field.value) }
        return String(decoding: masked(Array(field.value.utf8)), as: UTF8.self)
    }

    private static let urlFieldNames: Set<HeaderFields.Name> = ["Location", "Content-Location", "Referer", "Origin"]

    /// The fields, their secrets replaced.
    public func redacted(_ fields: HeaderFields) -> HeaderFields {
        var redacted = fields
        // What can't be a value, by whatever accident, is left out rather than shown.
        redacted.fields = fields.fields.compactMap { try? HeaderFields.Field($0.name, redactedValue(of: $0)) }
        return redacted
    }
}
