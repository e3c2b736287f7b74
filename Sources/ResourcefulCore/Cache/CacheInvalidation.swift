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
        let status = response.status
        guard !request.method.isSafe, status.isSuccessful || status.isRedirection,
            CacheKey(request, caching: caching) == nil, let origin = Origin(request.url)
        else { return [] }
        let base = request.url.absoluteURL
        let named = [HeaderFields.Name.location, "Content-Location"].flatMap { response.headerFields.values(of: $0) }
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
