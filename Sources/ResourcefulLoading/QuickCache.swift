import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The shortest way to a fresh response in memory, for a Webservice whose cache comes before all other policies.
///
/// It comes to what the plan of the policy comes to, or to nothing: then the plan is carried out.
struct QuickCache: Sendable {
    private let memory: MemoryCache
    /// How the Webservice caches; nil when only requests say so.
    private let caching: Caching?

    /// Nil where other policies come first, or the store is not in memory.
    init?(policies: [Policy], store: any CacheStore) {
        guard let memory = store as? MemoryCache, policies.allSatisfy({ !$0.identifiesUsers }) else { return nil }
        guard policies.isEmpty || policies[0].caching != nil else { return nil }
        self.memory = memory
        caching = policies.first?.caching
    }

    /// The fresh response to a request; nil when there is none, or more than that is to be done.
    func response(to request: Request, baseURL: URL?) -> Response? {
        guard let caching = request.caching(orElse: caching), let request = try? request.resolved(against: baseURL),
            let key = CacheKey(request, caching: caching), let entry = memory.peek(key),
            case .serve(let response, revalidating: nil) = CacheDecision(
                for: request, stored: entry, at: Date(), caching: caching),
            !response.status.isRedirection
        else { return nil }
        return response
    }
}
