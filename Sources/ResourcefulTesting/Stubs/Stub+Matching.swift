// Matching of requests, and the reasons why a request doesn't match.
extension Stub {
    /// Returns the values of the template's variables; nil if the stub doesn't match the request.
    func variables(of asked: StubRequest) -> [String: String]? {
        guard method == nil || method == asked.request.method, var variables = path.variables(of: asked) else {
            return nil
        }
        if !path.query.isEmpty || !query.items.isEmpty || !path.queryNames.isEmpty {
            let asked = asked.query
            guard wantedItems.allSatisfy({ asked.values(of: $0.name).contains($0.value ?? "") }) else { return nil }
            for name in path.queryNames { variables[name] = asked.values(of: name).first }
        }
        let request = asked.request
        guard fields.allSatisfy({ request.headerFields.values(of: $0.name).contains($0.value) }),
            body == nil || body?.difference(to: request) == nil, conditions.allSatisfy({ $0.holds(request) })
        else { return nil }
        return variables
    }

    private var wantedItems: [Query.Item] { path.query + query.items }

    /// Returns all differences; empty if the stub matches the request.
    func mismatches(with asked: StubRequest) -> [String] {
        if let problem = path.problem { return ["it can't be used: \(problem)"] }
        let request = asked.request
        var reasons: [String] = []
        if let method, method != request.method { reasons.append("the method is \(request.method)") }
        if !path.hasOrigin(of: asked) {
            reasons.append("the server is \(String(decoding: asked.origin, as: UTF8.self).withoutUser)")
        } else if path.variables(of: asked) == nil {
            reasons.append("the path is \(String(decoding: asked.path, as: UTF8.self))")
        }
        let query = asked.query
        for item in wantedItems where !query.values(of: item.name).contains(item.value ?? "") {
            let found = query.items.filter { $0.name == item.name }
            reasons.append(
                found.isEmpty ? "the query has no \(item.name)" : "the query has \(Query(found))")
        }
        for field in fields where !request.headerFields.values(of: field.name).contains(field.value) {
            let found = request.headerFields.filter { $0.name == field.name }
                .map { Redaction.standard.redactedValue(of: $0) }
            reasons.append(
                found.isEmpty
                    ? "there is no field \(field.name)" : "the field \(field.name) is \(found.joined(separator: ", "))")
        }
        if let difference = body?.difference(to: request) { reasons.append(difference) }
        for condition in conditions where !condition.holds(request) { reasons.append("not: \(condition.text)") }
        return reasons
    }
}

extension String {
    /// The origin without user and password.
    fileprivate var withoutUser: String {
        guard let at = lastIndex(of: "@"), let slash = lastIndex(of: "/") else { return self }
        return String(self[...slash] + self[index(after: at)...])
    }
}

/// A request that a stub matches, and the values that its template read from the URL.
public struct StubMatch: Sendable {
    /// The request.
    public let request: Request
    /// The values of the template's variables, decoded.
    public let variables: [String: String]
    /// The number of requests that the stub has matched, including this one.
    public let number: Int

    /// The value of a variable of the template; nil if the request has none.
    public subscript(name: String) -> String? { variables[name] }
}
