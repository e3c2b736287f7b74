/// What runs statements on a server of PostgreSQL: the small part of a client that stores need.
///
///     let store = PostgresStore(over: driver, prefix: "shop/")
///     let cache = PostgresCache(over: driver)
///
/// A store speaks to the server over libpq if you give it an address. With a driver, it uses the connections of a client
/// that you have already.
public protocol PostgresDriver: Sendable {
    /// Runs a statement in a transaction of its own, and returns its rows, with the values of each in their order.
    ///
    /// Values and rows are in the binary format of the protocol; nil is NULL. Say no types of the values: the statement
    /// has them, as in `$1::bytea`. Statements of many tasks come at the same time, so use several connections. If the
    /// task is canceled, nobody waits for the rows any longer.
    ///
    /// - Parameters:
    ///   - statement: The text of the statement. There are about ten different ones, so the server can keep what it has
    ///     made of each.
    ///   - values: The values of `$1`, `$2` and so on.
    /// - Throws: ``PostgresRefusal`` if the server refuses the statement; any other error if it hasn't answered. The
    ///   store then counts as away until a statement succeeds again.
    func rows(_ statement: String, _ values: [[UInt8]?]) async throws -> [[[UInt8]?]]

    /// Ends what is connected. Nothing is sent afterwards. Does nothing by default.
    func close() async
}

extension PostgresDriver {
    /// Does nothing: a client of yours is closed by you.
    public func close() async {}
}

/// What a server of PostgreSQL has refused, for want of space, for instance.
public struct PostgresRefusal: Error, CustomStringConvertible {
    /// What the server says: the field `M` of its message.
    public let description: String

    /// Creates a refusal.
    public init(_ description: String) { self.description = description }
}
