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
    }

    /// The most windows at a time. When there are more, all of them end.
    static let limit = 256

    let window: Double
    private var windows: [Key: (start: Date, count: Int)] = [:]

    init(window: Duration) {
        let (seconds, attoseconds) = window.components
        self.window = max(0, Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// Decides whether a message is logged.
    mutating func admits(_ key: Key, at date: Date) -> Bool {
        guard window > 0 else { return true }
        guard windows[key] == nil else {
            windows[key]?.count += 1
            return false
        }
        windows[key] = (date, 0)
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
            other != key && (other.message, other.address, other.subject) == (key.message, key.address, key.subject)
        }
    }

    private mutating func end(at date: Date, where isOver: (Key, Date) -> Bool) -> [Others] {
        guard !windows.isEmpty else { return [] }
        let over = windows.filter { isOver($0.key, $0.value.start) }
        for key in over.keys { windows[key] = nil }
        return over.filter { $0.value.count > 0 }
            .map { Others(key: $0, count: $1.count, seconds: max(0, date.timeIntervalSince($1.start))) }
            .sorted { $0.key.parts.lexicographicallyPrecedes($1.key.parts) }
    }
}

extension Repetitions.Key {
    fileprivate var parts: [String] { [message, address, subject, detail] }
}
