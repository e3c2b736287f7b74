#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What is to be done about a request, as far as stored responses can tell (RFC 9111, section 4).
public enum CacheDecision: Hashable, Sendable {
    /// The response to give, without waiting for the server; when it is to be revalidated, the request to send in the
    /// background (RFC 5861, section 3).
    case serve(Response, revalidating: Request?)
    /// The request to send, conditional on what is stored (RFC 9111, section 4.3.1).
    case validate(Request)
    /// The request is to be sent as it is.
    case fetch
}
