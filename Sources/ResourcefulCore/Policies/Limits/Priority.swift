extension Request {
    /// The priority of a request in a queue. Any number is possible; higher ones go first.
    ///
    ///     let prefetch = Episode.all.priority(.background)
    ///     let visible: Request.Priority = 50
    ///     let onScreen = Episode.number(7).priority(visible)
    public struct Priority: Hashable, Sendable, Comparable, RawRepresentable, ExpressibleByIntegerLiteral,
        RequestOption
    {
        /// The number.
        public let rawValue: Int

        /// Creates a priority from a number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Creates a priority from a number.
        public init(integerLiteral number: Int) { rawValue = number }

        /// The priority of background work, such as prefetching or synchronizing.
        public static let background: Priority = -100
        /// The priority of requests unless you set another one.
        public static let normal: Priority = 0
        /// The priority of work that a person waits for.
        public static let high: Priority = 100
        /// The priority of requests unless you set another one.
        public static let defaultValue = normal

        /// Compares two priorities by their numbers.
        public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
    }
}

extension RequestChanging {
    /// Returns a copy with another priority, which applies wherever it waits in a queue.
    public func priority(_ priority: Request.Priority) -> Self { option(Request.Priority.self, priority) }
}
