/// Who a request is made for, however the credentials are renewed: set by policies that know it.
package enum CacheUser: RequestOption {
    /// Whoever has these credentials.
    package static let defaultValue: String? = nil

    /// What the name begins with of whom the cookies of a request say: all that stands in its field.
    static let ofCookies = "\u{1}cookies "
}

extension CacheKey {
    /// A digest of what tells users apart: the user who is named, or else the credentials; nil when there are none.
    static func user(of request: Request) -> String? {
        let user = request.options.isEmpty ? nil : request[CacheUser.self]
        let lines = credentials(of: request, isNamed: user != nil)
        guard user != nil || !lines.isEmpty else { return nil }
        let text = [user.map { "user\n\($0)" } ?? "credentials"] + lines
        return "user=\(digest(of: text.joined(separator: "\n")))"
    }

    /// 16 hexadecimal digits of the SHA-256 of a text.
    static func digest(of text: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let digest = SHA256.digest(of: text.utf8)
        return String(unsafeUninitializedCapacity: 16) { bytes in
            for index in 0..<16 { bytes[index] = digits[Int(digest[index / 2] >> (index % 2 == 0 ? 4 : 0) & 0xF)] }
            return 16
        }
    }

    /// One line for each field and each item of the query that is secret in this request, in an order of their own.
    ///
    /// Where policies know who the user is, what they have put into Authorization, or into the field of a key, says it
    /// once more, and anew whenever it is renewed: so it is left out. So is Cookie, where the name says all of it.
    private static func credentials(of request: Request, isNamed: Bool) -> [String] {
        if request.options.isEmpty, !request.headerFields.fields.contains(where: { isCredential($0.name) }) {
            return []
        }
        let own = request.options.isEmpty ? [] : request[RequestSecrets.self].fieldNames
        let namesCookies = isNamed && request[CacheUser.self]?.contains(CacheUser.ofCookies) == true
        let fields = request.headerFields.fields
            .filter { field in
                if !isNamed { return isCredential(field.name) || own.contains(field.name) }
                let isPolicys =
                    field.name == .authorization || field.name == .proxyAuthorization
                    || namesCookies && field.name == .cookie
                return isCredential(field.name) && !isPolicys && !own.contains(field.name)
            }
            .map { (name: $0.name.rawName.lowercased(), value: $0.value) }
        // Stable, so that the lines of one name stay in their order.
        let order = fields.indices.sorted {
            fields[$0].name == fields[$1].name ? $0 < $1 : fields[$0].name < fields[$1].name
        }
        var lines = order.map { "\(fields[$0].name): \(fields[$0].value)" }
        if !isNamed, !request.options.isEmpty { lines += secretItems(of: request).map { "?\($0)" } }
        return lines
    }

    private static func isCredential(_ name: HeaderFields.Name) -> Bool { Redaction.standard.hides(name) }
}
