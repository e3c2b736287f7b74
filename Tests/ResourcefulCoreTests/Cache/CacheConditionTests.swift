import ResourcefulCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct CacheConditionTests {
    private func stored(_ fields: HeaderFields = [:], body: String = "0123456789") -> CacheEntry? {
        Exchanges.entry(
            Exchanges.response(
                fields.merging(defaults: [
                    "Cache-Control": "max-age=60", "ETag": "\"a\"", "Last-Modified": Exchanges.date(-100),
                    "Content-Type": "text/plain", "Content-Length": "10",
                ]), body: body))
    }

    @Test func `a fresh response answers conditions`() {
        let cases: [(HeaderFields, Int?)] = [
            (["If-None-Match": "\"a\""], 304), (["If-None-Match": "W/\"a\""], 304), (["If-None-Match": "*"], 304),
            (["If-None-Match": "\"b\", \"a\""], 304), (["If-None-Match": "\"b\""], 200),
            (["If-None-Match": "\"b\"", "If-Modified-Since": Exchanges.date(0)], 200), (["If-None-Match": "a"], nil),
            (["If-Modified-Since": Exchanges.date(-100)], 304), (["If-Modified-Since": Exchanges.date(-101)], 200),
            (["If-Modified-Since": Exchanges.date(9)], 304), (["If-Modified-Since": "yesterday"], nil),
            (["If-Match": "\"a\""], nil), (["If-Unmodified-Since": Exchanges.date(0)], nil),
            (["If-Range": "\"a\""], nil), (["If-None-Match": "\"a\"", "If-Match": "\"a\""], nil),
        ]
        checkEach(cases) { fields, status throws in
            for method in [Request.Method.get, .head] {
                let decision = CacheDecision.at(5, stored(), fields, method: method)
                #expect(decision.served?.status.code == status, "\(fields)")
                if let served = decision.served, served.status == 304 {
                    #expect(served.body.isEmpty, "\(fields)")
                    #expect(
                        served.headerFields["Content-Type"] == nil && served.headerFields["Content-Length"] == nil,
                        "\(fields)")
                    #expect(served.headerFields["ETag"] == "\"a\"" && served.headerFields["Age"] == "5", "\(fields)")
                }
            }
            let stale = CacheDecision.at(61, stored(), fields)
            #expect(stale == .fetch, "\(fields): and of a stale one the server is asked, as the caller does")
            #expect(CacheDecision.at(5, nil, fields) == .fetch, "\(fields)")
            let offline = fields.merging(defaults: ["Cache-Control": "only-if-cached"])
            #expect(CacheDecision.at(5, stored(), offline).served?.status.code == status ?? 504, "\(fields)")
        }
    }

    @Test func `a stale response answers no condition, even if stale ones are accepted`() {
        let entry = stored(["Cache-Control": "max-age=60, stale-while-revalidate=60, stale-if-error=60"])
        for fields in [["Range": "bytes=0-1"], ["If-None-Match": "\"a\""]] as [HeaderFields] {
            #expect(CacheDecision.at(70, entry, fields) == .fetch)
            let failed = CacheDecision.servingAfterFailure(
                of: Exchanges.request(fields), stored: entry, at: Exchanges.moment(70), response: nil)
            #expect(failed == nil)
        }
    }

    @Test func `without a last modification the Date is compared`() throws {
        let entry = Exchanges.entry(Exchanges.response(["Cache-Control": "max-age=60"]))
        #expect(CacheDecision.at(5, entry, ["If-Modified-Since": Exchanges.date(0)]).word == "serve 304")
        #expect(CacheDecision.at(5, entry, ["If-Modified-Since": Exchanges.date(-1)]).word == "serve 200")
        #expect(CacheDecision.at(5, entry, ["If-None-Match": "\"a\""]).word == "serve 200")
    }

    @Test func `every range of bytes is the part of the content, or is asked for`() throws {
        let content = Array("0123456789".utf8)
        for first in 0...12 {
            for last in 0...12 {
                let decision = CacheDecision.at(5, stored(), ["Range": "bytes=\(first)-\(last)"])
                guard first < 10, first <= last else {
                    #expect(decision == .fetch)
                    continue
                }
                let part = try #require(decision.served)
                let end = min(last, 9)
                #expect(part.status == 206)
                #expect(Array(part.body) == Array(content[first...end]))
                #expect(part.body.startIndex == 0)
                #expect(part.headerFields["Content-Range"] == "bytes \(first)-\(end)/10")
                #expect(part.headerFields["Content-Length"] == "\(end - first + 1)")
            }
            let suffix = CacheDecision.at(5, stored(), ["Range": "bytes=-\(first)"])
            #expect(suffix.served.map { Array($0.body) } == (first > 0 ? Array(content.suffix(first)) : nil))
            let rest = CacheDecision.at(5, stored(), ["Range": "Bytes=\(first)-"])
            #expect(rest.served.map { Array($0.body) } == (first < 10 ? Array(content[first...]) : nil))
        }
    }

    @Test func `other ranges are for the server`() {
        let cases: [String] = [
            "bytes=0-1,3-4", "bytes=", "bytes=-", "bytes=a-b", "bytes=1", "bytes=-1-2", "items=0-1", "0-1",
            "bytes=0 - 1", "bytes=0-99999999999999999999", "bytes=99999999999999999999-", "bytes=+1-2",
        ]
        for text in cases {
            #expect(CacheDecision.at(5, stored(), ["Range": text]) == .fetch, "\(text)")
            let offline: HeaderFields = ["Range": text, "Cache-Control": "only-if-cached"]
            #expect(CacheDecision.at(5, stored(), offline).word == "serve 504", "\(text)")
        }
    }

    @Test func `a part is served of the same version only`() {
        let part = { (fields: HeaderFields, stored: CacheEntry?) in
            CacheDecision.at(5, stored, fields.merging(defaults: ["Range": "bytes=0-1"])).word
        }
        #expect(part(["If-Range": "\"a\""], stored()) == "serve 206")
        #expect(part(["If-Range": "\"b\""], stored()) == "fetch")
        #expect(part(["If-Range": "W/\"a\""], stored()) == "fetch")
        #expect(part(["If-Range": "W/\"a\""], stored(["ETag": "W/\"a\""])) == "fetch")
        #expect(part(["If-Range": Exchanges.date(-100)], stored()) == "serve 206")
        #expect(part(["If-Range": Exchanges.date(-99)], stored()) == "fetch")
        #expect(part(["If-Range": Exchanges.date(0)], stored(["Last-Modified": Exchanges.date(0)])) == "fetch")
        #expect(part(["If-None-Match": "\"a\""], stored()) == "fetch")
        #expect(part([:], stored(["Content-Encoding": "gzip"])) == "fetch", "its bytes are not those that were sent")
        #expect(part([:], stored(["Vary": "*"])) == "fetch")
        #expect(CacheDecision.at(61, stored(), ["Range": "bytes=0-1"]) == .fetch, "as it is")
    }
}
