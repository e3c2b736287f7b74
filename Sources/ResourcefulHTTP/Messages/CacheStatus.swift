/// Where a response came from, and how old it is, as a cache saw it (the words of RFC 9211).
public struct CacheStatus: Hashable, Sendable, CustomStringConvertible {
    /// Where the content of a response came from. Later versions know more places.
    public struct Source: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// From the store, without asking the server.
        public static var hit: Source { Source(name: "hit") }
        /// From the store, after the server has said that it is still good (304).
        public static var validated: Source { Source(name: "validated") }
        /// From the server.
        public static var server: Source { Source(name: "server") }

        /// Its name.
        public var description: String { name }
    }

    /// Where the content came from.
    public let source: Source
    /// How old the content is, by the rules of RFC 9111, section 4.2.3.
    public let age: Duration
    /// Whether it was fresh when it was served; a stale one was asked for, or allowed.
    public let isFresh: Bool

    /// A status.
    public init(_ source: Source, age: Duration = .zero, isFresh: Bool = true) {
        self.source = source
        self.age = age
        self.isFresh = isFresh
    }

    /// A few words.
    public var description: String {
        switch source {
        case .hit: "\(isFresh ? "fresh" : "stale") from the store, \(age.inWords) old"
        case .validated: "from the store, validated by the server"
        default: "from the server"
        }
    }
}
