extension LoadIdentity {
    /// Returns a digest of the account, the client, the names, and the request's own credentials, which tells users
    /// apart; nil if the request has nothing of these.
    static func digest(of request: Request) -> String? {
        let fields = request.headerFields.fields
        if !request.hasOptions, !fields.contains(where: { Redaction.standard.hides($0.name) }) { return nil }
        let identity = request.identity
        let lines = identity.lines + identity.credentials(of: request)
        return lines.isEmpty ? nil : CacheKey.digest(of: lines.joined())
    }

    /// One line for each thing that is known about the user.
    private var lines: [String] {
        (account.isEmpty ? [] : [Self.line("account", account)]) + (client.isEmpty ? [] : [Self.line("client", client)])
            + names.map { Self.line("user \($0.policy)", $0.text) }
    }

    /// Returns one line for each secret field and query item of a request that no policy has added for a user whom it
    /// names, sorted by name.
    private func credentials(of request: Request) -> [String] {
        let secrets = Redaction.standard.including(secretsOf: request)
        let names = Set(request.headerFields.fields.map(\.name)).filter { secrets.hides($0) }
            .union(addedFields.map(\.name))
        let fields = names.map { (name: $0.rawName.lowercased(), values: own($0, in: request)) }
            .sorted { $0.name < $1.name }
        let items = request.hasOptions ? CacheKey.secretItems(of: request).filter { !addedItems.contains($0) } : []
        return fields.flatMap { field in field.values.map { Self.line(field.name, $0) } }
            + items.map { Self.line("?", $0) }
    }

    /// Returns the names of a request's secret fields, sorted.
    static func credentialNames(of request: Request) -> [String] {
        let secrets = Redaction.standard.including(secretsOf: request)
        return Set(request.headerFields.fields.map(\.name)).filter { secrets.hides($0) }.map(\.rawName).sorted()
    }

    /// Returns a line that no other name and text have.
    private static func line(_ name: String, _ text: String) -> String { "\(name) \(text.utf8.count) \(text)\n" }
}

extension LoadIdentity: CustomStringConvertible {
    /// What is known about the user, in a few words without secrets; empty for nothing.
    package var description: String {
        let account = account.isEmpty ? [] : ["the account \(accountName)"]
        return (account + (client.isEmpty ? [] : ["the client certificate"])).joined(separator: ", ")
    }

    /// The account's name. It is kept as the beginning of its entries' names, `account/alice/`.
    private var accountName: String {
        let parts = account.split(separator: "/").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        return parts.map { PercentEncoding.decoded($0.utf8) }.joined(separator: "/")
    }
}
