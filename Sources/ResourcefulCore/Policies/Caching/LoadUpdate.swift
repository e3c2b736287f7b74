/// A value of `Webservice.updates(of:)`, with its source and its age.
public struct LoadUpdate<Value> {
    /// The value.
    public let value: Value
    /// The source and the age of the value. For several responses: whether one came from the server, the age of the
    /// oldest, and whether all are fresh.
    public let status: CacheStatus
    /// Whether the server has confirmed the value of the update before, which is shown already: only ``status`` is new.
    public let repeatsValue: Bool

    package init(_ value: Value, _ status: CacheStatus, repeatsValue: Bool = false) {
        (self.value, self.status, self.repeatsValue) = (value, status, repeatsValue)
    }
}

extension LoadUpdate: Sendable where Value: Sendable {}

/// The responses that led to a value, without their order.
package struct UsedResponses: Sendable {
    /// Of each response the method, the URL and the body. A set of texts is in every program already; one of a type of
    /// its own takes 17 KB.
    private var contents: Set<String> = []
    /// The source and the age of all of them; nil if there are none.
    package private(set) var status: CacheStatus?
    /// Whether a request had no stored response.
    package private(set) var isIncomplete = false

    package init() {}

    /// Adds the response to a request; nil if none is stored.
    package mutating func add(_ response: Response?, to request: Request) {
        guard let response else { return isIncomplete = true }
        contents.insert("\(request.method) \(request.url.absoluteString) \(response.body.base64EncodedString())")
        var new = response.cacheStatus ?? CacheStatus(.server)
        // What the server has just confirmed is current, however short its lifetime.
        if new.source == .validated { new = CacheStatus(.validated, age: new.age) }
        guard let status else { return status = new }
        let sources = [status.source, new.source]
        self.status = CacheStatus(
            [.server, .validated].first(where: sources.contains) ?? .hit, age: max(status.age, new.age),
            isFresh: status.isFresh && new.isFresh)
    }

    /// Whether the contents of both are the same.
    package func isSame(as other: UsedResponses) -> Bool { contents == other.contents }
}

extension PolicyTraits {
    /// A resource's own cache answers without asking what is further inside.
    fileprivate static let outsideCaches: PolicyTraits = {
        var traits = PolicyTraits(nil, "updates")
        traits.place = .outermost
        return traits
    }()
}

extension Plan {
    /// Returns a plan whose requests are answered from the store alone, however old the responses are. The first one
    /// that isn't stored cancels it, so nothing in it replaces what is missing.
    ///
    /// - Parameter note: Called with each request and its stored response.
    package func fromStore(_ note: @escaping @Sendable (Request, Response?) -> Void) -> Plan {
        let policy = Policy(.outsideCaches) { request, next in
            let isAsked = request[OwnCacheMode.self] == .onlyIfCached
            return (isAsked ? next(request) : .value(Response(status: 504))).flatMap { response in
                // A response without a status isn't from a store.
                let isStored = response.cacheStatus != nil
                note(request, isStored ? response : nil)
                return isStored ? Plan<Response>.value(response) : .failure(CancellationError())
            }
        }
        let asking = changingRequests { if $0[OwnCacheMode.self] != .never { $0[OwnCacheMode.self] = .onlyIfCached } }
        return asking.apart(applying: policy)
    }

    /// Returns a plan whose requests use the cache in a mode, unless they say how to use it.
    ///
    /// - Parameter note: Called with each request and its response.
    package func using(
        _ mode: Caching.Mode?, _ note: @escaping @Sendable (Request, Response?) -> Void
    ) -> Plan {
        let policy = Policy(.outsideCaches) { request, next in
            next(request).map { response in
                note(request, response)
                return response
            }
        }
        guard let mode else { return applying(policy) }
        return changingRequests { if $0[OwnCacheMode.self] == nil { $0[OwnCacheMode.self] = mode } }.applying(policy)
    }
}
