import Foundation
import ResourcefulLoading
import ResourcefulNetwork
import ResourcefulRedis
import Testing

/// Addresses as values, without a server.
struct RedisAddressTests {
    @Test(arguments: [
        ("redis://redis.internal", RedisAddress.host("redis.internal")),
        ("REDIS://redis.internal/", .host("redis.internal", port: 6379)),
        ("redis://127.0.0.1:6380/15", .host("127.0.0.1", port: 6380).database(15)),
        ("redis://[::1]:6380", .host("::1", port: 6380)),
        ("redis://[::1]/3", .host("::1").database(3)),
        ("rediss://redis.internal:6380/2", .host("redis.internal", port: 6380, tls: .system).database(2)),
        ("rediss://shop:geheim@h/0", .host("h", tls: .system).login(user: "shop", password: "geheim")),
        ("redis://:geheim@h", .host("h").login(password: "geheim")),
        ("redis://a%40b:%2F%3a%3F%C3%A4%25@h", .host("h").login(user: "a@b", password: "/:?ä%")),
        ("redis://shop:a:b@c@h:1", .host("h", port: 1).login(user: "shop", password: "a:b@c")),
    ])
    func `a URL is read as other clients read it`(url: String, address: RedisAddress) throws {
        #expect(try RedisAddress(url: url) == address)
    }

    @Test func `a URL can have other authorities, but only with TLS`() throws {
        let authorities = TLS.Authorities.only(pem: Data("pem".utf8))
        #expect(try RedisAddress(url: "rediss://h", authorities: authorities) == .host("h", tls: authorities))
        #expect(throws: RedisAddress.InvalidURL.self) {
            try RedisAddress(url: "redis://h", authorities: authorities)
        }
    }

    @Test(arguments: [
        ("geheim123", "begin with redis:// or rediss://"),
        ("http://:geheim123@h", "begin with redis:// or rediss://"),
        ("redis:geheim123@h", "begin with redis:// or rediss://"),
        ("geheim123://h", "begin with redis:// or rediss://"),
        ("redis://", "must have a host"),
        ("redis://u:geheim123@", "must have a host"),
        ("redis://u:geheim123@/2", "must have a host"),
        ("redis://u:geheim123@a b", "must have a host"),
        ("redis://u:geheim123@h:0", "the port"),
        ("redis://u:geheim123@h:65536", "the port"),
        ("redis://u:geheim123@h:", "the port"),
        ("redis://u:geheim123@h:6379x", "the port"),
        ("redis://u:geheim123@[::1", "must have a host"),
        // A slash that isn't encoded.
        ("redis://u:geheim123/x@h", "the port"),
        ("redis://geheim123@h", "user:password@ or :password@"),
        ("redis://geheim123:@h", "user:password@ or :password@"),
        ("redis://u:geheim123%@h", "user:password@ or :password@"),
        ("redis://u:geheim123%4@h", "user:password@ or :password@"),
        ("redis://u:geheim123%+1@h", "user:password@ or :password@"),
        ("redis://u:geheim123%FF@h", "user:password@ or :password@"),
        ("redis://u:geheim123@h/two", "the database"),
        ("redis://u:geheim123@h/-1", "the database"),
        ("redis://u:geheim123@h/1/2", "the database"),
        ("redis://u:geheim123@h/99999999999999999999", "the database"),
        ("redis://u:geheim123@h?ssl_cert_reqs=none", "a query or a fragment"),
        ("redis://u:geheim123#x@h", "a query or a fragment"),
    ])
    func `a URL that isn't one of Redis is refused, and the error says why without the password`(
        url: String, reason: String
    ) throws {
        let error = #expect(throws: RedisAddress.InvalidURL.self) { try RedisAddress(url: url) }
        let text = try #require(error).description
        #expect(text.contains(reason), "\(text)")
        var dumped = ""
        dump(error, to: &dumped)
        #expect(!text.contains("geheim123") && !dumped.contains("geheim123"), "\(text)")
    }

    @Test(arguments: [
        (RedisAddress.host("h").login(user: "shop", password: "geheim123"), "redis://shop@h:6379"),
        (.host("::1", tls: .system).login(password: "geheim123").database(2), "rediss://[::1]:6379/2"),
        (.socket("/run/redis").login(user: "shop", password: "geheim123").database(1), "shop@/run/redis (database 1)"),
    ])
    func `whatever prints an address, it shows no password`(address: RedisAddress, description: String) {
        #expect("\(address)" == description)
        var dumped = ""
        dump(address, to: &dumped)
        let mirrored = Mirror(reflecting: address).children.map { "\($0)" }.joined()
        for text in ["\(address)", String(reflecting: address), "\([address])", dumped, mirrored] {
            #expect(text.contains(description) && !text.contains("geheim123"), "\(text)")
        }
        for value in [RedisStore(at: address), RedisCache(at: address)] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!dumped.contains("geheim123"), "\(dumped)")
        }
    }

    @Test func `addresses with different passwords or databases are different`() {
        let address = RedisAddress.host("h").login(password: "a")
        #expect(address == .host("h", port: 6379).login(password: "a").database(0))
        #expect(address != .host("h").login(password: "b"))
        #expect(address != .host("h").login(user: "u", password: "a"))
        #expect(address != address.database(1))
        #expect(RedisAddress.host("h") != .host("h", tls: .system))
    }

    @Test(arguments: [
        ("redis.internal", "redis.internal", true), ("Redis.internal.", "REDIS.internal", true),
        ("a.redis.internal", "*.redis.internal", true), ("redis.internal", "*.redis.internal", false),
        ("a.b.redis.internal", "*.redis.internal", false), ("redis.internal", "other.internal", false),
        ("internal", "*", false), ("redis.internal", "*.internal", false), ("a.redis.internal", "a.*.internal", false),
        ("redis.internal", "", false), ("", "", false),
    ])
    func `an asterisk of a certificate is the first label of a name, with two after it`(
        host: String, name: String, isValid: Bool
    ) {
        #expect(host.isHost(matching: name) == isValid)
    }
}
