import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The shortest way to a fresh response in memory, for a Webservice whose cache comes before all other policies.
///
/// It comes to what the plan of the policy comes to, or to nothing: then the plan is carried out.
final class QuickCache: Sendable {
    private static let lastNumber = Locked(0)

    private let memory: MemoryCache
    /// What tells it from others that give from the same memory.
    private let number: Int
    /// How the Webservice caches; nil when only requests say so.
    private let caching: Caching?

    /// Nil where other policies come first, or the store is not in memory.
    init?(policies: [Policy], store: any CacheStore) {
        guard let memory = store as? MemoryCache, policies.allSatisfy({ !$0.identifiesUsers }) else { return nil }
        guard policies.isEmpty || policies[0].caching != nil else { return nil }
        self.memory = memory
        number = Self.lastNumber.withLock { last in
            last += 1
            return last
        }
        caching = policies.first?.caching
    }

    /// Whether anybody wants a request to be looked up.
    func isAsked(by request: Request) -> Bool { caching != nil || request.hasOptions }

    /// The fresh response to a request; nil when there is none, or more than that is to be done.
    func response(to request: Request, baseURL: URL?) -> Response? {
        guard isAsked(by: request), let caching = request.caching(orElse: caching),
            let request = try? request.resolved(against: baseURL),
            let key = CacheKey(request, caching: caching),
            key.qualifier.isEmpty
        else { return nil }
        return memory.served(key, to: request, by: number, at: Date(), caching: caching)
    }
}
