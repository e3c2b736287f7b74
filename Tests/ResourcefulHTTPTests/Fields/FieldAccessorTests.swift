import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Header fields by name and type: what is set is read, what is malformed is not there.
struct FieldAccessorTests {
    private static let date = Date(timeIntervalSince1970: 784_111_777)

    @Test func `fields are written as HTTP writes them, and read back`() throws {
        var fields = HeaderFields()
        fields.accept = [.json, MediaType.plainText.with(quality: 0.5), "*/*;q=0.1"]
        fields.authorization = "Bearer x"
        fields.userAgent = "Episodes/1.0"
        fields.ifMatch = .any
        fields.ifNoneMatch = [try #require(EntityTag("a")), try #require(EntityTag("b,c", isWeak: true))]
        fields.ifModifiedSince = Self.date
        fields.ifUnmodifiedSince = Self.date
        fields.range = "bytes=0-9"
        fields.contentType = "text/html; charset=utf-8"
        fields.eTag = EntityTag("x", isWeak: true)
        fields.lastModified = Self.date
        fields.date = Self.date
        fields.expires = Self.date
        fields.cacheControl = "no-store"
        fields.retryAfter = .seconds(120)
        fields.location = "/new"
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(
            fields == [
                "Accept": "application/json, text/plain; q=0.5, */*;q=0.1", "Authorization": "Bearer x",
                "User-Agent": "Episodes/1.0",
                "If-Match": "*", "If-None-Match": #""a", W/"b,c""#, "If-Modified-Since": date,
                "If-Unmodified-Since": date, "Range": "bytes=0-9", "Content-Type": "text/html; charset=utf-8",
                "ETag": #"W/"x""#, "Last-Modified": date, "Date": date, "Expires": date, "Cache-Control": "no-store",
                "Retry-After": "120", "Location": "/new",
            ])
        #expect(fields.accept.map(\.quality) == [1, 0.5, 0.1])
        #expect(fields.authorization == "Bearer x" && fields.userAgent == "Episodes/1.0" && fields.range == "bytes=0-9")
        #expect(fields.ifMatch == .any && fields.ifNoneMatch?.description == #""a", W/"b,c""#)
        #expect(fields.ifModifiedSince == Self.date && fields.ifUnmodifiedSince == Self.date)
        #expect(fields.contentType?[parameter: "CHARSET"] == "utf-8" && fields.eTag == EntityTag("x", isWeak: true))
        #expect(fields.lastModified == Self.date && fields.date == Self.date && fields.expires == Self.date)
        #expect(fields.cacheControl == "no-store" && fields.retryAfter == .seconds(120) && fields.location == "/new")
    }

    @Test func `every field of a date reads what Retry-After reads`() {
        let cases: [String] = [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Sun, 6 Nov 1994 08:49:37 GMT", "sun, 06 nov 1994 08:49:37 gmt", "06 Nov 1994 08:49:37",
            "6-Nov-1994 8:49:37 UTC", "Sun, 06 Nov 1994 09:49:37 +0100", "Sun, 06 Nov 1994 03:49:37 -0500",
            "1994-11-06T08:49:37Z", "1994-11-06T08:49:37.000+00:00", "1994-11-06 08:49:37 UTC",
            "1994-11-06T10:19:37+01:30", "784111777", "784111777000", "784111777000000",
            "\"Sun, 06 Nov 1994 08:49:37 GMT\"",
        ]
        for text in cases {
            let fields: HeaderFields = [
                "Date": text, "Last-Modified": text, "Expires": text, "If-Modified-Since": text,
                "If-Unmodified-Since": text,
                "Retry-After": text,
            ]
            let dates = [
                fields.date, fields.lastModified, fields.expires, fields.ifModifiedSince, fields.ifUnmodifiedSince,
            ]
            #expect(dates.allSatisfy { $0 == Self.date } && fields.retryAfter == .date(Self.date), "\(text): \(dates)")
        }
    }

    @Test func `no field of a date reads a delay or a day that does not exist`() {
        let cases: [String] = [
            "", "0", "-1", "120", "90s", "soon", "1994-11-06", "Sun, 32 Nov 1994 08:49:37 GMT",
            "Wed, 30 Feb 1994 08:49:37 GMT",
            "1994-02-30T08:49:37Z", "99999999999999999999999",
        ]
        for text in cases {
            let fields: HeaderFields = [
                "Date": text, "Last-Modified": text, "Expires": text, "If-Modified-Since": text,
                "If-Unmodified-Since": text,
            ]
            #expect(fields.date == nil && fields.lastModified == nil && fields.expires == nil, "\(text)")
            #expect(fields.ifModifiedSince == nil && fields.ifUnmodifiedSince == nil, "\(text)")
        }
    }

    @Test func `of two lines with a date, the first counts`() {
        let fields: HeaderFields = [
            "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "date": "Sun, 06 Nov 1994 08:49:38 GMT", "Expires": "0",
            "EXPIRES": "Sun, 06 Nov 1994 08:49:38 GMT",
        ]
        #expect(fields.date == Self.date && fields.expires == nil)
    }

    @Test func `what is malformed is not there`() {
        let fields: HeaderFields = [
            "Accept": "text, */*", "Content-Type": "text", "Content-Length": "-1", "ETag": "x", "Date": "today",
            "Expires": "0", "Retry-After": "soon", "If-None-Match": "\"a\", b", "If-Match": "",
        ]
        #expect(fields.accept == ["*/*"] && fields.contentType == nil && fields.contentLength == nil)
        #expect(fields.eTag == nil && fields.date == nil && fields.expires == nil && fields.retryAfter == nil)
        #expect(fields.ifNoneMatch == nil && fields.ifMatch == nil)
        let none = HeaderFields()
        #expect(none.accept == [] && none.contentLength == nil && none.ifMatch == nil)
    }

    @Test func `nothing set removes the field`() {
        var fields: HeaderFields = ["Accept": "*/*", "ETag": "\"x\"", "Retry-After": "1", "Date": "x"]
        fields.accept = []
        fields.eTag = nil
        fields.retryAfter = .date(.distantFuture + 1e15)
        fields.date = nil
        #expect(fields == [:])
    }

    @Test func `a length is one number, however often it is said`() {
        let cases: [(String, Int?)] = [
            ("0", 0), ("42", 42), ("5, 5", 5), ("5,6", nil), ("", nil), ("+5", nil), ("5 5", nil), ("0x5", nil),
            ("٣", nil), ("9223372036854775807", Int.max), ("9223372036854775808", nil),
        ]
        for (text, length) in cases {
            #expect((["Content-Length": text] as HeaderFields).contentLength == length, "\(text)")
        }
    }

    @Test func `entity tags match as the table of the RFC says`() throws {
        let (weak1, weak2) = (try #require(EntityTag(parsing: "W/\"1\"")), try #require(EntityTag(parsing: "W/\"2\"")))
        let one = try #require(EntityTag(parsing: "\"1\""))
        let strong = [(weak1, weak1), (weak1, weak2), (weak1, one), (one, one)].map { $0.stronglyMatches($1) }
        let weak = [(weak1, weak1), (weak1, weak2), (weak1, one), (one, one)].map { $0.weaklyMatches($1) }
        #expect(strong == [false, false, false, true])
        #expect(weak == [true, false, true, true])
        for text in ["", "\"", "x", "w/\"x\"", "W/x", "\"a\"b\"", "\"a b\"", "\"a\n\"", "W/\"x\" "] {
            #expect(EntityTag(parsing: text) == nil, "\(text)")
        }
        #expect(EntityTag(parsing: "\"\"")?.value == "" && EntityTag("a\"b") == nil)
    }

    @Test func `retry after is a duration from any moment on`() {
        let later = RetryAfter(parsing: "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(later?.duration(from: Self.date - 60) == .seconds(60))
        #expect(later?.duration(from: Self.date + 60) == .zero)
        #expect(RetryAfter(parsing: "7")?.duration(from: Self.date) == .seconds(7))
        #expect(later?.description == "Sun, 06 Nov 1994 08:49:37 GMT" && RetryAfter(parsing: "-1") == .seconds(0))
    }

    @Test func `a value that would break its line is refused, through an accessor too`() {
        var random = SplitMix64(seed: 52)
        for _ in 0..<Effort.rounds(2_000) {
            let text = random.arbitraryText()
            var fields = HeaderFields()
            fields.userAgent = text
            fields.location = text
            fields.eTag = EntityTag(text)
            for field in fields { #expect(!field.value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 }) }
            if let tag = EntityTag(text) { #expect(fields.eTag == tag) }
            if fields.rejected.isEmpty {
                #expect(fields.userAgent.map { text.utf8.count >= $0.utf8.count } == true)
            } else {
                #expect(Sample.refusal(of: Request(url: Sample.url, headerFields: fields)) != nil)
            }
        }
    }
}
