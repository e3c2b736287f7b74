/// The shortest path to a fresh response in memory, for a Webservice whose cache is its first policy.
///
/// It returns the result of the policy's plan, or nothing: then the plan is carried out.
final class QuickCache: Sendable {
    private static let lastNumber = Locked(0)

    private let memory: MemoryCache
    /// A number that distinguishes it from others that use the same memory.
    private let number: Int
    /// The caching of the Webservice; nil if only requests specify it.
    private let caching: Caching?
    private let isGeneral: Bool

    /// Creates a quick cache; nil if other policies come first, or if the store isn't in memory.
    init?(policies: [Policy], store: any CacheStore) {
        guard let memory = store as? MemoryCache, policies.allSatisfy({ !$0.identifiesUsers }) else { return nil }
        guard policies.isEmpty || policies[0].caching != nil else { return nil }
        self.memory = memory
        number = Self.lastNumber.withLock { last in
            last += 1
            return last
        }
        caching = policies.first?.caching
        isGeneral = caching != nil
    }

    /// Whether to look for a request's response: no policy of its own comes first.
    func isAsked(by request: Request) -> Bool { (isGeneral || request.hasCacheOptions) && !request.bringsPolicies }

    /// Returns the fresh response to a request; nil if there is none, or if there is more to do.
    func response(to request: Request, baseURL: URL?) -> Response? {
        guard let caching = request.caching(orElse: caching),
            let request = try? request.resolved(against: baseURL),
            let key = CacheKey(request, caching: caching),
            key.qualifier.isEmpty,
            CacheInvalidation.keys(under: key, caching: caching).allSatisfy({ memory.peek($0) == nil })
        else { return nil }
        return memory.served(key, to: request, by: number, at: Date(), caching: caching)
    }
}
