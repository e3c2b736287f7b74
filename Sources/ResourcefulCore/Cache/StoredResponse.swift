/// A stored response, and what must be known of its request to use it again (RFC 9111, section 3).
///
///     let stored = StoredResponse(response: response, requested: now, received: now)
public struct StoredResponse: Hashable, Sendable {
    /// The method of the request.
    public var method: Request.Method
    /// The request fields that the response depends on according to its Vary field (RFC 9111, section 4.1).
    public var selecting: HeaderFields
    /// The response as it was received, or as later 304 responses updated it.
    public var response: Response { didSet { derive() } }
    /// The time when the request was sent.
    public var requested: Date { didSet { derive() } }
    /// The time when the response was received.
    public var received: Date { didSet { derive() } }
    /// Whether the response may be kept only in memory, because the server forbids storing it.
    public var isVolatile: Bool

    /// How long the response is fresh. Computed once from the response and its times.
    package private(set) var freshness: Freshness
    /// What the response depends on. Computed from the response.
    private(set) var vary: CacheVary

    /// Creates a stored response.
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
