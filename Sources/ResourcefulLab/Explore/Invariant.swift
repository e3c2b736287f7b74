/// What happened in one world: an order of the branches, and a combination of failures.
public struct ExploredWorld<Server, Value> {
    /// The server, after the load.
    public let server: Server
    /// The outcome of the load.
    public let outcome: Result<Value, any Error>
    /// The run after the load, with its requests, events, store and cache.
    public let run: DryRun

    /// The requests in the order they were sent.
    public var requests: [Request] { run.requests }
}

/// A condition that is true in every world, whatever fails and in whichever order.
public struct Invariant<Server, Value> {
    /// What holds, as a sentence for people.
    public let name: String
    let isTrue: (ExploredWorld<Server, Value>) throws -> Bool

    /// Creates an invariant. An error that the function throws is the reason for a violation.
    ///
    ///     .holds("charged once at most") { $0.server.charges <= 1 }
    public static func holds(
        _ name: String, _ isTrue: @escaping (ExploredWorld<Server, Value>) throws -> Bool
    ) -> Invariant {
        Invariant(name: name, isTrue: isTrue)
    }

    /// The load ends after a number of requests. Without this invariant, a world is abandoned after 1,000 requests.
    public static func ends(within count: Int) -> Invariant {
        .holds("it ends within \(count) requests") { $0.requests.count <= count }
    }
}
