#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A write in an outbox, as it is now.
public struct OutboxItem: Hashable, Sendable, CustomStringConvertible {
    /// What has become of a write.
    public enum State: Hashable, Sendable, CustomStringConvertible {
        /// It waits to be sent; after an attempt, with the reason why that wasn't enough.
        case waiting(String?)
        /// It is being sent. If its process has died, it is sent again after ``OutboxRule/lease``.
        case sending
        /// It was refused, and isn't sent again unless you retry it.
        case refused(String)
        /// It is answered.
        case done
        /// Its entry is damaged, or a later version of the program has written it. It stays as it is.
        case unreadable(String)

        /// The state, and the reason.
        public var description: String {
            switch self {
            case .waiting(let reason): "waiting" + (reason.map { ": \($0)" } ?? "")
            case .sending: "being sent"
            case .refused(let reason): "refused: \(reason)"
            case .done: "done"
            case .unreadable(let reason): "unreadable: \(reason)"
            }
        }
    }

    /// The identifier of the write.
    public let id: String
    /// The lane in which it is sent.
    public let lane: String
    /// What has become of it.
    public let state: State
    /// The request without its body; nil if it is answered, or can't be read.
    public let request: Request?
    /// The number of times that sending began.
    public let attempts: Int
    /// The date it was submitted; nil if it can't be read.
    public let submitted: Date?

    init(_ write: KeptWrite) {
        (id, lane, attempts, submitted) = (write.id, write.lane, write.attempts, write.submitted)
        request = try? write.request?.shown()
        state =
            switch write.state {
            case .waiting: .waiting(write.reason)
            case .sending: .sending
            case .refused: .refused(write.reason ?? "")
            case .done: .done
            }
    }

    init(_ id: String, in lane: String, unreadable reason: String) {
        (self.id, self.lane, state) = (id, lane, .unreadable(reason))
        (request, attempts, submitted) = (nil, 0, nil)
    }

    /// The lane, the identifier, the state and the request, without secrets.
    public var description: String {
        (lane.isEmpty ? "" : "\(lane): ") + "\(id): \(state)" + (request.map { " (\($0))" } ?? "")
    }
}
