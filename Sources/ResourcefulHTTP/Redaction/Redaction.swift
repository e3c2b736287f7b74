#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is secret, and what stands in its place wherever a request, a response or an error is printed.
///
/// A name is secret by its words: `X-Gitlab-Token`, `new_password` and `secretAccessKey` are, `next_page_token`,
/// `public_key` and `password_length` are not. It makes no difference where the name stands: in a field, a query, a
/// form, JSON, XML, or text. A value is secret under a secret name, and when it is one by its looks: a JWT, a bearer
/// token, a private key in PEM.
///
/// What names don't tell stays: add a name with ``adding(fields:parameters:)``. What only sounds secret is shown again
/// with ``showing(_:)``.
public struct Redaction: Hashable, Sendable, CustomReflectable {
    /// The fields whose values are secrets, whatever the words of their names.
    public var fieldNames: Set<HeaderFields.Name>
    /// The names, in lower case, whose values are secrets in a query, a form or a JSON object, whatever their words. A
    /// name in it without `-` and `_` stands for those with them, too: `apikey` for `api_key` and `Api-Key`.
    public var parameterNames: Set<String>
    /// The names, in lower case, whose values are no secrets, although their words say so.
    public var shownNames: Set<String> = []
    /// Whether names are secret by their words, too.
    public var readsWords = false
    /// The secrets themselves, as they may be written: what repeats them, under whatever name, is replaced.
    var spellings: Set<[UInt8]> = []

    /// Nothing but the given names is secret.
    public init(fieldNames: Set<HeaderFields.Name>, parameterNames: Set<String>) {
        self.fieldNames = fieldNames
        self.parameterNames = parameterNames
    }

    /// Nothing but the given names is secret, and what their words make so.
    private init(fieldNames: Set<HeaderFields.Name>, parameterNames: Set<String>, readsWords: Bool) {
        self.init(fieldNames: fieldNames, parameterNames: parameterNames)
        self.readsWords = readsWords
    }

    /// The usual secrets: credentials, cookies, keys, tokens, passwords, signatures, and the codes that let somebody
    /// in.
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
        ], readsWords: true)

    /// What stands in the place of a secret.
    public static let mark = "[redacted]"

    /// A field's value: replaced when the field is secret, and without the secrets of a URL or a form in it.
    public func redactedValue(of field: HeaderFields.Field) -> String {
        if hides(field.name) { return Self.mark }
        let value = Self.urlFieldNames.contains(field.name) ? redacted(urlText: field.value) : field.value
        return String(decoding: masked(whole: Array(value.utf8)), as: UTF8.self)
    }

    private static let urlFieldNames: Set<HeaderFields.Name> = ["Location", "Content-Location", "Referer", "Origin"]

    /// The fields, their secrets replaced.
    public func redacted(_ fields: HeaderFields) -> HeaderFields {
        var redacted = fields
        // What can't be a value, by whatever accident, is left out rather than shown.
        redacted.fields = fields.fields.compactMap { try? HeaderFields.Field($0.name, redactedValue(of: $0)) }
        return redacted
    }

    /// The names for a debugger or `dump`.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "fieldNames": fieldNames, "parameterNames": parameterNames, "shownNames": shownNames,
                "readsWords": readsWords,
            ])
    }
}
