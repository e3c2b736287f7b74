extension CacheEntry {
    /// Returns the index of the response that a request selects (RFC 9111, sections 4 and 4.1); nil if there is none.
    ///
    /// If several match, it prefers those with Vary, then the latest by Date.
    package func selection(by request: Request, _ caching: Caching) -> Int? {
        var selected: Int?
        // Reads single properties: copying whole responses would cost more than everything else.
        for index in responses.indices
        where responses[index].method.answers(request.method) && isUsable(index, caching)
            && (responses[index].vary.dependsOnNothing || responses[index].matches(request))
        {
            if let other = selected, !isPreferred(index, to: other) { continue }
            selected = index
        }
        return selected
    }

    private func isPreferred(_ index: Int, to other: Int) -> Bool {
        let dependsOnNothing = responses[index].vary.dependsOnNothing
        guard dependsOnNothing == responses[other].vary.dependsOnNothing else { return !dependsOnNothing }
        return responses[index].freshness.date > responses[other].freshness.date
    }

    /// Returns the terms on which a response may be used at a moment.
    package func terms(of index: Int, at now: Date, _ caching: Caching) -> CacheTerms {
        CacheTerms(responses[index].freshness, of: responses[index].response.status, at: now, caching)
    }

    /// Returns whether a response may be used at all: it isn't invalidated and may be stored.
    func isUsable(_ index: Int, _ caching: Caching) -> Bool {
        if let invalidated, responses[index].requested <= invalidated { return false }
        return caching.allowsStoring(responses[index].freshness.control, responses[index].response.status) != nil
    }
}

extension StoredResponse {
    /// Returns whether it answers a request like this one: with the same method (or GET for HEAD) and the same
    /// selecting fields.
    func matches(_ request: Request) -> Bool {
        method.answers(request.method) && (vary.dependsOnNothing || vary.matches(request, selecting))
    }
}

extension Request.Method {
    /// Returns whether a response to this method can answer a request with another one: GET also answers HEAD (RFC
    /// 9110, section 9.3.2).
    func answers(_ method: Request.Method) -> Bool { self == method || method == .head && self == .get }
}

extension Caching {
    /// Where a response may be stored according to `no-store` and `must-understand`.
    enum Storing {
        /// Anywhere.
        case anywhere
        /// Only in memory: the server forbids storing, and the user chose a lifetime.
        case inMemory
    }

    func allowsStoring(_ control: CacheControl, _ status: Response.Status) -> Storing? {
        let mustUnderstand = control.says(.mustUnderstand)
        let isForbidden = mustUnderstand ? !status.isUnderstood : control.says(.noStore)
        if !isForbidden { return .anywhere }
        return lifetime != nil && status.takesChosenLifetime ? .inMemory : nil
    }
}
