import Foundation
import Resourceful
import ResourcefulDownloads
import ResourcefulFormats
import ResourcefulIdentity
import ResourcefulPages
import ResourcefulTesting
import Testing

// The examples in the documentation of header fields and cookies, word for word, compiled and run.
private extension HeaderFields.Name {
    static let requestID: HeaderFields.Name = "X-Request-ID"
}

@Suite(.permit) struct FieldTests {
    @Test func `fields keep their order and ignore case`() {
        var fields: HeaderFields = ["Accept": "application/json", "X-Client": "podcasts/2.1"]
        fields["user-agent"] = "Podcasts/2.1"
        print(fields.userAgent ?? "", fields.values(of: "ACCEPT"))
        // Podcasts/2.1 ["application/json"]
        #expect(fields.userAgent == "Podcasts/2.1")
        #expect(fields.values(of: "ACCEPT") == ["application/json"])
        #expect(fields.map(\.name) == ["Accept", "X-Client", "User-Agent"])
    }

    @Test func `a field checks a value that a user has typed`() throws {
        let typed = "Ada"
        var fields: HeaderFields = [:]
        let field = try HeaderFields.Field("X-Nickname", typed)  // throws if it contains a line break
        fields.append(field)
        #expect(fields["X-Nickname"] == "Ada")
        #expect(throws: InvalidFieldValue.self) { try HeaderFields.Field("X-Nickname", "Ada\r\nHost: a") }
    }

    @Test func `a name of your own is a constant`() {
        let request = Request("episodes.json").header(.requestID, "42")
        #expect(request.headerFields["x-request-id"] == "42")
    }

    @Test func `a media type has parts`() {
        let feed: MediaType = "application/feed+json; charset=utf-8"
        print(feed.isJSON, feed.essence, feed[parameter: "charset"] ?? "")
        // true application/feed+json utf-8
        #expect(feed.isJSON && feed.essence == "application/feed+json" && feed[parameter: "charset"] == "utf-8")
    }

    @Test func `preferences have a quality`() {
        var request = Request("episodes.json")
        request.headerFields.acceptLanguage = ["de-CH", QualityPreference("en", quality: 0.5)]
        print(request.headerFields["Accept-Language"] ?? "")  // de-CH, en;q=0.5
        #expect(request.headerFields["Accept-Language"] == "de-CH, en;q=0.5")
    }

