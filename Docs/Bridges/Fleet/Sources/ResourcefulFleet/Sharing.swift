import ResourcefulLoading

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Which entries of a store all processes share. The others stay in the memory of each, and cost no command.
///
///     let store = RedisStore(at: redis, sharing: .standard.circuits(of: payments))
public struct Sharing: Sendable {
    private let isShared: @Sendable (String) -> Bool

    /// Creates a choice by the names of entries.
    public init(_ isShared: @escaping @Sendable (_ name: String) -> Bool) { self.isShared = isShared }

    /// Credentials, cookies, leases, rates of `Policy.rateLimit`, and entries of yours. What a policy can start over
    /// without is each process's own: budgets for retries, circuits, hosts of a failover and clocks of servers.
    public static let standard = Sharing { !StoreEntry.isScratchName($0) || Sharing.own($0).hasPrefix("~rate ") }

    /// Everything.
    public static let everything = Sharing { _ in true }

    /// Shares the circuits of an origin, too: failures that one process sees open the circuit of all. Each load of that
    /// origin costs two commands more.
    public func circuits(of url: URL) -> Sharing {
        guard let origin = Origin(url) else { return self }
        return also { $0 == StoreEntry.scratchName("circuit \(origin)") }
    }

    /// Shares the budgets for retries and hedging, too. Each load costs a command more.
    public var budgets: Sharing {
        also { name in ["retry-budget", "hedging-budget"].contains { name.hasPrefix(StoreEntry.scratchName($0)) } }
    }

    private func also(_ others: @escaping @Sendable (String) -> Bool) -> Sharing {
        Sharing { [isShared] name in isShared(name) || others(Self.own(name)) }
    }

    package func contains(_ name: String) -> Bool { isShared(name) }

    /// A name without the account that it belongs to.
    static func own(_ name: String) -> String {
        var rest = name[...]
        while rest.hasPrefix("account/"), let slash = rest.dropFirst(8).firstIndex(of: "/") {
            rest = rest[rest.index(after: slash)...]
        }
        return String(rest)
    }
}
