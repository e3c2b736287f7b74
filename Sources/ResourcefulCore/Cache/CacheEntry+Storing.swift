#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension CacheEntry {
    /// How many responses are kept under one key: the latest.
    package static let limit = 16
    /// How many seconds a time may be ahead before the clock must have been set back: what is done at once may be dated
    /// in either order.
    static let clockTolerance = 60.0

    /// What is to be stored under a key after an exchange, given what is stored now (RFC 9111, sections 3 and 4.3.4);
    /// nil when that is nothing.
    ///
    /// - Parameters:
    ///   - response: What came back.
    ///   - sent: The request as it was sent: with conditions, if the decision was to validate.
    ///   - original: The request as it was before.
    ///   - requested: When it was sent.
    ///   - received: When the response came.
    ///   - caching: How the cache is used.
    ///   - current: What is stored at this moment, which need not be what the decision was made on.
    package static func after(
        _ response: Response, to sent: Request, original: Request, requested: Date, received: Date,
        caching: Caching = .standard, current: CacheEntry?
    ) -> CacheEntry? {
        guard caching.mode != .never, !CacheControl(request: original.headerFields).says(.noStore) else {
            return current
        }
        var entry = current ?? CacheEntry()
        if let invalidated = entry.invalidated {
            // One that is dated ahead was made before the clock was set back.
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

    /// The response to give to the caller after a 304: the stored one of which it speaks, with its fields; or, when the
    /// caller brought conditions of its own, the 304 itself.
    ///
    /// Nil when it speaks of nothing that is stored: then the original request is to be sent, without conditions.
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
        // Only what the server says now sets cookies.
        if !response.headerFields.contains(.setCookie) { served.headerFields[.setCookie] = nil }
        return served
    }

    /// Gives the fields of a 304 to the responses of which it speaks.
    private mutating func freshen(by exchange: CacheExchange) {
        guard let validation = CacheValidation(exchange, of: self) else { return }
        if validation.isAdopted {
            return insert(exchange.freshening(responses[validation.selected]), exchange)
        }
        for index in validation.freshened { responses[index] = exchange.freshening(responses[index]) }
        removeForbidden(exchange.caching)
        responses.sort { $0.received > $1.received }
    }

    /// Stores a response, in the place of those that the request selected before.
    private mutating func store(_ exchange: CacheExchange) {
        guard let new = exchange.stored else {
            // What the server doesn't want to be stored makes what was stored obsolete all the same.
            if exchange.response.status.supersedes {
                responses.removeAll { $0.method == exchange.original.method && $0.matches(exchange.original) }
            }
            return
        }
        let others = responses.filter { Self.replaces(new, $0, exchange) }
        guard !others.contains(where: { $0.isKept(in: new, at: exchange.received) }) else { return }
        insert(new, exchange)
    }

    /// Takes what a HEAD tells about a stored GET (RFC 9111, section 4.3.5); when there is none, it is stored itself.
    private mutating func compare(with exchange: CacheExchange) {
        guard exchange.response.status == 200 else {
            // What has gone for HEAD has gone for GET.
            if exchange.response.status.isGone {
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

    /// Whether a new response takes the place of one: it answers the same request.
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
    /// Whether it stays although there is a new one: it is fresh and later, or the new one is an error of the server
    /// that nobody wanted to be stored.
    fileprivate func isKept(in new: StoredResponse, at now: Date) -> Bool {
        if freshness.isFresh(at: now), freshness.date > new.freshness.date { return true }
        let isExplicit = new.freshness.isExplicit && new.freshness.isFresh(at: now)
        return new.response.status.isServerError && !response.status.isServerError && !isExplicit
    }

    /// Whether nothing in the fields of a HEAD speaks of other content than this.
    fileprivate func agrees(with fields: HeaderFields) -> Bool {
        let (own, new) = (CacheValidators(response.headerFields), CacheValidators(fields))
        if let tag = new.tag, tag != own.tag { return false }
        if let date = new.lastModified, date != own.lastModified { return false }
        guard let length = fields.contentLength else { return !fields.contains(.contentLength) }
        if let own = response.headerFields.contentLength { return own == length }
        return !response.headerFields.contains(.contentEncoding) && response.body.count == length
    }
}
