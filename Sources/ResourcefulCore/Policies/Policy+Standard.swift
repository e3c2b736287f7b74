#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension Policy {
    /// What every interpreter does to every request: relative URLs are resolved, then come the given policies, the
    /// outermost first, and inside them all redirects are followed.
    package static func standard(baseURL: URL?, policies: [Policy]) -> Policy {
        let inner = policies.reversed().reduce(followingRedirects()) { $1.wrapping($0) }
        return Policy { request, next in inner(try request.resolved(against: baseURL), next: next) }
    }
}