    @Test func `a tag protects what others have changed`() {
        let loaded = Response(headerFields: ["ETag": #""v7""#])
        var update = Request("episodes/7.json", [:]).method(.put)
        if let tag = loaded.headerFields.eTag, !tag.isWeak {
            update.headerFields.ifMatch = [tag]  // 412 if someone has changed it in the meantime
        }
        #expect(update.headerFields["If-Match"] == #""v7""#)
        var create = Request("episodes/8.json", [:]).method(.put)
        create.headerFields.ifNoneMatch = .any  // 412 if there is one already
        #expect(create.headerFields["If-None-Match"] == "*")
    }

    @Test func `Retry-After gives the wait`() {
        let now = Date(timeIntervalSince1970: 0)
        let response = Response(status: 503, headerFields: ["Retry-After": "120"])
        if let time = response.headerFields.retryAfter {
            print(time.duration(from: now))  // 120.0 seconds
        }
        #expect(response.headerFields.retryAfter?.duration(from: now) == .seconds(120))
        #expect("\(RetryAfter.seconds(120).duration(from: now))" == "120.0 seconds")
    }

    @Test func `fields about rate limits are read`() {
        let response = Response(headerFields: [
            "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1735689600",
        ])
        if let limit = response.headerFields.rateLimit, limit.isExhausted {
            print("again at", limit.resetDate(receivedAt: Date()) ?? .distantFuture)
        }
        let limit = response.headerFields.rateLimit
        #expect(limit?.limit == 60 && limit?.isExhausted == true)
        #expect(limit?.resetDate(receivedAt: Date()) == Date(timeIntervalSince1970: 1_735_689_600))
    }

    @Test func `Strict-Transport-Security is read`() {
        let policy = StrictTransportSecurity(parsing: "max-age=31536000; includeSubDomains")
        print(policy?.includesSubdomains == true, policy?.maximumAge ?? .zero)
        // true 31536000.0 seconds
        #expect(policy?.includesSubdomains == true && "\(policy?.maximumAge ?? .zero)" == "31536000.0 seconds")
    }

    @Test func `a cookie is stored for its site`() throws {
        let theme = Cookie("theme", "dark", domain: "example.org", isHostOnly: false, isSecure: true)
        let jar = CookieJar([theme])
        print(jar.cookies(for: api, at: Date()).map(\.name))  // ["theme"]
        #expect(jar.cookies(for: api, at: Date()) == [theme])
        #expect(!"\(theme)".contains("dark"))
        let session = Cookie("session", "a1b2", domain: "api.example.org", sameSite: .strict)
        #expect(session.sameSite == .strict)
    }

    @Test func `an algorithm is chosen by its name`() throws {
        let algorithm = ContentDigest.Algorithm(rawValue: "sha-256")  // nil for unknown or broken ones
        #expect(algorithm == .sha256 && ContentDigest.Algorithm(rawValue: "md5") == nil)
    }

    @Test func `a link has parameters`() {
        let next = WebLink(
            "episodes.json?page=2", relation: "next",
            parameters: [WebLink.Parameter("title", "Older episodes")])
        print(next.title ?? "", next.fieldValue)
        // Older episodes <episodes.json?page=2>; rel="next"; title="Older episodes"
        #expect(next.title == "Older episodes")
        #expect(next.fieldValue == #"<episodes.json?page=2>; rel="next"; title="Older episodes""#)
    }

    @Test func `structured fields are values`() throws {
        var fields: HeaderFields = [:]
        let list: StructuredField.List = ["en", 7, true]
        print(try list.serialized())  // "en", 7, ?1
        #expect(try list.serialized() == #""en", 7, ?1"#)
        let item = StructuredField.Item(.token("gzip"), parameters: ["q": 0.5])
        try fields.setStructured("X-Coding", item)
        print(fields["X-Coding"] ?? "")  // gzip;q=0.5
        #expect(fields["X-Coding"] == "gzip;q=0.5")
        let sizes = StructuredField.InnerList([320, 640], parameters: ["unit": "px"])
        let sources: StructuredField.List = [.innerList(sizes)]
        print(try sources.serialized())  // (320 640);unit="px"
        #expect(try sources.serialized() == #"(320 640);unit="px""#)
        let priority: StructuredField.Dictionary = ["u": 1, "i": true]
        try fields.setStructured("Priority", priority)
        print(fields["Priority"] ?? "")  // u=1, i
        #expect(fields["Priority"] == "u=1, i")
    }

    @Test func `a charset of your own`() throws {
        let latin2 = Charset("iso-8859-2", "latin2") { bytes in
            String(data: bytes, encoding: .isoLatin2)
        }
        let lyrics = Resource<String>(text: Request("lyrics.txt"), charsets: [latin2])
        let fields: HeaderFields = ["Content-Type": "text/plain; charset=latin2"]
        #expect(try lyrics.value(from: Response(headerFields: fields, body: Data([0xB1]))) == "ą")
    }

    @Test func `a redaction hides what your service keeps secret`() throws {
        let loaded = Request("members.json").query("member", "4711")
        let redaction = Redaction.standard.adding(fields: ["X-Member"], parameters: ["member"])
        print(redaction.redacted(loaded.url))  // members.json?member=redacted
        #expect(redaction.redacted(loaded.url) == "members.json?member=redacted")
        #expect(Redaction.standard.redacted(loaded.url) == "members.json?member=4711")
    }
}
