#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A response that is kept, and what must be known of its request to use it again (RFC 9111, section 3).
public struct StoredResponse: Hashable, Sendable {
    /// The method of the request that it answered.
    public var method: Request.Method
    /// The fields of that request which the response depends on, as its Vary field says (RFC 9111, section 4.1).
    public var selecting: HeaderFields
    /// The response, as it came, or as a later 304 has freshened it.
    public var response: Response { didSet { derive() } }
    /// When the request was sent.
    public var requested: Date { didSet { derive() } }
    /// When the response was received.
    public var received: Date { didSet { derive() } }
    /// Whether it may be kept in memory only, because the server forbids to store it.
    public var isVolatile: Bool

    /// How long it is fresh: follows from the response and its times, and is computed once.
    package private(set) var freshness: Freshness
    /// What it depends on: follows from the response.
    private(set) var vary: CacheVary

    /// A stored response.
    public init(
        method: Request.Method = .get, selecting: HeaderFields = [:], response: Response, requested: Date,
        received: Date, isVolatile: Bool = false
    ) {
        self.method = method
        self.selecting = selecting
        self.response = response
        self.requested = requested
        self.received = received
        self.isVolatile = isVolatile
        freshness = Freshness(of: response, requested: requested, received: received)
        vary = CacheVary(response.headerFields)
    }

    private mutating func derive() {
        freshness = Freshness(of: response, requested: requested, received: received)
        vary = CacheVary(response.headerFields)
    }
}
