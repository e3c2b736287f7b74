extension CacheEntry {
    /// Where the response is that a request selects (RFC 9111, sections 4 and 4.1); nil when there is none.
    ///
    /// Of several it is the latest by its Date, one with Vary before one that lacks it.
    func selection(by request: Request, _ caching: Caching) -> Int? {
        var selected: Int?
        for index in responses.indices where isUsable(index, caching) && responses[index].matches(request) {
            guard let other = selected else {
                selected = index
                continue
            }
            if responses[index].isPreferred(to: responses[other]) { selected = index }
        }
        return selected
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
        guard answers(request.method) else { return false }
        return vary.names.isEmpty ? !vary.isUnknown : vary.matches(request, selecting)
    }

    /// Whether it can answer a method: its own, and GET also HEAD (RFC 9110, section 9.3.2).
    func answers(_ method: Request.Method) -> Bool { self.method == method || method == .head && self.method == .get }

    fileprivate func isPreferred(to other: borrowing StoredResponse) -> Bool {
        guard vary.names.isEmpty == other.vary.names.isEmpty else { return other.vary.names.isEmpty }
        return freshness.date > other.freshness.date
    }
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
