#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The invalidation of stored responses by changes on the server (RFC 9111, section 4.4).
package enum CacheInvalidation {
    /// Returns the URLs whose stored responses, of every user, an exchange invalidates: the target of an unsafe
    /// request, and the URLs in Location and Content-Location with the same origin. Returns none after an error, or if
    /// the exchange itself can be stored.
    ///
    /// The URLs have their stored form (see ``CacheKey``): without secrets and parts that make no difference.
    package static func urls(of response: Response, to request: Request, caching: Caching = .standard) -> [URL] {
        guard response.status.isSuccessful || response.status.isRedirection else { return [] }
        return urls(namedBy: response.headerFields, changedBy: request, caching)
    }

    /// Returns the URLs that a failed exchange invalidates, because the server may have made the change anyway. Returns
    /// none if the request didn't reach the server, or after a cancellation: a canceled load does nothing more.
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
