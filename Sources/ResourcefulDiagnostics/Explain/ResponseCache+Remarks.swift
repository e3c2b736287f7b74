extension ResponseCache: ExplainedRule {
    /// Returns what is stored for a request, and what would be done with it.
    package func remarks(on request: Request) -> Plan<PolicyRemarks> {
        guard isOfRequests else { return stored(for: request) }
        guard request.hasCacheOptions else { return .value(PolicyRemarks(nil)) }
        return stored(for: request).map { remarks in
            var remarks = remarks
            remarks.subject = "cache"
            return remarks
        }
    }

    private func stored(for request: Request) -> Plan<PolicyRemarks> {
        let caching = request.caching(or: caching)
        guard caching.mode != .never else { return .value("not used: the request is uncached") }
        guard let key = CacheKey(request, caching: caching) else {
            let isOwn = request.hasOwnCaching
            let content = request.body == nil ? "\(request.method)" : "\(request.method) with this body"
            let text = caching.mode == .onlyIfCached ? "not stored, and the network isn't allowed" : "not stored"
            return .value(
                PolicyRemarks(
                    "\(text): a response to \(content) can't be",
                    warnings: isOwn ? ["the request's own caching has no effect on \(content)"] : []))
        }
        return stored(under: key, caching).flatMap { entry in
            Plan.now.map { now in
                var remarks = PolicyRemarks(entry.text(for: request, at: now, caching))
                remarks.seen = request
                return remarks
            }
        }
    }
}

extension CacheEntry? {
    /// Returns what would be done for a request with the entry under its key, as text.
    fileprivate func text(for request: Request, at now: Date, _ caching: Caching) -> String {
        let stored = self?.storedText(for: request, at: now, caching) ?? "nothing is stored"
        switch CacheDecision(for: request, stored: self, at: now, caching: caching) {
        case .serve(let response, revalidating: let conditional):
            guard response.cacheStatus != nil else { return "\(stored), and the network isn't allowed: a 504" }
            return "\(stored): served" + (conditional == nil ? "" : ", and validated in the background")
        case .validate:
            return "\(stored): validated" + fallback(for: request, at: now, caching)
        case .fetch:
            let isIgnored = caching.mode == .refresh && self?.responses.isEmpty == false
            return "\(stored)\(isIgnored ? ", but a new one is wanted" : ""): fetched"
                + fallback(for: request, at: now, caching)
        }
    }

    private func fallback(for request: Request, at now: Date, _ caching: Caching) -> String {
        let stale = CacheDecision.servingAfterFailure(
            of: request, stored: self, at: now, caching: caching, response: nil)
        return stale == nil ? "" : ", or served if the server fails"
    }
}

extension CacheEntry {
    /// Returns what is known about the stored response that a request selects, as text.
    fileprivate func storedText(for request: Request, at now: Date, _ caching: Caching) -> String {
        guard let index = selection(by: request, caching) else {
            return responses.isEmpty ? "nothing is stored" : "stored, but not for this request"
        }
        let terms = terms(of: index, at: now, caching)
        let left = Duration.seconds(min(terms.remaining.magnitude, Double(CacheControl.longest)))
        let validators = CacheValidators(responses[index].response.headerFields)
        let version =
            validators.tag.map { ", ETag \(Redaction.standard.line($0))" }
            ?? validators.lastModified.map { ", last modified \($0)" }
        return "stored, \(terms.isFresh ? "fresh" : "stale") for \(left.inWords)\(version ?? "")"
    }
}
