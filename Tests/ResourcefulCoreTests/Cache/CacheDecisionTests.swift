import ResourcefulCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct CacheDecisionTests {
    private let stored = Exchanges.entry(
        Exchanges.response(["Cache-Control": "max-age=60", "ETag": "\"a\"", "Last-Modified": Exchanges.date(-1000)]))

    @Test func `a fresh response is served with its age, and a stale one validated`() throws {
        let served = try #require(CacheDecision.at(42.5, stored).served)
        #expect(served.headerFields["Age"] == "42")
        #expect(served.body == Data("one".utf8))
        #expect(served.cacheStatus == CacheStatus(.hit, age: .milliseconds(42_500), isFresh: true))
        let decision = CacheDecision.at(60, stored)
        #expect(decision.word == "validate")
        #expect(decision.validating?.headerFields["If-None-Match"] == "\"a\"")
        #expect(decision.validating?.headerFields["If-Modified-Since"] == Exchanges.date(-1000))
        #expect(CacheDecision.at(10, nil).word == "fetch")
        let zero: HeaderFields = ["Cache-Control": "max-age=0"]
        #expect(CacheDecision.at(0, stored, zero).word == "validate", "however quick one is")
    }

    @Test func `a request says what it takes, of a response that is fresh`() {
        let cases: [(String, String)] = [
            ("no-cache", "validate"), ("no-store", "fetch"), ("max-age=0", "validate"), ("max-age=29", "validate"),
            ("max-age=30", "serve 200"), ("min-fresh=30", "serve 200"), ("min-fresh=31", "validate"),
            ("only-if-cached", "serve 200"), ("only-if-cached, max-age=3", "serve 504"),
            ("only-if-cached, no-store", "serve 504"), ("unknown", "serve 200"),
        ]
        for (line, word) in cases {
            #expect(CacheDecision.at(30, stored, ["Cache-Control": line]).word == word, "\(line)")
        }
    }

    @Test func `a request says what it takes, of a response that is stale`() {
        let cases: [(String, String)] = [
            ("max-stale", "serve 200"), ("max-stale=30", "serve 200"), ("max-stale=29", "validate"),
            ("max-stale=x", "validate"), ("max-stale, max-age=89", "validate"), ("max-stale, max-age=90", "serve 200"),
            ("max-stale, min-fresh=1", "validate"), ("only-if-cached", "serve 504"),
            ("only-if-cached, max-stale", "serve 200"), ("max-stale, no-cache", "validate"),
        ]
        for (line, word) in cases {
            #expect(CacheDecision.at(90, stored, ["Cache-Control": line]).word == word, "\(line)")
        }
    }

    @Test func `Pragma asks for validation`() {
        #expect(CacheDecision.at(1, stored, ["Pragma": "no-cache"]).word == "validate")
        #expect(CacheDecision.at(1, stored, ["Pragma": "no-cache", "Cache-Control": "x"]).word == "serve 200")
    }

    @Test func `must-revalidate and no-cache forbid what is stale`() {
        for line in ["max-age=60, must-revalidate, stale-while-revalidate=99, stale-if-error=99", "no-cache"] {
            let stored = Exchanges.entry(Exchanges.response(["Cache-Control": line, "ETag": "\"a\""]))
            #expect(CacheDecision.at(70, stored, ["Cache-Control": "max-stale"]).word == "validate")
            #expect(CacheDecision.at(70, stored).word == "validate")
            let failed = CacheDecision.servingAfterFailure(
                of: Exchanges.request(), stored: stored, at: Exchanges.moment(70), response: nil)
            #expect(failed == nil)
            #expect(CacheDecision.at(70, stored, caching: Caching(.onlyIfCached)).word == "serve 200")
        }
    }

    @Test func `what is stale is served while it is validated, for as long as is said`() {
        let stored = Exchanges.entry(
            Exchanges.response(["Cache-Control": "max-age=60, stale-while-revalidate=30", "ETag": "\"a\""]))
        #expect(CacheDecision.at(59, stored).word == "serve 200")
        #expect(CacheDecision.at(90, stored).word == "serve 200 and validate")
        #expect(CacheDecision.at(90, stored).served?.cacheStatus?.isFresh == false)
        #expect(CacheDecision.at(90, stored).validating?.headerFields["If-None-Match"] == "\"a\"")
        #expect(CacheDecision.at(91, stored).word == "validate")
        #expect(CacheDecision.at(90, stored, ["Cache-Control": "max-age=1000"]).word == "validate")
        #expect(CacheDecision.at(90, stored, ["Cache-Control": "only-if-cached"]).word == "serve 200")
        let longer = Caching(staleWhileRevalidating: .seconds(100))
        #expect(CacheDecision.at(160, stored, caching: longer).word == "serve 200 and validate")
        #expect(CacheDecision.at(161, stored, caching: longer).word == "validate")
    }

    @Test func `what is stale is served instead of an error, for as long as is said`() {
        let line = "max-age=60, stale-if-error=30"
        let stored = Exchanges.entry(Exchanges.response(["Cache-Control": line]))
        func served(
            _ seconds: Double, _ status: Response.Status? = 500, _ caching: Caching = .standard
        ) -> Response? {
            CacheDecision.servingAfterFailure(
                of: Exchanges.request(), stored: stored, at: Exchanges.moment(seconds), caching: caching,
                response: status.map { Response(status: $0) })
        }
        #expect(served(90)?.cacheStatus?.isFresh == false)
        #expect(served(91) == nil)
        #expect(served(90, nil) != nil)
        for code in 200...599 {
            let isFailure = [500, 502, 503, 504].contains(code)
            #expect((served(90, Response.Status(code)) != nil) == isFailure, "\(code)")
        }
        for mode in [Caching.Mode.refresh, .onlyIfCached, .never] { #expect(served(90, 500, Caching(mode)) == nil) }
        #expect(served(90, 500, Caching(.validate)) != nil)
        #expect(served(500, 500, Caching(staleIfError: .seconds(1000))) != nil)
        #expect(served(90, 500, Caching(staleIfError: .seconds(10))) == nil)
    }

    @Test func `the mode says how the store is used`() {
        let words = { (seconds: Double) in
            [Caching.Mode.standard, .refresh, .validate, .onlyIfCached, .never].map {
                CacheDecision.at(seconds, stored, caching: Caching($0)).word
            }
        }
        #expect(words(10) == ["serve 200", "fetch", "validate", "serve 200", "fetch"])
        #expect(words(100) == ["validate", "fetch", "validate", "serve 200", "fetch"])
        #expect(CacheDecision.at(0, nil, caching: Caching(.onlyIfCached)).word == "serve 504")
        let immutable = Exchanges.entry(
            Exchanges.response(["Cache-Control": "max-age=60, immutable", "ETag": "\"a\""]))
        #expect(CacheDecision.at(10, immutable, caching: Caching(.validate)).word == "serve 200")
        #expect(CacheDecision.at(60, immutable, caching: Caching(.validate)).word == "validate")
    }

    @Test func `a lifetime that is chosen replaces what the server says`() throws {
        let chosen = Caching(lifetime: .seconds(180))
        for line in ["no-store", "no-cache", "max-age=0, must-revalidate", "max-age=9999"] {
            let response = Exchanges.response(["Cache-Control": line, "Age": "5000"])
            let stored = try #require(Exchanges.entry(response, caching: chosen))
            #expect(stored.responses[0].isVolatile == (line == "no-store"))
            #expect(CacheDecision.at(179, stored, caching: chosen).word == "serve 200")
            #expect(CacheDecision.at(180, stored, caching: chosen).word == "fetch")
            #expect(CacheDecision.at(1, stored, ["Cache-Control": "no-cache"], caching: chosen).word == "fetch")
        }
        let forbidden = Exchanges.entry(Exchanges.response(["Cache-Control": "no-store"]), caching: chosen)
        #expect(CacheDecision.at(1, forbidden).word == "fetch", "what is forbidden is for those who chose only")
        #expect(CacheDecision.at(1, forbidden, caching: Caching(.onlyIfCached)).word == "serve 504")
        let secret = Exchanges.request(["Cache-Control": "no-store"])
        #expect(Exchanges.entry(Exchanges.response(), to: secret, caching: chosen) == nil)
        #expect(Exchanges.entry(Exchanges.response(status: 500), caching: chosen) == nil, "no error is meant")
    }

    @Test func `what was invalidated is not served`() {
        var stored = stored
        stored?.invalidated = Exchanges.moment(0)
        #expect(CacheDecision.at(1, stored).word == "fetch")
        #expect(CacheDecision.at(1, stored, caching: Caching(.onlyIfCached)).word == "serve 504")
        stored?.invalidated = Exchanges.moment(-1)
        #expect(CacheDecision.at(1, stored).word == "serve 200")
    }

    @Test func `HEAD is answered from a stored GET, and GET never from a stored HEAD`() throws {
        let served = try #require(CacheDecision.at(1, stored, method: .head).served)
        #expect(served.body.isEmpty)
        #expect(served.headerFields["ETag"] == "\"a\"")
        let head = Exchanges.entry(
            Exchanges.response(["Cache-Control": "max-age=60"], body: ""), to: Exchanges.request(method: .head))
        #expect(CacheDecision.at(1, head).word == "fetch")
        #expect(CacheDecision.at(1, head, method: .head).word == "serve 200")
    }
}
