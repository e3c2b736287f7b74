extension LoadIdentity {
    /// Returns a digest of the account, the client, the names, and the request's own credentials, which tells users
    /// apart; nil if the request has nothing of these.
    static func digest(of request: Request) -> String? {
        let areCommon = request.headerFields.fields.allSatisfy { Redaction.isCommon($0.name) }
        if !request.hasOptions, areCommon || LoadIdentity().tellingFields(of: request).isEmpty { return nil }
        let identity = request.identity
        let lines = identity.lines + identity.credentials(of: request)
        return lines.isEmpty ? nil : CacheKey.digest(of: lines.joined())
    }

    /// One line for each thing that is known about the user.
    private var lines: [String] {
        (account.isEmpty ? [] : [Self.line("account", account)]) + (client.isEmpty ? [] : [Self.line("client", client)])
            + names.map { Self.line("user \($0.policy)", $0.text) }
    }

    /// Returns one line for each telling field and secret query item of a request that no policy has added for a user
    /// whom it names, sorted by name.
    private func credentials(of request: Request) -> [String] {
        let fields = tellingFields(of: request).union(addedFields.map(\.name))
            .map { (name: $0.rawName.lowercased(), values: own($0, in: request)) }.sorted { $0.name < $1.name }
        let items = request.hasOptions ? CacheKey.secretItems(of: request).filter { !addedItems.contains($0) } : []
        return fields.flatMap { field in field.values.map { Self.line(field.name, $0) } }
            + items.map { Self.line("?", $0) }
    }

    /// Returns the fields of a request that tell users apart: those whose names say so and, if anything is known about
    /// the user, all whose names don't say that they are the same for everybody.
    func tellingFields(of request: Request) -> Set<HeaderFields.Name> {
        let secrets = request.hasOptions ? Redaction.standard.including(secretsOf: request) : .standard
        let shared = request.hasOptions ? request.sharedFields : []
        var (telling, unknown) = (Set<HeaderFields.Name>(), Set<HeaderFields.Name>())
        for name in request.headerFields.fields.map(\.name) {
            let meaning = FieldMeaning(name, secrets)
            guard meaning != .neutral, meaning == .secret || !shared.contains(name) else { continue }
            if meaning == .unknown { unknown.insert(name) } else { telling.insert(name) }
        }
        let items = unknown.isEmpty ? [] : CacheKey.items(of: request)
        let hasSecret = items.contains { Redaction.standard.isSecret(name: CacheKey.name(of: $0[...])) }
        return !telling.isEmpty || !isUnknown || hasSecret ? telling.union(unknown) : telling
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
