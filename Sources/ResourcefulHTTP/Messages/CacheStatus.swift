/// The origin and age of a response, as reported by a cache (in the terms of RFC 9211).
///
///     let (episodes, response) = try run.load(Episode.all.withResponse)
///     if let status = response.cacheStatus, status.source == .hit {
///         print(status)  // fresh from the store, 0 s old
///     }
public struct CacheStatus: Hashable, Sendable, CustomStringConvertible {
    /// The origin of a response's content. Later versions may add more.
    public struct Source: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// The store, without asking the server.
        public static var hit: Source { Source(name: "hit") }
        /// The store, after the server confirmed that the content is still valid (304).
        public static var validated: Source { Source(name: "validated") }
        /// The server.
        public static var server: Source { Source(name: "server") }

        /// The name of the source.
        public var description: String { name }
    }

    /// The origin of the content.
    public let source: Source
    /// The age of the content, according to RFC 9111, section 4.2.3.
    public let age: Duration
    /// Whether the response was fresh when it was served. A stale one was requested or allowed.
    public let isFresh: Bool

    /// Creates a status.
    public init(_ source: Source, age: Duration = .zero, isFresh: Bool = true) {
        self.source = source
        self.age = age
        self.isFresh = isFresh
    }

    /// A short phrase that describes the status.
    public var description: String {
        switch source {
        case .hit: "\(isFresh ? "fresh" : "stale") from the store, \(age.inWords) old"
        case .validated: "from the store, validated by the server"
        default: "from the server"
        }
    }
}
