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
    public var response: Response
    /// When the request was sent.
    public var requested: Date
    /// When the response was received.
    public var received: Date
    /// Whether it may be kept in memory only, because the server forbids to store it.
    public var isVolatile: Bool

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
    }
}

/// All that is stored under one key: the responses, the latest first, one for each set of selecting fields.
public struct CacheEntry: Hashable, Sendable {
    /// The responses, the latest first.
    public var responses: [StoredResponse]
    /// When the responses of this key were last invalidated: what was asked for before that is not stored any more.
    public var invalidated: Date?

    /// An entry.
    public init(responses: [StoredResponse] = [], invalidated: Date? = nil) {
        self.responses = responses
        self.invalidated = invalidated
    }

    /// About how many bytes of memory it takes.
    public var size: Int {
        responses.reduce(256) { size, stored in
            let fields = stored.response.headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64 }
            return size + 512 + stored.response.body.count + fields
        }
    }
}
