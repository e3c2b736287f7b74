import ResourcefulCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct CacheHeadTests {
    private let stored = Exchanges.entry(
        Exchanges.response([
            "Cache-Control": "max-age=60", "ETag": "\"a\"", "Last-Modified": Exchanges.date(-99), "Content-Length": "3",
        ]))

    private func after(_ fields: HeaderFields, status: Response.Status = 200) -> CacheEntry? {
        Exchanges.entry(
            Exchanges.response(fields, status: status, body: "", at: 100), to: Exchanges.request(method: .head),
            at: 100,
            current: stored)
    }

    @Test func `a HEAD that speaks of the same content freshens it`() {
        let cases: [HeaderFields] = [
            ["ETag": "\"a\""], ["Content-Length": "3"], ["Last-Modified": Exchanges.date(-99)], [:],
            ["ETag": "\"a\"", "Content-Length": "3", "X-New": "1"],
        ]
        checkEach(cases) { fields in
            let entry = try #require(after(fields), "\(fields)")
            #expect(entry.responses.map(\.method) == [.get], "\(fields)")
            #expect(CacheDecision.at(159, entry).served?.body == Data("one".utf8), "\(fields)")
            #expect(entry.responses[0].response.headerFields["X-New"] == fields["X-New"], "\(fields)")
        }
    }

    @Test func `a HEAD that freshens leaves the description of the content alone`() {
        checkEach(CacheValidationTests.descriptions) { name, _, other in
            // Another length is other content.
            guard name != "Content-Length" else { return }
            var fields: HeaderFields = ["ETag": "\"a\"", "X-New": "1"]
            fields[name] = other
            let stored = try #require(after(fields)?.responses.first, "\(name)")
            #expect(stored.method == .get && stored.response.headerFields["X-New"] == "1", "\(name)")
            #expect(stored.response.headerFields[name] == nil, "\(name)")
        }
    }

    @Test func `a HEAD that speaks of other content makes an end of it`() {
        let cases: [HeaderFields] = [
            ["ETag": "\"b\""], ["ETag": "W/\"a\""], ["Content-Length": "4"], ["Content-Length": "x"],
            ["Last-Modified": Exchanges.date(-98)], ["ETag": "\"a\"", "Content-Length": "4"],
        ]
        checkEach(cases) { fields in
            let entry = try #require(after(fields.merging(defaults: ["Cache-Control": "max-age=60"])), "\(fields)")
            #expect(entry.responses.map(\.method) == [.head], "\(fields): and is stored itself")
            #expect(CacheDecision.at(101, entry).word == "fetch", "\(fields)")
            #expect(CacheDecision.at(101, entry, method: .head).word == "serve 200", "\(fields)")
        }
    }

    @Test func `what is gone or denied for HEAD is so for GET`() {
        let cases: [Response.Status] = [401, 403, 404, 410, 451]
        for status in cases {
            for fields in [[:], ["Cache-Control": "no-store"], ["Cache-Control": "max-age=60"]] as [HeaderFields] {
                #expect(CacheDecision.at(101, after(fields, status: status)).word == "fetch", "\(status)")
            }
        }
    }

    @Test func `an error leaves it as it is`() {
        #expect(after(["Cache-Control": "no-store"], status: 500) == stored)
        #expect(after([:], status: 429) == stored)
    }

    @Test func `a HEAD validates a stored GET, and gets no content`() throws {
        let head = Exchanges.request(method: .head)
        let sent = try #require(CacheDecision.at(100, stored, method: .head).validating)
        #expect(sent.headerFields["If-None-Match"] == "\"a\"" && sent.method == .head)
        let answer = Response(status: 304, headerFields: ["ETag": "\"a\""])
        let entry = Exchanges.entry(answer, to: head, sent: sent, at: 100, current: stored)
        #expect(CacheDecision.at(101, entry).served?.body == Data("one".utf8))
        let response = stored?.response(
            validatedBy: answer, to: head, sent: sent, requested: Exchanges.moment(100), received: Exchanges.moment(100)
        )
        #expect(response?.status == 200 && response?.body.isEmpty == true)
    }
}
