#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension CacheEntry {
    /// Where the response is that a request selects (RFC 9111, sections 4 and 4.1); nil when there is none.
    ///
    /// Of several it is the latest by its Date, one with Vary before one that lacks it.
    func selection(by request: Request, _ caching: Caching) -> Int? {
        var selected: Int?
        // Property by property: a copy of the whole would cost more than all the rest.
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

    /// How a response may be used at a moment.
    func terms(of index: Int, at now: Date, _ caching: Caching) -> CacheTerms {
        CacheTerms(responses[index].freshness, of: responses[index].response.status, at: now, caching)
    }

    /// Whether a response may be used at all: it was not invalidated, and may be stored.
    func isUsable(_ index: Int, _ caching: Caching) -> Bool {
        if let invalidated, responses[index].requested <= invalidated { return false }
        return caching.allowsStoring(responses[index].freshness.control, responses[index].response.status) != nil
    }
}

extension StoredResponse {
    /// Whether it answers a request like that: of its method, or GET for HEAD, with the same selecting fields.
    func matches(_ request: Request) -> Bool {
        method.answers(request.method) && (vary.dependsOnNothing || vary.matches(request, selecting))
    }
}

extension Request.Method {
    /// Whether a response to it can answer another method: its own, and GET also HEAD (RFC 9110, section 9.3.2).
    func answers(_ method: Request.Method) -> Bool { self == method || method == .head && self == .get }
}

extension Caching {
    /// How a response may be stored, as far as `no-store` and `must-understand` say; nil when it may not be.
    enum Storing {
        /// Anywhere.
        case anywhere
        /// In memory alone: the server forbids it, and the user has chosen a lifetime.
        case inMemory
    }

    func allowsStoring(_ control: CacheControl, _ status: Response.Status) -> Storing? {
        let mustUnderstand = control.says(.mustUnderstand)
        let isForbidden = mustUnderstand ? !status.isUnderstood : control.says(.noStore)
        if !isForbidden { return .anywhere }
        return lifetime != nil && status.takesChosenLifetime ? .inMemory : nil
    }
}
