#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Who a request is made for, however the credentials are renewed: set by policies that know it.
package enum CacheUser: RequestOption {
    /// Whoever has these credentials.
    package static let defaultValue: String? = nil
}

extension CacheKey {
    /// A digest of what tells users apart: the user who is named, or else the credentials; nil when there are none.
    static func user(of request: Request) -> String? {
        let user = request.options.isEmpty ? nil : request[CacheUser.self]
        let lines = user.map { _ in cookies(of: request) } ?? credentials(of: request)
        guard user != nil || !lines.isEmpty else { return nil }
        let text = [user.map { "user\n\($0)" } ?? "credentials"] + lines
        return "user=\(digest(of: text.joined(separator: "\n")))"
    }

    /// 16 hexadecimal digits of the SHA-256 of a text.
    static func digest(of text: String) -> String { Hexadecimal.text(of: SHA256.digest(of: text.utf8).prefix(8)) }

    /// The key of a URL in the form in which it is stored, for a user.
    init(url: URL, user: String? = nil) { self.init(url: url.absoluteString, qualifier: user ?? "") }

    /// What tells users apart beside those whom policies know.
    private static func cookies(of request: Request) -> [String] {
        request.headerFields.values(of: .cookie).map { "cookie: \($0)" }
    }

    /// One line for each field and each item of the query that is secret in this request, in an order of their own.
    private static func credentials(of request: Request) -> [String] {
        if request.options.isEmpty, !request.headerFields.fields.contains(where: { isCredential($0.name) }) {
            return []
        }
        let own = request.options.isEmpty ? [] : request[RequestSecrets.self].fieldNames
        var lines: [String] = []
        for field in request.headerFields.fields where isCredential(field.name) || own.contains(field.name) {
            lines.append("\(field.name.rawName.lowercased()): \(field.value)")
        }
        // Stable, so that the lines of one name stay in their order.
        let names = Dictionary(grouping: lines) { $0.prefix { $0 != ":" } }
        lines = names.keys.sorted().flatMap { names[$0] ?? [] }
        if !request.options.isEmpty { lines += secretItems(of: request).map { "?\($0)" } }
        return lines
    }

    private static func isCredential(_ name: HeaderFields.Name) -> Bool {
        switch name.rawName.utf8.count {
        case 6: name == .cookie
        case 13: name == .authorization
        case 19: name == "Proxy-Authorization"
        default: false
        }
    }
}
