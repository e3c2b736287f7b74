#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How much a server lets one ask for, and when it lets one ask for more.
///
/// Read from `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers), from the fields of its older
/// versions, and from `X-RateLimit-…` and `X-Rate-Limit-…`.
public struct RateLimit: Hashable, Sendable {
    /// When the quota is full again.
    public enum Reset: Hashable, Sendable {
        /// So long after the response.
        case after(Duration)
        /// At a point in time, by the server's clock.
        case date(Date)
    }

    /// What the server calls the limit; nil for one without a name.
    public var policy: String?
    /// How much may be asked for in a window.
    public var limit: Int?
    /// How much of it is left, never less than 0.
    public var remaining: Int?
    /// When it is full again.
    public var reset: Reset?
    /// How long a window is.
    public var window: Duration?

    /// A limit, as far as it is known.
    public init(
        policy: String? = nil, limit: Int? = nil, remaining: Int? = nil, reset: Reset? = nil, window: Duration? = nil
    ) {
        (self.policy, self.limit, self.remaining) = (policy, limit, remaining)
        (self.reset, self.window) = (reset, window)
    }

    /// When the quota is full again, after a response that came at a time; nil when the server did not say.
    public func resetDate(receivedAt date: Date) -> Date? {
        switch reset {
        case .after(let duration): date.addingTimeInterval(duration / .seconds(1))
        case .date(let date): date
        case nil: nil
        }
    }

    /// Whether nothing is left.
    public var isExhausted: Bool { remaining == 0 }

    /// Whether nothing is known but the name.
    var isEmpty: Bool { limit == nil && remaining == nil && reset == nil && window == nil }

    /// How late it is full again, for comparison alone: limits of one server are written alike.
    var lateness: Double {
        switch reset {
        case .after(let duration): duration / .seconds(1)
        case .date(let date): date.timeIntervalSince1970
        case nil: 0
        }
    }
}

extension RateLimit.Reset {
    init?(_ text: some StringProtocol) {
        switch FieldMoment(text) {
        case .after(let seconds): self = .after(.seconds(seconds))
        case .at(let date): self = .date(date)
        case nil: return nil
        }
    }
}
