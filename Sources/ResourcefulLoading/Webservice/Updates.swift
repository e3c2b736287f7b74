public import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Webservice {
    /// The stored value of a resource at once, however old, then the one that the server has by now, if it is another.
    ///
    ///     for try await update in webservice.updates(of: Episode.all.cached()) {
    ///         show(update.value, isOld: !update.status.isFresh)
    ///     }
    ///
    /// One value comes when nothing is stored, when what is stored is fresh, and when the server says that nothing has
    /// changed. The server is asked when the next value is; an error of that ends the loop after the stored value. The
    /// resource has to be ``RequestChanging/cached()``, or the Webservice to have a policy of caching, for anything to
    /// be stored.
    public func updates<Value>(of resource: Resource<Value>) -> Updates<Value> {
        Updates(resource: resource, webservice: self)
    }

    /// Removes stored responses: those of one URL, those below one, old ones, all of them. A relative URL is resolved
    /// against the base URL.
    ///
    /// What was asked for before, and comes later, is not stored.
    public func removeCached(_ selection: CacheSelection) async {
        // Nothing that it does can fail; a task that is cancelled has nothing removed any more.
        try? await load(Plan.removeCached(selection.resolved(against: baseURL)))
    }

    /// Removes the stored responses of a resource, whoever the user is.
    public func removeCached<Value>(_ resource: Resource<Value>) async {
        let request = (try? resource.request.resolved(against: baseURL)) ?? resource.request
        let key = CacheKey(request, caching: request.caching(orElse: caching) ?? .standard)
        await removeCached(.url(key.flatMap { URL(string: $0.url) } ?? request.url))
    }
}

/// The values of a resource: the stored one, then a newer one.
public struct Updates<Value>: AsyncSequence, Sendable {
    let resource: Resource<Value>
    let webservice: Webservice

    /// The loop over the values. Nothing is loaded before the first one is asked for.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(resource: resource, webservice: webservice) }

    /// One loop over the values.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private enum State {
            case beginning
            case stored(Stored<Value>)
            case end
        }

        private let resource: Resource<Value>
        private let webservice: Webservice
        private var state = State.beginning
        /// All of it is one load to those who watch.
        private var load: (loader: Loader, watch: Watch?)?

        fileprivate init(resource: Resource<Value>, webservice: Webservice) {
            self.resource = resource
            self.webservice = webservice
        }

        /// The next value; nil when there is none.
        ///
        /// - Throws: what `Webservice.load` throws.
        public mutating func next() async throws -> LoadUpdate<Value>? {
            let (loader, watch) = load ?? webservice.watched(beginning: resource.request, "\(resource)")
            load = (loader, watch)
            do {
                let update = try await update(by: loader)
                if case .end = state { watch?.end(nil) }
                return update
            } catch {
                state = .end
                watch?.end(error)
                throw error
            }
        }

        private mutating func update(by loader: Loader) async throws -> LoadUpdate<Value>? {
            let last: Stored<Value>
            switch state {
            case .beginning:
                last = try await loader.value(of: resource.stored)
                if let update = last.value {
                    state = .stored(last)
                    return update
                }
            case .stored(let stored): last = stored
            case .end: return nil
            }
            state = .end
            return try await loader.value(of: resource.update(after: last))
        }
    }
}

extension CacheSelection {
    /// The same selection, a relative URL resolved.
    func resolved(against baseURL: URL?) -> CacheSelection {
        switch self {
        case .url(let url): .url(Self.absolute(url, baseURL))
        case .under(let url): .under(Self.absolute(url, baseURL))
        case .all, .receivedBefore: self
        }
    }

    private static func absolute(_ url: URL, _ baseURL: URL?) -> URL {
        // What leads out of the base may be removed, though it can't be loaded.
        (try? Request(url: url).resolved(against: baseURL).url) ?? baseURL?.resolving(url.absoluteString) ?? url
    }
}
