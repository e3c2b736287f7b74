extension Webservice {
    /// Returns the stored value of a resource or a plan immediately, however old, and then the server's current one.
    ///
    ///     for try await update in webservice.updates(of: Episode.all.cached()) {
    ///         show(update.value, isOld: !update.status.isFresh)
    ///     }
    ///
    /// There is only one value if nothing is stored, or if the stored value is fresh. If the server responds that
    /// nothing has changed, the second update has the same value with a fresh status, and its
    /// ``LoadUpdate/repeatsValue`` is true. The server is asked when you ask for the next value; if that fails, the
    /// loop ends with the error after the stored value. To store anything, the requests have to be
    /// ``RequestChanging/cached()``, or the Webservice needs a caching policy.
    ///
    /// A plan, or a list in pages, has a stored value if the response to each of its requests is stored. It is carried
    /// out twice: once without sending anything, then with the server. If one of its responses is stale, the server is
    /// asked about all of them.
    public func updates<Value>(of loadable: some Loadable<Value>) -> Updates<Value> {
        Updates(plan: loadable.plan, webservice: self)
    }

    /// Removes stored responses of one URL, below a URL, before a date, or all of them. A relative URL is
    /// resolved against the base URL.
    ///
    /// It reaches the stores of the Webservice's policies, and those that loads of the Webservice and of its accounts
    /// have used. Name a store that only an earlier process has used: `Plan.removeCached(_:alsoIn:)`. Responses to
    /// earlier requests that arrive later aren't stored.
    public func removeCached(_ selection: CacheSelection) async {
        // The plan can't fail, except that a canceled task removes nothing.
        try? await load(Plan.removeCached(selection))
    }

    /// Removes the stored responses of a resource, for all users, from the stores of its own policies, too.
    public func removeCached<Value>(_ resource: Resource<Value>) async {
        let request = (try? resource.request.resolved(against: baseURL)) ?? resource.request
        let caches = order.caches(after: resource.submission.policy)
        for case let reference as StoreReference in caches.map(\.store) { unwatched.services.caches.note(reference) }
        let urls = (caches.isEmpty ? [.standard] : caches.map(\.caching)).map { caching in
            let key = request.caching(orElse: caching).flatMap { CacheKey(request, caching: $0) }
            return key.flatMap { URL(string: $0.url) } ?? request.url
        }
        for url in Set(urls) { await removeCached(.url(url)) }
    }
}

/// The values of a resource or a plan: the stored one, then the server's.
public struct Updates<Value>: AsyncSequence, Sendable {
    let plan: Plan<Value>
    let webservice: Webservice

    /// Creates the iterator of a loop. It loads nothing before you ask for the first value.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(plan, webservice) }

    /// The iterator of one loop over the values.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let plan: Plan<Value>
        private let webservice: Webservice
        /// Nil after the end.
        private var run: UpdateRun<Value>?
        /// Observers see the whole loop as one load.
        private var load: (loader: Loader, watch: Watch?)?

        fileprivate init(_ plan: Plan<Value>, _ webservice: Webservice) {
            (self.plan, self.webservice) = (plan, webservice)
            run = UpdateRun(plan)
        }

        /// Returns the next value; nil at the end.
        ///
        /// - Throws: The errors of `Webservice.load`.
        public mutating func next() async throws -> LoadUpdate<Value>? {
            let (loader, watch) = load ?? webservice.watched(beginning: plan.firstRequest, "\(plan)")
            load = (loader, watch)
            do {
                var update: LoadUpdate<Value>?
                while update == nil, let plan = run?.next() { update = try await loader.value(of: plan) }
                if run?.isOver != false { watch?.end(nil) }
                return update
            } catch {
                run = nil
                watch?.end(error)
                throw error
            }
        }
    }
}
