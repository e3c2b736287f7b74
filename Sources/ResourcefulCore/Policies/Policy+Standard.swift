#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension Policy {
    /// What every interpreter does to every request: relative URLs are resolved and boundaries drawn, then come the
    /// given policies, the outermost first, and inside them all redirects are followed.
    package static func standard(baseURL: URL?, policies: [Policy]) -> Policy {
        let inner = policies.reversed().reduce(followingRedirects()) { $1.wrapping($0) }
        return Policy { request, next in
            let request = try request.resolved(against: baseURL)
            // Before the policies: to them, the body's bytes are what they will be.
            guard request.lacksBoundary else { return inner(request, next: next) }
            return request.drawingBoundary().flatMap { inner($0, next: next) }
        }
    }
}
