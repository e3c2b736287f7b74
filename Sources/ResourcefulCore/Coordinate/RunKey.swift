/// The key of a run, by which callers join it instead of repeating its work.
package enum RunKey: Hashable, Sendable, CustomStringConvertible {
    /// The name that a plan gave it, and the type of its result.
    case named(String, ObjectIdentifier)
    /// A request that is sent for its response.
    case exchange(Request)

    /// Returns the key of a named run with a result of the given type.
    static func named<Value>(_ name: String, _ type: Value.Type) -> RunKey { .named(name, ObjectIdentifier(type)) }

    /// Hashes the URL and the field values of a request: different requests to one URL usually differ in a token or an
    /// identifier. Without the values, n of them at the same time would take time in proportion to n².
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .named(let name, let type):
            hasher.combine(name)
            hasher.combine(type)
        case .exchange(let request):
            hasher.combine(request.url.absoluteString)
            for field in request.headerFields { hasher.combine(field.value) }
        }
    }

    /// The name, or the request without its secrets.
    package var description: String {
        switch self {
        case .named(let name, _): name
        case .exchange(let request): "\(request)"
        }
    }
}

/// The key of a gate, which limits concurrency. A different limit is a different gate.
package struct GateKey: Hashable, Sendable, CustomStringConvertible {
    /// What is limited.
    package let name: String
    /// The maximum number of permits at once, at least 1.
    package let limit: Int

    /// Creates the key of a gate.
    package init(name: String, limit: Int) {
        self.name = name
        self.limit = max(1, limit)
    }

    /// The limit and what it is for.
    package var description: String { "\(limit) at once, \(name)" }
}

/// The runs and permits that a caller is part of, the innermost first.
package final class Position: Sendable {
    /// The number of the run or of the permit.
    let scope: Int
    private let outer: Position?

    /// Creates a position inside a run or a permit.
    package init(in scope: Int, within outer: Position? = nil) {
        self.scope = scope
        self.outer = outer
    }

    /// The numbers of all these runs and permits.
    package var scopes: [Int] {
        var (scopes, next): ([Int], Position?) = ([], self)
        while let position = next {
            scopes.append(position.scope)
            next = position.outer
        }
        return scopes
    }
}
