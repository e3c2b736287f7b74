/// The user that a request is made for, which stays the same when the credentials are renewed. Set by policies that
/// know the user.
package enum CacheUser: RequestOption {
    /// No name: the credentials identify the user.
    package static let defaultValue: String? = nil

    /// The prefix of names that stand for the cookies of a request: such a name covers the whole Cookie field.
    static let ofCookies = "\u{1}cookies "
}

extension CacheKey {
    /// Returns a digest that tells users apart: of the user's name, or else of the credentials; nil if there are
    /// neither.
    static func user(of request: Request) -> String? {
        let user = request.options.isEmpty ? nil : request[CacheUser.self]
        let lines = credentials(of: request, isNamed: user != nil)
        guard user != nil || !lines.isEmpty else { return nil }
        let text = [user.map { "user\n\($0)" } ?? "credentials"] + lines
        return "user=\(digest(of: text.joined(separator: "\n")))"
    }

    /// Returns 16 hexadecimal digits of the SHA-256 of a text.
    static func digest(of text: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let digest = SHA256.digest(of: text.utf8)
        return String(unsafeUninitializedCapacity: 16) { bytes in
            for index in 0..<16 { bytes[index] = digits[Int(digest[index / 2] >> (index % 2 == 0 ? 4 : 0) & 0xF)] }
            return 16
        }
    }

    /// Returns one line for each field and query item of this request that is secret, sorted by name.
    ///
    /// If policies name the user, the fields and query items that they add aren't included, because they change when
    /// they are renewed: Authorization, Proxy-Authorization, the fields of API keys, and Cookie if the name covers the
    /// cookies.
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
        // A stable order, so that lines with the same name keep theirs.
        let order = fields.indices.sorted {
            fields[$0].name == fields[$1].name ? $0 < $1 : fields[$0].name < fields[$1].name
        }
        var lines = order.map { "\(fields[$0].name): \(fields[$0].value)" }
        if !isNamed, !request.options.isEmpty { lines += secretItems(of: request).map { "?\($0)" } }
        return lines
    }

    private static func isCredential(_ name: HeaderFields.Name) -> Bool { Redaction.standard.hides(name) }
}
