import ResourcefulCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct CacheStoringTests {
    private func isStored(_ line: String?, status: Response.Status = 200, _ fields: HeaderFields = [:]) -> Bool {
        var fields = fields
        fields["Cache-Control"] = line
        return Exchanges.entry(Exchanges.response(fields, status: status)) != nil
    }

    @Test func `what may be stored is stored, and nothing else`() {
        for code in 200...599 {
            guard let status = Response.Status(code) else { continue }
            let isWhole = code != 206 && code != 304
            let isGuessable = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(code)
            #expect(isStored(nil, status: status) == isGuessable, "\(code)")
            #expect(isStored("max-age=0", status: status) == isWhole, "\(code)")
            #expect(isStored("public", status: status) == isWhole)
            #expect(isStored("private=\"x\"", status: status) == isWhole)
            #expect(isStored("s-maxage=5", status: status) == isGuessable)
            #expect(isStored(nil, status: status, ["Expires": "0"]) == isWhole)
            #expect(!isStored("max-age=60, no-store", status: status))
            #expect(!isStored("max-age=60", status: status, ["Vary": "Accept, *"]))
            let isKnown =
                isWhole && (code < 230 || code > 299)
                && Set(200...205).union(300...303).union([305, 307, 308])
                    .union(400...417).union([421, 422, 426]).union(500...505).contains(code)
            #expect(isStored("max-age=60, no-store, must-understand", status: status) == isKnown, "\(code)")
            #expect(isStored("max-age=60, must-understand", status: status) == isKnown, "\(code)")
        }
        #expect(!isStored("max-age=60", status: 103))
    }

    @Test func `a request that says no-store leaves the store as it is`() {
        let current = Exchanges.entry(Exchanges.response())
        for status in [200, 304, 500] as [Response.Status] {
            let after = Exchanges.entry(
                Exchanges.response(["ETag": "\"b\""], status: status, body: "two"),
                to: Exchanges.request(["Cache-Control": "no-store"]), at: 5, current: current)
            #expect(after == current)
        }
        #expect(Exchanges.entry(Exchanges.response(), caching: Caching(.never), current: current) == current)
    }

    @Test func `fields of the connection and of proxies are not stored`() throws {
        let response = Exchanges.response([
            "Connection": "close, X-Hop", "X-Hop": "1", "Keep-Alive": "5", "Proxy-Authenticate": "Basic", "TE": "x",
            "Proxy-Connection": "a", "Transfer-Encoding": "chunked", "Upgrade": "h2c", "ETag": "\"a\"", "X-Kept": "1",
            "Set-Cookie": "a=1",
        ])
        let entry = try #require(Exchanges.entry(response))
        let names = entry.responses[0].response.headerFields.map(\.name.rawName)
        #expect(names == ["ETag", "X-Kept", "Set-Cookie", "Date"])
    }

    @Test func `a response takes the place of the one that the request selected`() throws {
        let first = Exchanges.entry(Exchanges.response(["Vary": "Accept"]), to: Exchanges.request(["Accept": "a"]))
        let second = Exchanges.entry(
            Exchanges.response(["Vary": "Accept"], body: "two", at: 1), to: Exchanges.request(["Accept": "b"]), at: 1,
            current: first)
        #expect(second?.responses.map(\.response.body.count) == [3, 3])
        let third = Exchanges.entry(
            Exchanges.response(["Vary": "Accept"], body: "three", at: 2), to: Exchanges.request(["Accept": "a"]), at: 2,
            current: second)
        #expect(third?.responses.map { String(decoding: $0.response.body, as: UTF8.self) } == ["three", "two"])
        let bare = Exchanges.entry(
            Exchanges.response(body: "four", at: 3), to: Exchanges.request(["Accept": "a"]), at: 3, current: third)
        #expect(bare?.responses.map { String(decoding: $0.response.body, as: UTF8.self) } == ["four", "two"])
    }

    @Test func `sixteen responses at most are kept, the latest`() {
        var entry: CacheEntry?
        for number in 0..<40 {
            entry = Exchanges.entry(
                Exchanges.response(["Vary": "Accept"], body: "\(number)", at: Double(number)),
                to: Exchanges.request(["Accept": "\(number)"]), at: Double(number), current: entry)
        }
        let bodies = entry?.responses.map { String(decoding: $0.response.body, as: UTF8.self) }
        let latest = (24..<40).reversed().map { number in "\(number)" }
        #expect(bodies == latest)
    }

    @Test func `an older response does not take the place of a fresh one`() {
        let current = Exchanges.entry(Exchanges.response(["Cache-Control": "max-age=60"], at: 10), at: 10)
        let older = Exchanges.response(["Cache-Control": "max-age=60"], body: "old", at: 5)
        #expect(Exchanges.entry(older, at: 20, current: current) == current)
        #expect(Exchanges.entry(older, at: 80, current: current) != current, "but of a stale one it does")
        let future = Exchanges.entry(Exchanges.response(["Cache-Control": "max-age=60"], at: 9999), at: 10)
        #expect(Exchanges.entry(older, at: 20, current: future) == future)
        let later = Exchanges.response(["Cache-Control": "max-age=60"], body: "new", at: 20)
        #expect(Exchanges.entry(later, at: 20, current: future) != future, "a clock that is fast is not believed")
    }

    @Test func `an error of the server does not take the place of what is good, unless it says so`() {
        let current = Exchanges.entry(Exchanges.response(["Cache-Control": "max-age=60"]))
        for status in [500, 501, 502, 503, 504] as [Response.Status] {
            for line in ["x", "max-age=0", "public"] {
                let error = Exchanges.response(["Cache-Control": line], status: status, at: 70)
                #expect(Exchanges.entry(error, at: 70, current: current) == current, "\(status) \(line)")
            }
            let error = Exchanges.response(["Cache-Control": "max-age=5"], status: status, at: 70)
            #expect(Exchanges.entry(error, at: 70, current: current)?.responses.map(\.response.status) == [status])
        }
    }

    @Test func `what the server doesn't want stored makes the old one obsolete`() {
        let current = Exchanges.entry(Exchanges.response(["Cache-Control": "max-age=60"]))
        let secret = HeaderFields(dictionaryLiteral: ("Cache-Control", "no-store"))
        for status in [200, 401, 403, 404, 410, 451] as [Response.Status] {
            #expect(Exchanges.entry(Exchanges.response(secret, status: status, at: 1), at: 1, current: current) == nil)
        }
        for status in [206, 302, 429, 500, 503] as [Response.Status] {
            let after = Exchanges.entry(Exchanges.response(secret, status: status, at: 1), at: 1, current: current)
            #expect(after == current, "\(status)")
        }
    }

    @Test func `what was asked for before an invalidation is not stored`() {
        let tombstone = CacheEntry(invalidated: Exchanges.moment(10))
        for seconds in [5, 10] as [Double] {
            #expect(Exchanges.entry(Exchanges.response(at: seconds), at: seconds, current: tombstone) == tombstone)
        }
        let after = Exchanges.entry(Exchanges.response(at: 11), at: 11, current: tombstone)
        #expect(after?.responses.count == 1 && after?.invalidated == Exchanges.moment(10))
    }

    @Test func `an invalidation that is dated ahead was made before the clock was set back, and is forgotten`() {
        let ahead = CacheEntry(invalidated: Exchanges.moment(31_536_000))
        let after = Exchanges.entry(Exchanges.response(at: 5), at: 5, current: ahead)
        #expect(after?.responses.count == 1 && after?.invalidated == nil)
        let atOnce = CacheEntry(invalidated: Exchanges.moment(30))
        #expect(Exchanges.entry(Exchanges.response(at: 5), at: 5, current: atOnce) == atOnce)
    }

    @Test func `an answer to a part or a condition is stored only when it is the whole`() {
        for fields in [["Range": "bytes=0-1"], ["If-None-Match": "\"a\""]] as [HeaderFields] {
            let request = Exchanges.request(fields)
            #expect(Exchanges.entry(Exchanges.response(), to: request) != nil)
            for status in [206, 404, 412, 416, 304] as [Response.Status] {
                let response = Exchanges.response(["Cache-Control": "max-age=9"], status: status)
                #expect(Exchanges.entry(response, to: request) == nil, "\(status)")
            }
        }
    }
}
