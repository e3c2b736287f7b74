/// The rules for what is secret and is replaced wherever a request, a response or an error is printed.
///
/// The words of a name determine whether it is secret: `X-Gitlab-Token`, `new_password` and `secretAccessKey` are,
/// `next_page_token`, `public_key` and `password_length` aren't. This applies to names in fields, queries, forms, JSON,
/// XML and text alike. A value is secret if its name is, or if it looks like a secret: a JWT, a bearer token, a private
/// key in PEM.
///
/// In the name of a field, a leading `X` counts for nothing, and the name of what tells users apart is secret, too:
/// `X-Session`, `User` and `Account-ID` are, `User-Agent` and `X-Session-Count` aren't. The fields that the standard
/// hides don't follow a redirect to another origin, and separate the users of a cache.
///
/// To hide the values of other names, call ``adding(fields:parameters:)``. To show values that only sound secret, call
/// ``showing(_:)``.
///
///     let redaction = Redaction.standard.adding(fields: ["X-Member"], parameters: ["member"])
///     print(redaction.redacted(loaded.url))  // members.json?member=redacted
public struct Redaction: Hashable, Sendable, CustomReflectable {
    /// The fields whose values are secrets, regardless of the words in their names.
    package var fieldNames: Set<HeaderFields.Name> {
        didSet { hidesOpenFields = Self.hidesOpenFields(fieldNames) }
    }
    /// Whether ``fieldNames`` has a common field that isn't secret by itself.
    private(set) var hidesOpenFields: Bool
    /// The names, in lower case, whose values are secrets in a query, a form or a JSON object, regardless of their
    /// words. A name without `-` and `_` also matches its variants with them: `apikey` matches `api_key` and `Api-Key`.
    package var parameterNames: Set<String>
    /// Those of the ``parameterNames`` that a program added itself, even if the standard has them, too.
    package var ownNames: Set<String>
    /// The names, in lower case, whose values aren't secrets even though their words suggest it.
    package var shownNames: Set<String> = []
    /// Whether the words in a name can make it secret.
    var readsWords: Bool
    /// The secret values in all their spellings. They are replaced wherever they appear, under any name.
    var spellings: Set<[UInt8]> = []

    /// Creates a redaction that hides only the given names or, if it reads words, also names with secret words.
    package init(fieldNames: Set<HeaderFields.Name>, parameterNames: Set<String>, readsWords: Bool = false) {
        self.fieldNames = fieldNames
        self.parameterNames = parameterNames
        self.readsWords = readsWords
        ownNames = readsWords ? [] : parameterNames
        hidesOpenFields = Self.hidesOpenFields(fieldNames)
    }

    /// The usual secrets: credentials, cookies, keys, tokens, passwords, signatures, and codes that grant access.
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

    /// The text that replaces a secret.
    public static let mark = "[redacted]"

    /// Returns a field's value: the mark if the field is secret, otherwise the value with the secrets in it replaced,
    /// such as those of a URL or a form.
    public func redactedValue(of field: HeaderFields.Field) -> String {
        if hides(field.name) { return Self.mark }
        let value = Self.urlFieldNames.contains(field.name) ? redacted(urlText: field.value) : field.value
        return String(decoding: masked(whole: Array(value.utf8)), as: UTF8.self)
    }

    private static let urlFieldNames: Set<HeaderFields.Name> = ["Location", "Content-Location", "Referer", "Origin"]

    /// Returns the fields with their secrets replaced.
    public func redacted(_ fields: HeaderFields) -> HeaderFields {
        var redacted = fields
        // A replaced value that isn't a valid field value is omitted.
        redacted.fields = fields.fields.compactMap { try? HeaderFields.Field($0.name, redactedValue(of: $0)) }
        return redacted
    }

    /// The names, for a debugger or `dump`.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "fieldNames": fieldNames, "parameterNames": parameterNames, "shownNames": shownNames,
                "readsWords": readsWords,
            ])
    }
}
