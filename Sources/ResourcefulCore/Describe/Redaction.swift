#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What is secret, and what stands in its place wherever a request, a response or an error is printed.
public struct Redaction: Hashable, Sendable {
    /// The fields whose values are secrets.
    public var fieldNames: Set<HeaderFields.Name>
    /// The names, in lower case, whose values are secrets in a query, a form or a JSON object.
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
            "access_token", "accesstoken", "refresh_token", "refreshtoken", "id_token", "token", "auth_token",
            "idtoken", "authtoken", "session_token", "csrf_token", "api_key", "apikey", "api-key", "key", "secret",
            "client_secret", "clientsecret", "client_assertion", "private_key", "password", "passwd", "pwd",
            "signature", "sig", "sign", "x-amz-signature", "x-amz-security-token", "x-amz-credential",
        ])

    /// What stands in the place of a secret.
    public static let mark = "[redacted]"

    /// A field's value, replaced when the field is secret.
    public func redactedValue(of field: HeaderFields.Field) -> String {
        fieldNames.contains(field.name) ? Self.mark : field.value
    }

    /// The fields, the values of the secret ones replaced.
    public func redacted(_ fields: HeaderFields) -> HeaderFields {
        guard fields.contains(where: { fieldNames.contains($0.name) }) else { return fields }
        var redacted = fields
        redacted.fields = fields.fields.map { field in
            guard fieldNames.contains(field.name), let mark = try? HeaderFields.Field(field.name, Self.mark) else {
                return field
            }
            return mark
        }
        return redacted
    }

    /// The request as an error may carry it: secret fields, secret query values and user information replaced.
    public func redacted(_ request: Request) -> Request {
        var redacted = request
        redacted.headerFields = self.redacted(request.headerFields)
        if let url = URL(string: self.redacted(request.url)) { redacted.url = url }
        return redacted
    }

    /// The URL's text without user information, the values of secret query items replaced.
    public func redacted(_ url: URL) -> String {
        var text = Substring(url.absoluteString)
        var result = ""
        if let scheme = text.range(ofText: "://") {
            let authorityEnd = text[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
            result += text[..<scheme.upperBound]
            if let at = text[scheme.upperBound..<authorityEnd].lastIndex(of: "@") {
                text = text[text.index(after: at)...]
            } else {
                text = text[scheme.upperBound...]
            }
        }
        guard let mark = text.firstIndex(of: "?") else { return result + text }
        let queryEnd = text[mark...].firstIndex(of: "#") ?? text.endIndex
        let items = text[text.index(after: mark)..<queryEnd].split(separator: "&", omittingEmptySubsequences: false)
        result += text[..<mark] + "?" + items.map(redactedItem).joined(separator: "&") + text[queryEnd...]
        return result
    }

    private func redactedItem(_ item: Substring) -> Substring {
        guard let equals = item.firstIndex(of: "="), parameterNames.contains(item[..<equals].lowercased()) else {
            return item
        }
        return item[...equals] + "redacted"
    }
}

extension Substring {
    /// Where a short text first stands.
    fileprivate func range(ofText text: String) -> Range<Index>? {
        var start = startIndex
        while start != endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
