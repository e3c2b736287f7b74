import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One judgement of the names of fields decides what is printed, what follows a redirect, and whose response is stored.
struct FieldJudgementTests {
    /// The words of fields that are secret, or tell users apart.
    private static let secret = [
        "session", "authentication", "ticket", "pin", "user session", "user", "login", "account", "identity", "email",
        "user id", "user name", "user email", "remote user", "account id", "login name", "session id", "key",
        "client principal", "api key", "auth", "auth token", "access token", "password", "csrf token", "signature",
        "refresh token", "jwt",
        "private key", "secret", "client secret", "authorization", "code", "pass", "session token", "sign",
    ]

    /// The words of fields that are the same for all users, or differ with each request.
    private static let open = [
        "request id", "session count", "content type", "user agent", "accept language", "powered by", "trace id",
        "correlation id", "forwarded for", "frame options", "client version", "user type", "login count", "cache",
        "token count", "page token", "public key", "idempotency key", "rate limit remaining", "ticket status", "device",
        "authenticate", "browser", "pinned", "tokens", "account status", "error code", "total count",
    ]

    /// The spellings of a field's name: with and without `X`, with hyphens or in camel case, in any case.
    private static func spellings(of words: String) -> [String] {
        [words, "x \(words)"].flatMap { text in
            let words = text.split(separator: " ").map(String.init)
            let capitals = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
            let hyphens = capitals.joined(separator: "-")
            let camel = words[0] + capitals.dropFirst().joined()
            return [hyphens, hyphens.lowercased(), hyphens.uppercased(), camel, capitals.joined(), camel.lowercased()]
        }
    }

    /// What is done with a field.
    private struct Treatment: Hashable {
        var isPrinted, followsRedirect, sharesResponses: Bool

        init(_ text: String) throws {
            let name = try #require(HeaderFields.Name(text))
            let first = try #require(URL(string: "https://example.org/a"))
            let request = { Request(url: first, headerFields: [name: $0]) }
            isPrinted = "\(request("value-1").headerFields)".contains("value-1")
            var redirected = DryRun { request in
                let isFirst = request.url == first
                return Response(status: isFirst ? 307 : 200, headerFields: ["Location": "https://example.com/b"])
            }
            try redirected.load(Resource<Void>(request("value-1")))
            followsRedirect = redirected.requests.last?.headerFields[name] != nil
            #expect(redirected.requests.count == 2 && redirected.requests[0].headerFields[name] == "value-1")
            var cached = DryRun(policies: [.cache()]) { _ in Response(headerFields: ["Cache-Control": "max-age=9"]) }
            for user in ["1", "2", "1", "2"] { try cached.load(Resource<Void>(request("value-\(user)"))) }
            #expect([1, 2].contains(cached.requests.count))
            sharesResponses = cached.requests.count == 1
        }
    }

    @Test func `a field of a user is hidden in each spelling`() throws {
        for words in Self.secret {
            for name in Self.spellings(of: words) {
                let treatment = try Treatment(name)
                #expect(!treatment.isPrinted && !treatment.followsRedirect && !treatment.sharesResponses, "\(name)")
            }
        }
    }

    @Test func `a field of every user is shown in each spelling`() throws {
        for words in Self.open {
            for name in Self.spellings(of: words) {
                let treatment = try Treatment(name)
                #expect(treatment.isPrinted && treatment.followsRedirect && treatment.sharesResponses, "\(name)")
            }
        }
    }

    @Test func `a policy that identifies the user can add any field inside a cache`() throws {
        for words in Self.secret {
            let name = try #require(HeaderFields.Name(Self.spellings(of: "x \(words)")[0]))
            let user = Plan.read("user").map { $0.map { String(decoding: $0.data, as: UTF8.self) } }
            let session = Policy(named: "session", identifying: { _ in user }) { request, next in
                user.flatMap { next(request.header(name, $0)) }
            }
            var run = DryRun(policies: [.cache(), session]) { request in
                Response(
                    headerFields: ["Cache-Control": "max-age=9"], body: Data((request.headerFields[name] ?? "").utf8))
            }
            let resource = Resource<String>(text: Request(url: try #require(URL(string: "https://example.org/a"))))
            for user in ["ada", "bob", "ada", "bob"] {
                run.store["user"] = StoreEntry(data: Data(user.utf8), date: .distantPast)
                #expect(try run.load(resource) == user)
            }
            #expect(run.requests.count == 2, "\(name)")
        }
    }

    @Test func `a common field of a browser or a server is shown`() throws {
        let names = [
            "Accept", "Origin", "Referer", "DNT", "TE", "Via", "From", "Sec-Fetch-User", "Sec-Fetch-Site",
            "Sec-CH-UA", "Sec-WebSocket-Key", "Upgrade-Insecure-Requests", "WWW-Authenticate", "Proxy-Authenticate",
            "Access-Control-Allow-Credentials", "X-Requested-With", "X-Real-IP", "X-RateLimit-Limit", "Traceparent",
            "Baggage", "Last-Event-ID", "Server-Timing", "Priority", "X-B3-TraceId", "X-Amz-Request-Id",
            "X-UA-Compatible",
        ]
        for name in names {
            let treatment = try Treatment(name)
            #expect(treatment.isPrinted && treatment.followsRedirect && treatment.sharesResponses, "\(name)")
        }
    }

    @Test func `a name with X is a field's in a document, too`() {
        let redacted = { (text: String) in
            String(decoding: Redaction.standard.redacted(content: Data(text.utf8), of: .json), as: UTF8.self)
        }
        for words in Self.secret {
            let name = Self.spellings(of: "x \(words)")[0]
            #expect(!redacted("{\"headers\": {\"\(name)\": \"value-1\"}}").contains("value-1"), "\(name)")
            #expect(!redacted("sent \(name): value-1, value-2").contains("value-"), "\(name)")
        }
        for text in [#"{"session": {"user": 1}, "login": "ada"}"#, #"{"X-Session-Count": 3, "x-request-id": "a"}"#] {
            #expect(redacted(text) == text)
        }
    }

    @Test func `a field is hidden if one of two redactions hides it`() {
        for name in ["User", "X-Session"] as [HeaderFields.Name] {
            let showing = Redaction.standard.showing([name.rawName])
            #expect(!showing.hides(name) && Redaction.standard.hides(name))
            #expect(showing.including(.standard).hides(name) && Redaction.standard.including(showing).hides(name))
        }
    }
}
