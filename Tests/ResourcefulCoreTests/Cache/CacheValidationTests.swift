import ResourcefulCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct CacheValidationTests {
    /// What a load does: decides, sends, stores, and gives back; seconds after the start.
    private func validated(
        _ stored: CacheEntry?, by fields: HeaderFields, to request: Request = Exchanges.request(),
        at seconds: Double = 100,
        status: Response.Status = 304
    ) throws -> (response: Response?, entry: CacheEntry?) {
        let moment = Exchanges.moment(seconds)
        let sent = try #require(CacheDecision(for: request, stored: stored, at: moment).validating)
        let answer = Response(status: status, headerFields: fields)
        let response = stored?.response(
            validatedBy: answer, to: request, sent: sent, requested: moment, received: moment)
        return (response, Exchanges.entry(answer, to: request, sent: sent, at: seconds, current: stored))
    }

    private func stored(_ fields: HeaderFields) -> CacheEntry? {
        Exchanges.entry(Exchanges.response(fields.merging(defaults: ["Cache-Control": "max-age=60", "X-Old": "1"])))
    }

    @Test func `a 304 freshens the response that was asked about, and hands it out`() throws {
        let result = try validated(stored(["ETag": "\"a\"", "Age": "30"]), by: ["ETag": "\"a\"", "X-New": "2"])
        let response = try #require(result.response)
        #expect(response.status == 200)
        #expect(response.body == Data("one".utf8))
        #expect(response.cacheStatus == CacheStatus(.validated))
        #expect(response.headerFields["Age"] == "0")
        #expect(response.headerFields["X-New"] == "2" && response.headerFields["X-Old"] == "1")
        #expect(CacheDecision.at(159, result.entry).word == "serve 200")
        #expect(CacheDecision.at(160, result.entry).word == "validate")
        #expect(result.entry?.responses.count == 1)
    }

    @Test func `fields are replaced, but not those that describe the content`() throws {
        let old: HeaderFields = [
            "ETag": "\"a\"", "X": "1", "x": "2", "Content-Length": "3", "Content-Type": "text/plain",
            "Content-Encoding": "gzip",
        ]
        let new: HeaderFields = [
            "ETag": "\"a\"", "X": "3", "Content-Length": "0", "Content-Type": "text/html", "Content-Encoding": "br",
            "Content-Range": "bytes 1-2/3", "Connection": "X-Hop", "X-Hop": "1", "Cache-Control": "max-age=5",
            "Date": "Tue, 14 Nov 2023 22:14:00 GMT", "Set-Cookie": "a", "set-cookie": "b",
        ]
        let result = try validated(stored(old), by: new)
        let fields = try #require(result.entry?.responses.first?.response.headerFields)
        #expect(fields.values(of: "X") == ["3"])
        #expect(fields["Content-Length"] == "3" && fields["Content-Encoding"] == "gzip")
        #expect(fields["Content-Type"] == "text/plain" && fields["Cache-Control"] == "max-age=5")
        #expect(fields["Content-Range"] == nil && fields["Connection"] == nil && fields["X-Hop"] == nil)
        #expect(fields["X-Old"] == "1" && fields.values(of: "Set-Cookie") == ["a", "b"])
        #expect(fields["Date"] == "Tue, 14 Nov 2023 22:14:00 GMT")
    }

    /// What describes content, and what PHP and others put on each response, also on one without content.
    static let descriptions: [(name: HeaderFields.Name, value: String, other: String)] = [
        ("Content-Type", "application/json", "text/html"), ("Content-Encoding", "gzip", "br"),
        ("Content-Language", "en", "de"), ("Content-Length", "3", "0"), ("Content-Location", "/a.json", "/"),
        ("Content-MD5", "a", "1B2M2Y8AsgTpgAmY7PhCfg=="), ("Content-Range", "bytes 0-2/3", "bytes 0-0/1"),
        ("Content-Digest", "sha-256=:YQ==:", "sha-256=:Yg==:"), ("Repr-Digest", "sha-256=:YQ==:", "sha-256=:Yg==:"),
        ("Digest", "sha-256=YQ==", "sha-256=Yg=="),
    ]

    @Test func `what describes the content stays as it was stored with it`() {
        checkEach(Self.descriptions) { name, value, other in
            for own in [value, nil] {
                var (old, new): (HeaderFields, HeaderFields) = (["ETag": "\"a\""], ["ETag": "\"a\"", "X-New": "1"])
                old[name] = own
                new[name] = other
                let result = try validated(stored(old), by: new)
                for fields in [result.response?.headerFields, result.entry?.responses.first?.response.headerFields] {
                    #expect(fields?[name] == own && fields?["X-New"] == "1", "\(name)")
                }
                // A response that the server chooses for other fields is described by what was stored with it, too.
                old["Vary"] = "Accept"
                new["Vary"] = "Accept"
                let adopted = try validated(stored(old), by: new, to: Exchanges.request(["Accept": "b"]))
                #expect(adopted.entry?.responses.map { $0.response.headerFields[name] } == [own, own], "\(name)")
            }
        }
    }

    @Test func `tags say what a 304 speaks of`() {
        let cases: [(String?, String?, Bool, Bool)] = [
            ("\"a\"", "\"a\"", true, true), ("\"a\"", "\"b\"", false, false), ("W/\"a\"", "W/\"a\"", true, true),
            ("\"a\"", "W/\"a\"", true, true), ("W/\"a\"", "\"a\"", true, false), ("\"a\"", nil, true, true),
            ("W/\"a\"", "W/\"b\"", false, false), (nil, "\"a\"", false, false), (nil, nil, true, true),
            ("a", "a", true, true),
            ("a", nil, true, true),
        ]
        checkEach(cases) { stored, new, isServed, isFreshened in
            var (old, fields) = (HeaderFields(), HeaderFields())
            old["ETag"] = stored
            if stored == nil { old["Last-Modified"] = Exchanges.date(-1000) }
            fields["ETag"] = new
            let result = try validated(self.stored(old), by: fields)
            #expect((result.response != nil) == isServed, "\(stored ?? "nil"), \(new ?? "nil")")
            #expect(
                (CacheDecision.at(101, result.entry).word == "serve 200") == isFreshened,
                "\(stored ?? "nil"), \(new ?? "nil")")
        }
    }

    @Test func `without a tag the last modification says it`() throws {
        let old = stored(["Last-Modified": Exchanges.date(-1000)])
        #expect(try validated(old, by: ["Last-Modified": Exchanges.date(-1000)]).response != nil)
        #expect(try validated(old, by: ["Last-Modified": Exchanges.date(-999)]).response == nil)
        #expect(try validated(old, by: ["Last-Modified": Exchanges.date(-999)]).entry == old)
    }

    @Test func `the server can choose a response that was stored for other fields`() throws {
        var entry: CacheEntry?
        for name in ["a", "b"] {
            let fields: HeaderFields = ["Vary": "Accept", "ETag": "\"\(name)\"", "Cache-Control": "max-age=60"]
            entry = Exchanges.entry(
                Exchanges.response(fields, body: name), to: Exchanges.request(["Accept": name]), current: entry)
        }
        let third = Exchanges.request(["Accept": "c"])
        let result = try validated(entry, by: ["ETag": "\"a\"", "Vary": "Accept"], to: third, at: 5)
        #expect(result.response?.body == Data("a".utf8))
        #expect(result.entry?.responses.count == 3)
        #expect(CacheDecision.at(64, result.entry, ["Accept": "c"]).served?.body == Data("a".utf8))
        #expect(CacheDecision.at(64, result.entry, ["Accept": "a"]).word == "validate", "which is as old as it was")
        #expect(try validated(entry, by: [:], to: third, at: 5).response == nil, "but it has to say which")
        #expect(try validated(entry, by: ["ETag": "\"c\""], to: third, at: 5).response == nil)
        let alone = entry.map { CacheEntry(responses: [$0.responses[0]]) }
        #expect(try validated(alone, by: [:], to: third, at: 5).response == nil, "even when there is only one")
        #expect(try validated(alone, by: ["ETag": "\"b\""], to: third, at: 5).response != nil)
    }

    @Test func `with several tags the last modification is not asked about`() throws {
        var entry: CacheEntry?
        for name in ["a", "b"] {
            let fields: HeaderFields = [
                "Vary": "Accept", "ETag": "\"\(name)\"", "Last-Modified": Exchanges.date(-1000),
            ]
            entry = Exchanges.entry(Exchanges.response(fields), to: Exchanges.request(["Accept": name]), current: entry)
        }
        let sent = try #require(CacheDecision.at(900, entry, ["Accept": "a"]).validating)
        #expect(sent.headerFields["If-None-Match"] == "\"a\", \"b\"", "the selected one first")
        #expect(sent.headerFields["If-Modified-Since"] == nil)
    }

    @Test func `a 304 can change what a response depends on`() throws {
        let request = Exchanges.request(["Accept": "a", "Foo": "1"])
        let old = Exchanges.entry(
            Exchanges.response(["ETag": "\"a\"", "Vary": "Accept", "Cache-Control": "max-age=60"]), to: request)
        let result = try validated(old, by: ["ETag": "\"a\"", "Vary": "Foo"], to: request)
        #expect(CacheDecision.at(101, result.entry, ["Foo": "1"]).word == "serve 200")
        #expect(CacheDecision.at(101, result.entry, ["Foo": "2", "Accept": "a"]).word == "validate")
        #expect(CacheDecision.at(101, result.entry, ["Accept": "a"]).word == "validate")
    }

    @Test func `a 304 that forbids to store ends the storing, and is served once`() throws {
        let result = try validated(stored(["ETag": "\"a\""]), by: ["ETag": "\"a\"", "Cache-Control": "no-store"])
        #expect(result.response?.body == Data("one".utf8))
        #expect(result.entry == nil)
    }

    @Test func `what was invalidated or removed meanwhile is not freshened`() throws {
        let old = stored(["ETag": "\"a\""])
        let sent = try #require(CacheDecision.at(100, old).validating)
        let answer = Response(status: 304, headerFields: ["ETag": "\"a\""])
        var invalidated = old
        invalidated?.invalidated = Exchanges.moment(50)
        for current in [nil, invalidated, CacheEntry()] {
            let entry = Exchanges.entry(answer, to: Exchanges.request(), sent: sent, at: 100, current: current)
            #expect(CacheDecision.at(101, entry).word == "fetch")
            let response = current?.response(
                validatedBy: answer, to: Exchanges.request(), sent: sent, requested: Exchanges.moment(100),
                received: Exchanges.moment(100))
            #expect(response == nil)
        }
    }

    @Test func `the tag of a new response is never mixed with an old body`() throws {
        // Another load has stored a newer response while this one was validating the older.
        let old = stored(["ETag": "\"a\""])
        let sent = try #require(CacheDecision.at(100, old).validating)
        let newer = Exchanges.entry(
            Exchanges.response(["ETag": "\"b\"", "Cache-Control": "max-age=60"], body: "two", at: 99), at: 99,
            current: old)
        let answer = Response(status: 304, headerFields: ["ETag": "\"a\""])
        let after = Exchanges.entry(answer, to: Exchanges.request(), sent: sent, at: 100, current: newer)
        #expect(after == newer)
        for fields in [[:], ["Last-Modified": Exchanges.date(-5)]] as [HeaderFields] {
            let answer = Response(status: 304, headerFields: fields)
            #expect(Exchanges.entry(answer, to: Exchanges.request(), sent: sent, at: 100, current: newer) == newer)
        }
    }

    @Test func `a caller that brings its own condition gets the 304 itself, and the store its fields`() throws {
        let old = stored(["ETag": "\"a\""])
        let request = Exchanges.request(["If-None-Match": "\"a\""])
        #expect(CacheDecision(for: request, stored: old, at: Exchanges.moment(100)).word == "fetch")
        let answer = Response(status: 304, headerFields: ["ETag": "\"a\""])
        let response = old?.response(
            validatedBy: answer, to: request, sent: request, requested: Exchanges.moment(100),
            received: Exchanges.moment(100))
        #expect(response == answer)
        let entry = Exchanges.entry(answer, to: request, at: 100, current: old)
        #expect(CacheDecision.at(101, entry).word == "serve 200")
        let stranger = Exchanges.request(["If-None-Match": "\"b\""])
        #expect(Exchanges.entry(Response(status: 304), to: stranger, at: 100, current: old) == old)
    }
}
