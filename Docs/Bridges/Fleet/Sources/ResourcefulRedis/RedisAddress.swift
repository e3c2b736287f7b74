/// Where a server of Redis or Valkey is reached.
public struct RedisAddress: Hashable, Sendable {
    enum Place: Hashable, Sendable {
        case host(String, Int)
        case socket(String)
    }

    let place: Place

    /// A host and a port.
    public static func host(_ host: String, port: Int = 6379) -> RedisAddress {
        RedisAddress(place: .host(host, port))
    }

    /// A Unix domain socket.
    public static func socket(_ path: String) -> RedisAddress { RedisAddress(place: .socket(path)) }
}
