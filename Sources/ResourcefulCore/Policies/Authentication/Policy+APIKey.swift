/// The place where a service expects an API key.
public enum APIKeyPlace: Hashable, Sendable {
    /// The field with this name.
    case field(HeaderFields.Name)
    /// The query item with this name. Servers are likely to log it: prefer a field.
    case query(String)
}

extension Policy {
    /// Adds a key to every request to an origin.
    ///
    /// The key is never sent to another origin, even after a redirect, and is redacted wherever a request is printed,
    /// whatever the name of its place. A request that already has a field or an item of that name keeps it.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - place: The place to put it.
    ///   - url: Any URL of the origin.
    public static func apiKey(_ key: String, in place: APIKeyPlace, for url: URL) -> Policy {
        let user = "key \(key)"
        switch place {
        case .field(let name):
            let scope = CredentialScope(url, bringing: name)
            let secrets = Redaction(fieldNames: [name], parameterNames: [])
            return Policy(scope.traits("API key", ofUser: user)) { request, next in
                guard try scope.covers(request) else { return next(request) }
                var request = request
                request.headerFields[name] = key
                request[RequestSecrets.self] = secrets.including(request[RequestSecrets.self])
                return next(request)
            }
        case .query(let name):
            let scope = CredentialScope(url, bringing: nil)
            let secrets = Redaction(fieldNames: [], parameterNames: Redaction.parameterNames(of: name))
            return Policy(scope.traits("API key", ofUser: user)) { request, next in
                guard try scope.covers(request) else { return next(request) }
                var request = request
                // The key stays secret even if a server repeats it, for example in the link to its next page.
                request[RequestSecrets.self] = secrets.including(request[RequestSecrets.self])
                let item = Query([(name, key)])
                if Query(of: request.url).values(of: name).isEmpty {
                    request.url = request.url.appending(query: item)
                }
                return next(request).map { $0.withoutItem(item.encoded) }
            }
        }
    }
}

extension Redaction {
    /// The names by which a parameter is looked up.
    fileprivate static func parameterNames(of name: String) -> Set<String> {
        let lowercased = name.lowercased()
        return [lowercased, lowercased.filter { $0 != "-" && $0 != "_" }]
    }
}

extension Response {
    /// Returns a copy without an item in its URL: code that prints a response doesn't know that the item is a secret.
    fileprivate func withoutItem(_ item: String) -> Response {
        var response = self
        response.url = url?.withoutItem(item)
        response.history = history.map { $0.withoutItem(item) }
        return response
    }
}

extension URL {
    fileprivate func withoutItem(_ item: String) -> URL {
        var text = URLText(self)
        guard let query = text.query else { return self }
        let items = query.split(separator: "&", omittingEmptySubsequences: false)
        guard items.contains(Substring(item)) else { return self }
        text.query = items.count == 1 ? nil : items.filter { $0 != item }.joined(separator: "&")
        return text.url ?? self
    }
}
