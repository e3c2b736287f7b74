extension CacheEntry {
    /// The maximum number of responses kept under one key, the latest ones.
    package static let limit = 16
    /// The number of seconds that a time may be in the future. A later time means that the clock was set back; a
    /// smaller difference occurs if two things happen at almost the same time.
    static let clockTolerance = 60.0

    /// Returns what to store under a key after an exchange (RFC 9111, sections 3 and 4.3.4); nil if that is nothing.
    ///
    /// - Parameters:
    ///   - response: The response that arrived.
    ///   - sent: The request as it was sent, with conditions if the decision was to validate.
    ///   - original: The request before conditions were added.
    ///   - requested: The time when the request was sent.
    ///   - received: The time when the response was received.
    ///   - caching: How the cache is used.
    ///   - current: What is stored now, which may differ from what the decision was based on.
    package static func after(
        _ response: Response, to sent: Request, original: Request, requested: Date, received: Date,
        caching: Caching = .standard, current: CacheEntry?
    ) -> CacheEntry? {
        guard caching.mode != .never, !CacheControl(request: original.headerFields).says(.noStore) else {
            return current
        }
        var entry = current ?? CacheEntry()
        if let invalidated = entry.invalidated {
            // An invalidation in the future was made before the clock was set back.
            let isOfAnotherClock = invalidated.timeIntervalSince(received) > clockTolerance
            guard requested > invalidated || isOfAnotherClock else { return current }
            if isOfAnotherClock { entry.invalidated = nil }
        }
        let exchange = CacheExchange(
            response: response, sent: sent, original: original, requested: requested, received: received,
            caching: caching)
        if response.status == 304 {
            entry.freshen(by: exchange)
        } else if original.method == .head {
            entry.compare(with: exchange)
        } else {
            entry.store(exchange)
        }
        return entry.responses.isEmpty && entry.invalidated == nil ? nil : entry
    }

    /// Returns the response for the caller after a 304: the stored response that the 304 validates, with the new
    /// fields; or the 304 itself if the caller's request had its own conditions.
    ///
    /// Returns nil if the 304 matches nothing that is stored: then send the original request without conditions.
    package func response(
        validatedBy response: Response, to original: Request, sent: Request, requested: Date, received: Date,
        caching: Caching = .standard
    ) -> Response? {
        guard !CacheWishes(original).isSpecial else { return response }
        let exchange = CacheExchange(
            response: response, sent: sent, original: original, requested: requested, received: received,
            caching: caching)
        guard let validation = CacheValidation(exchange, of: self) else { return nil }
        var stored = responses[validation.selected]
        if validation.isAdopted || !validation.freshened.isEmpty { stored = exchange.freshening(stored) }
        let terms = CacheTerms(stored.freshness, of: stored.response.status, at: received, caching)
        var served = stored.response.served(to: original.method, terms, .validated)
        // Only fields of the new response set cookies.
        if !response.headerFields.contains(.setCookie) { served.headerFields[.setCookie] = nil }
        return served
    }

    /// Updates the stored responses that a 304 matches with its fields.
    private mutating func freshen(by exchange: CacheExchange) {
        guard let validation = CacheValidation(exchange, of: self) else { return }
        if validation.isAdopted {
            return insert(exchange.freshening(responses[validation.selected]), exchange)
        }
        for index in validation.freshened { responses[index] = exchange.freshening(responses[index]) }
        removeForbidden(exchange.caching)
        responses.sort { $0.received > $1.received }
    }

    /// Stores a response in place of those that the request selected before.
    private mutating func store(_ exchange: CacheExchange) {
        guard let new = exchange.stored else {
            // The response can't be stored, but what was stored before is obsolete, or denied to the user.
            if exchange.response.status.supersedes || exchange.response.status.isRefusal {
                responses.removeAll { $0.method == exchange.original.method && $0.matches(exchange.original) }
            }
            return
        }
        let others = responses.filter { Self.replaces(new, $0, exchange) }
        guard !others.contains(where: { $0.isKept(in: new, at: exchange.received) }) else { return }
        insert(new, exchange)
    }

    /// Updates the stored GET responses that agree with a HEAD response, and removes those that don't (RFC 9111,
    /// section 4.3.5). Stores the HEAD response itself if none agrees.
    private mutating func compare(with exchange: CacheExchange) {
        guard exchange.response.status == 200 else {
            // Content that is gone or denied for HEAD is so for GET, too.
            if exchange.response.status.isGone || exchange.response.status.isRefusal {
                responses.removeAll { $0.method == .get && $0.matches(exchange.original) }
            }
            return store(exchange)
        }
        let gets = responses.indices.filter { responses[$0].method == .get && responses[$0].matches(exchange.original) }
        let agreeing = gets.filter { responses[$0].agrees(with: exchange.response.headerFields) }
        for index in agreeing { responses[index] = exchange.freshening(responses[index]) }
        for index in gets.reversed() where !agreeing.contains(index) { responses.remove(at: index) }
        removeForbidden(exchange.caching)
        if agreeing.isEmpty { store(exchange) }
    }

    private mutating func insert(_ new: StoredResponse, _ exchange: CacheExchange) {
        responses.removeAll { Self.replaces(new, $0, exchange) }
        responses.insert(new, at: 0)
        removeForbidden(exchange.caching)
        if responses.count > Self.limit { responses.removeSubrange(Self.limit...) }
    }

    /// Returns whether a new response replaces an old one: both answer the same request.
    private static func replaces(_ new: StoredResponse, _ old: StoredResponse, _ exchange: CacheExchange) -> Bool {
        guard new.method == old.method else { return false }
        return old.matches(exchange.original) || old.vary == new.vary && old.selecting == new.selecting
    }

    private mutating func removeForbidden(_ caching: Caching) {
        responses.removeAll {
            caching.allowsStoring($0.freshness.control, $0.response.status) == nil && !$0.isVolatile
        }
    }
}

extension StoredResponse {
    /// Returns whether an old response stays despite a new one: it is fresh and has a later Date, or the new one is a
    /// server error without explicit freshness.
    fileprivate func isKept(in new: StoredResponse, at now: Date) -> Bool {
        if freshness.isFresh(at: now), freshness.date > new.freshness.date { return true }
        let isExplicit = new.freshness.isExplicit && new.freshness.isFresh(at: now)
        return new.response.status.isServerError && !response.status.isServerError && !isExplicit
    }

    /// Returns whether the fields of a HEAD response are consistent with this content.
    fileprivate func agrees(with fields: HeaderFields) -> Bool {
        let (own, new) = (CacheValidators(response.headerFields), CacheValidators(fields))
        if let tag = new.tag, tag != own.tag { return false }
        if let date = new.lastModified, date != own.lastModified { return false }
        guard let length = fields.contentLength else { return !fields.contains(.contentLength) }
        if let own = response.headerFields.contentLength { return own == length }
        return !response.headerFields.contains(.contentEncoding) && response.body.count == length
    }
}
