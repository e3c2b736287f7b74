public import ResourcefulNetwork

extension RedisAddress {
    /// A URL that isn't one of Redis. The description has nothing of the URL, so it can't have the password.
    public struct InvalidURL: Error, Hashable, CustomStringConvertible {
        /// What is wrong.
        public let description: String
    }

    /// Creates an address from a URL: `redis://user:password@host:port/database`, or `rediss` for TLS. All but the host
    /// may be left out: the port is then 6379, and the database 0.
    ///
    ///     let redis = try RedisAddress(url: "rediss://:secret@redis.internal:6380")
    ///
    /// - Parameters:
    ///   - url: The URL. Percent-encode what isn't a letter or a digit in the user and the password.
    ///   - authorities: The certificate authorities that are trusted for `rediss`; those of the system by default.
    /// - Throws: ``InvalidURL`` if the URL isn't as described, has a query or a fragment, or if there are authorities
    ///   for an address without TLS.
    public init(url: String, authorities: TLS.Authorities? = nil) throws {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard scheme == "redis" || scheme == "rediss", url.dropFirst(scheme.count).hasPrefix("://") else {
            throw InvalidURL(description: "a URL of Redis must begin with redis:// or rediss://")
        }
        guard scheme == "rediss" || authorities == nil else {
            throw InvalidURL(description: "a URL of Redis must begin with rediss:// if authorities are given")
        }
        let rest = url.dropFirst(scheme.count + 3)
        guard !rest.contains(where: { "?#".contains($0) }) else {
            throw InvalidURL(description: "a URL of Redis can't have a query or a fragment: encode ? as %3F, # as %23")
        }
        let authority = rest.prefix { $0 != "/" }
        let end = authority.lastIndex(of: "@")
        let (host, port) = try Self.server(end.map { authority[authority.index(after: $0)...] } ?? authority)
        let address = RedisAddress.host(host, port: port, tls: scheme == "rediss" ? authorities ?? .system : nil)
        let database = try Self.number(rest.dropFirst(authority.count + 1))
        self = try (end.map { try address.logged(inWith: authority[..<$0]) } ?? address).database(database)
    }

    private static func server(_ text: Substring) throws -> (host: String, port: Int) {
        let isBracketed = text.first == "["
        let host = isBracketed ? text.dropFirst().prefix { $0 != "]" } : text.prefix { $0 != ":" }
        let rest = text.dropFirst(host.count + (isBracketed ? 2 : 0))
        let isClosed = !isBracketed || text.dropFirst(host.count + 1).first == "]"
        guard isClosed, !host.isEmpty, !host.contains(where: { $0.isWhitespace || "%@".contains($0) }) else {
            throw InvalidURL(description: "a URL of Redis must have a host: redis://host")
        }
        if rest.isEmpty { return (String(host), 6379) }
        guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else {
            throw InvalidURL(
                description: "the port in a URL of Redis must be 1 to 65535; encode / in a password as %2F")
        }
        return (String(host), Int(port))
    }

    private func logged(inWith text: Substring) throws -> RedisAddress {
        let user = text.prefix { $0 != ":" }
        guard user.endIndex < text.endIndex, let name = Self.decoded(user),
            let password = Self.decoded(text[user.endIndex...].dropFirst()), !password.isEmpty
        else {
            throw InvalidURL(
                description: "the login in a URL of Redis must be user:password@ or :password@, percent-encoded")
        }
        return login(user: name.isEmpty ? nil : name, password: password)
    }

    private static func number(_ text: Substring) throws -> Int {
        if text.isEmpty { return 0 }
        guard text.allSatisfy(\.isNumber), let number = Int(text) else {
            throw InvalidURL(description: "the database in a URL of Redis must be a number, such as redis://host/2")
        }
        return number
    }

    /// Decodes a text; nil if a percent sign isn't followed by two hexadecimal digits, or if it isn't UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var (bytes, rest) = ([UInt8](), text.utf8)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
