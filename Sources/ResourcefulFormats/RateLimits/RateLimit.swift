/// A server's rate limit: how much you may request, and when you may request more.
///
/// Read from `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers), from the fields of its older
/// versions, and from `X-RateLimit-…` and `X-Rate-Limit-…`.
///
///     let response = Response(headerFields: [
///         "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1735689600",
///     ])
///     if let limit = response.headerFields.rateLimit, limit.isExhausted {
///         print("again at", limit.resetDate(receivedAt: Date()) ?? .distantFuture)
///     }
public struct RateLimit: Hashable, Sendable {
    /// The time at which the quota is full again.
    public enum Reset: Hashable, Sendable {
        /// A duration after the response.
        case after(Duration)
        /// A date, according to the server's clock.
        case date(Date)
    }

    /// The server's name for the limit; nil if it has none.
    public var policy: String?
    /// The quota in a window.
    public var limit: Int?
    /// The remaining quota, never less than 0.
    public var remaining: Int?
    /// The time at which the quota is full again.
    public var reset: Reset?
    /// The length of a window.
    public var window: Duration?

    /// Creates a rate limit from the known values.
    public init(
        policy: String? = nil, limit: Int? = nil, remaining: Int? = nil, reset: Reset? = nil, window: Duration? = nil
    ) {
        (self.policy, self.limit, self.remaining) = (policy, limit, remaining)
        (self.reset, self.window) = (reset, window)
    }

    /// Returns the date at which the quota is full again, for a response received at a date; nil if the server didn't
    /// send one.
    public func resetDate(receivedAt date: Date) -> Date? {
        switch reset {
        case .after(let duration): date.addingTimeInterval(duration / .seconds(1))
        case .date(let date): date
        case nil: nil
        }
    }

    /// Whether the quota is used up.
    public var isExhausted: Bool { remaining == 0 }

    /// Whether no value except the name is known.
    var isEmpty: Bool { limit == nil && remaining == nil && reset == nil && window == nil }

    /// A number that orders limits by their reset. Only for comparison: the limits of one server have the same format.
    var lateness: Double {
        switch reset {
        case .after(let duration): duration / .seconds(1)
        case .date(let date): date.timeIntervalSince1970
        case nil: 0
        }
    }
}
