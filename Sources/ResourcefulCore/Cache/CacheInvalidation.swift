#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What changes on the server make of stored responses (RFC 9111, section 4.4).
package enum CacheInvalidation {
    /// The URLs whose stored responses, of every user, are no longer good after an exchange: the target of a request
    /// that is not safe, and what Location and Content-Location name at the same origin. None after an error, nor when
    /// the exchange itself is one that is cached.
    ///
    /// They are in the form in which they are stored (see ``CacheKey``): without secrets and what makes no difference.
    package static func urls(of response: Response, to request: Request, caching: Caching = .standard) -> [URL] {
        guard response.status.isSuccessful || response.status.isRedirection else { return [] }
        return urls(namedBy: response.headerFields, changedBy: request, caching)
    }

    /// The same for an exchange that did not come to its end: the server may have changed something. None when the
    /// request did not reach it, nor after a cancellation: a canceled load carries out nothing more.
    static func urls(after failure: any Error, of request: Request, caching: Caching) -> [URL] {
        let cause = (failure as? LoadError)?.underlyingError ?? failure
        let reached = !(failure is CancellationError) && (failure as? LoadError)?.stage != .request
        let isUnsent = [.cannotResolveHost, .cannotConnect, .insecure, .circuitOpen, .addressRefused]
            .contains((cause as? TransportError)?.kind)
        return reached && !isUnsent ? urls(namedBy: [:], changedBy: request, caching) : []
    }

    private static func urls(
        namedBy fields: HeaderFields, changedBy request: Request, _ caching: Caching
    ) -> [URL] {
        guard !request.method.isSafe, CacheKey(request, caching: caching) == nil, let origin = Origin(request.url)
        else {
            return []
        }
        let base = request.url.absoluteURL
        let named = [HeaderFields.Name.location, "Content-Location"].flatMap { fields.values(of: $0) }
            .compactMap { base.resolving($0) }
            .filter { Origin($0) == origin }
        var texts: [String] = []
        for url in [base] + named {
            let text = CacheKey.distinctive(CacheKey.normalized(url), of: request, caching)
            if !texts.contains(text) { texts.append(text) }
        }
        return texts.compactMap { URL(string: $0) }
    }
}
