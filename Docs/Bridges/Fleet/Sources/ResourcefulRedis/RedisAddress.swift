public import ResourcefulNetwork

/// Where a server of Redis or Valkey is reached, and the login and the database there.
///
///     let redis = RedisAddress.host("redis.internal", port: 6380, tls: .system)
///         .login(user: "shop", password: password)
///         .database(2)
///     let same = try RedisAddress(url: "rediss://shop:\(password)@redis.internal:6380/2")
///
/// Printing or dumping it never shows the password.
public struct RedisAddress: Hashable, Sendable {
    enum Place: Hashable, Sendable {
        /// A host, a port, and whom to trust for TLS; nil for no TLS.
        case host(String, Int, TLS.Authorities?)
        case socket(String)
    }

    struct Login: Hashable, Sendable {
        /// The user; nil for the one that the server calls `default`.
        let user: String?
        let password: String
    }

    let place: Place
    private(set) var login: Login?
    private(set) var database = 0

    private init(_ place: Place) { self.place = place }

    /// A host and a port.
    ///
    /// - Parameters:
    ///   - host: A name or an IP address.
    ///   - port: The port.
    ///   - tls: The certificate authorities that are trusted, for a connection over TLS 1.2 or later. Its certificate
    ///     must be valid for the host. If nil, the connection isn't encrypted.
    public static func host(_ host: String, port: Int = 6379, tls: TLS.Authorities? = nil) -> RedisAddress {
        RedisAddress(.host(host, port, tls))
    }

    /// A Unix domain socket.
    public static func socket(_ path: String) -> RedisAddress { RedisAddress(.socket(path)) }

    /// Returns the address with a login, which each new connection sends first.
    ///
    /// - Parameters:
    ///   - user: A user of the server's access control list. If nil, the password alone is sent, as servers before
    ///     Redis 6 need it.
    ///   - password: The password, which is sent as it is: use TLS outside a trusted network.
    public func login(user: String? = nil, password: String) -> RedisAddress {
        var address = self
        address.login = Login(user: user, password: password)
        return address
    }

    /// Returns the address with a database, by its number. By default, it is 0.
    public func database(_ number: Int) -> RedisAddress {
        var address = self
        address.database = number
        return address
    }

    /// The commands that each new connection sends before all others.
    var greeting: [[String]] {
        let login = login.map { login in [["AUTH"] + (login.user.map { [$0] } ?? []) + [login.password]] }
        return (login ?? []) + (database == 0 ? [] : [["SELECT", "\(database)"]])
    }
}

extension RedisAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address as a URL, without the password.
    public var description: String {
        let user = login?.user.map { $0 + "@" } ?? ""
        let number = database == 0 ? "" : "/\(database)"
        switch place {
        case .host(let host, let port, let tls):
            let name = host.contains(":") ? "[\(host)]" : host
            return "\(tls == nil ? "redis" : "rediss")://\(user)\(name):\(port)\(number)"
        case .socket(let path): return "\(user)\(path)" + (database == 0 ? "" : " (database \(database))")
        }
    }

    /// The description.
    public var debugDescription: String { description }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}

extension RedisAddress.Login: CustomStringConvertible, CustomReflectable {
    /// The user, without the password.
    var description: String { user ?? "default" }

    /// The description alone, for a debugger or `dump`.
    var customMirror: Mirror { Mirror(self, children: ["user": description]) }
}

extension RedisAddress {
    /// Returns the address of the server that has a key, as another one of its cluster says: `MOVED 3999 host:port`.
    /// Nil for another message.
    func moved(by message: String) -> RedisAddress? {
        let words = message.split(separator: " ")
        guard words.count == 3, words[0] == "MOVED", let colon = words[2].lastIndex(of: ":"),
            let port = UInt16(words[2][words[2].index(after: colon)...])
        else { return nil }
        var (known, tls): (String?, TLS.Authorities?) = (nil, nil)
        if case .host(let host, _, let authorities) = place { (known, tls) = (host, authorities) }
        // Without a host, it is the one that has answered.
        let host = colon == words[2].startIndex ? known : String(words[2][..<colon])
        guard let host else { return nil }
        var address = RedisAddress(.host(host, Int(port), tls))
        address.login = login
        return address
    }
}
