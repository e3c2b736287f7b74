#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decides which of many equal messages are logged: the first one of a window, then the number of the others.
struct Repetitions: Sendable {
    /// What makes messages equal.
    struct Key: Hashable, Sendable {
        let message: String
        let address: String
        /// 0 if it isn't known.
        let port: Int
        /// The kind of a decision; empty for a load.
        let subject: String
        /// The action of a decision, or the type of a load's error.
        let detail: String
    }

    /// The messages of a window that weren't logged.
    struct Others: Hashable, Sendable {
        let key: Key
        let count: Int
        let seconds: Double
        /// The reason of the last one; empty for a load.
        let reason: String
    }

    /// The most windows at a time. When there are more, all of them end.
    static let limit = 256

    let window: Double
    private var windows: [Key: (start: Date, count: Int, reason: String)] = [:]

    init(window: Duration) {
        let (seconds, attoseconds) = window.components
        self.window = max(0, Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// Decides whether a message is logged.
    mutating func admits(_ key: Key, at date: Date, because reason: String = "") -> Bool {
        guard window > 0 else { return true }
        guard windows[key] == nil else {
            windows[key]?.count += 1
            windows[key]?.reason = reason
            return false
        }
        windows[key] = (date, 0, reason)
        return true
    }

    /// Ends the windows that are over, and returns what wasn't logged in them, in a fixed order.
    mutating func ended(by date: Date) -> [Others] {
        let isFull = windows.count > Self.limit
        // If the clock was set back, nobody knows how long a window lasts.
        return end(at: date) { [window] in isFull || abs(date.timeIntervalSince($1)) >= window }
    }

    /// Ends the windows of the other states of what a key is about: it is in a new state now.
    mutating func ended(by key: Key, at date: Date) -> [Others] {
        end(at: date) { other, _ in
            other != key && other.port == key.port
                && (other.message, other.address, other.subject) == (key.message, key.address, key.subject)
        }
    }

    private mutating func end(at date: Date, where isOver: (Key, Date) -> Bool) -> [Others] {
        guard !windows.isEmpty else { return [] }
        let over = windows.filter { isOver($0.key, $0.value.start) }
        for key in over.keys { windows[key] = nil }
        return over.filter { $0.value.count > 0 }
            .map { key, window in
                let seconds = max(0, date.timeIntervalSince(window.start))
                return Others(key: key, count: window.count, seconds: seconds, reason: window.reason)
            }
            .sorted { $0.key.parts.lexicographicallyPrecedes($1.key.parts) }
    }
}

extension Repetitions.Key {
    fileprivate var parts: [String] { [message, address, "\(port)", subject, detail] }
}
