#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a run is found by, by those who would rather join it than do the same.
package enum RunKey: Hashable, Sendable, CustomStringConvertible {
    /// A name that a plan has given it, and the type of what comes of it.
    case named(String, ObjectIdentifier)
    /// A request that is being exchanged for its response.
    case exchange(Request)

    /// A name, for a run that comes to a value of this type.
    static func named<Value>(_ name: String, _ type: Value.Type) -> RunKey { .named(name, ObjectIdentifier(type)) }

    /// Equal requests have equal URLs, and unequal ones most often others: that is enough to find them by.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .named(let name, let type):
            hasher.combine(name)
            hasher.combine(type)
        case .exchange(let request): hasher.combine(request.url.absoluteString)
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

/// Where so many may be at once. Limits of other numbers are other gates.
package struct GateKey: Hashable, Sendable, CustomStringConvertible {
    /// What is limited.
    package let name: String
    /// How many may be inside at once, 1 at the least.
    package let limit: Int

    /// A gate.
    package init(name: String, limit: Int) {
        self.name = name
        self.limit = max(1, limit)
    }

    /// The limit and what it is for.
    package var description: String { "\(limit) at once, \(name)" }
}

/// What somebody is part of: the runs that he carries out and the permits that he holds, the innermost first.
package final class Position: Sendable {
    /// The number of the run or of the permit.
    let scope: Int
    private let outer: Position?

    /// A part of a run, or of what goes on with a permit.
    package init(in scope: Int, within outer: Position? = nil) {
        self.scope = scope
        self.outer = outer
    }

    /// The numbers of all of them.
    package var scopes: [Int] {
        var (scopes, next): ([Int], Position?) = ([], self)
        while let position = next {
            scopes.append(position.scope)
            next = position.outer
        }
        return scopes
    }
}
