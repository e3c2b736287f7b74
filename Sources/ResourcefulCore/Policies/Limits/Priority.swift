extension Request {
    /// Who goes first when loads have to wait for their turn: any number, the higher one before the lower one.
    public struct Priority: Hashable, Sendable, Comparable, RawRepresentable, ExpressibleByIntegerLiteral,
        RequestOption
    {
        /// The number.
        public let rawValue: Int

        /// A priority by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// A priority by its number.
        public init(integerLiteral number: Int) { rawValue = number }

        /// What nobody waits for: prefetching, synchronising.
        public static let background: Priority = -100
        /// What holds unless a request says otherwise.
        public static let normal: Priority = 0
        /// What a person waits for.
        public static let high: Priority = 100
        /// What holds unless a request says otherwise.
        public static let defaultValue = normal

        /// By their numbers.
        public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
    }
}

extension RequestChanging {
    /// The same with another priority, wherever it has to wait for its turn.
    public func priority(_ priority: Request.Priority) -> Self { option(Request.Priority.self, priority) }
}
