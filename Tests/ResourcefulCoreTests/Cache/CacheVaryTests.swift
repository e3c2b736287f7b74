import ResourcefulCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct CacheVaryTests {
    private func word(_ vary: String, _ first: HeaderFields, _ second: HeaderFields) -> String {
        let stored = Exchanges.entry(
            Exchanges.response(["Cache-Control": "max-age=60", "Vary": vary]), to: Exchanges.request(first))
        return CacheDecision.at(1, stored, second).word
    }

    @Test func `every combination of fields is served to those that have the same values of what is named`() {
        let values: [String?] = [nil, "", "a", "b", "a, b"]
        let names: [HeaderFields.Name] = ["Foo", "Bar"]
        func fields(_ index: Int) -> HeaderFields {
            var fields = HeaderFields()
            fields[names[0]] = values[index % 5]
            fields[names[1]] = values[index / 5]
            return fields
        }
        for (vary, counts) in [("Foo", [0]), ("bar", [1]), ("Foo, BAR", [0, 1]), ("Baz", []), ("", [])] {
            for first in 0..<25 {
                for second in 0..<25 {
                    let (left, right) = (fields(first), fields(second))
                    let isSame = counts.allSatisfy { left[names[$0]] == right[names[$0]] }
                    #expect(word(vary, left, right) == (isSame ? "serve 200" : "fetch"), "\(vary): \(left), \(right)")
                }
            }
        }
    }

    @Test func `lines are combined, and white space means nothing in lists`() {
        let lines = HeaderFields(dictionaryLiteral: ("Accept", "a"), ("Accept", "b;q=0.1"))
        #expect(word("Accept", lines, ["Accept": "a,  b;q=0.1"]) == "serve 200")
        #expect(word("Accept", lines, ["Accept": "b;q=0.1, a"]) == "fetch", "their order may")
        #expect(word("Accept", ["Accept": "text/a;b=C"], ["Accept": "text/a;b=c"]) == "fetch", "a parameter's case may")
        #expect(word("Foo", ["Foo": "a, b"], ["Foo": "a,b"]) == "fetch", "nobody knows what it is")
        #expect(word("Foo", ["Foo": "a"], ["Foo": "A"]) == "fetch")
    }

    @Test(arguments: ["Accept-Language", "Accept-Charset", "Accept-Encoding"] as [HeaderFields.Name])
    func `languages, charsets and codings are the same in either case`(name: HeaderFields.Name) {
        func fields(_ value: String) -> HeaderFields {
            var fields = HeaderFields()
            fields[name] = value
            return fields
        }
        #expect(word("\(name)", fields("de-CH, fr;q=0.5"), fields("DE-ch,FR; Q=0.5")) == "serve 200")
        #expect(word("\(name)", fields("de-CH, fr;q=0.5"), fields("de-CH, fr;q=0.6")) == "fetch")
        #expect(word("\(name)", fields("de-CH, fr"), fields("de-CHfr")) == "fetch")
    }

    @Test func `the latest is served, and one with Vary before one without`() {
        var entry: CacheEntry?
        for (seconds, vary, body) in [(0.0, "Accept", "one"), (1, "Accept", "two"), (2, "", "three")] {
            let request = Exchanges.request(["Accept": body])
            let fields: HeaderFields = ["Cache-Control": "max-age=60", "Vary": vary]
            entry = Exchanges.entry(
                Exchanges.response(fields, body: body, at: seconds), to: request, at: seconds, current: entry)
        }
        func body(_ accept: String) -> Int? { CacheDecision.at(5, entry, ["Accept": accept]).served?.body.count }
        #expect(entry?.responses.count == 3)
        #expect(CacheDecision.at(5, entry, ["Accept": "one"]).served?.body == "one".data)
        #expect(CacheDecision.at(5, entry, ["Accept": "two"]).served?.body == "two".data)
        #expect(CacheDecision.at(5, entry, ["Accept": "x"]).served?.body == "three".data)
        let reversed = entry.map { CacheEntry(responses: $0.responses.reversed()) }
        #expect(CacheDecision.at(5, reversed, ["Accept": "one"]).served?.body == "one".data)
    }

    @Test func `the server is asked about all tags when none is of the same selecting fields`() {
        var entry: CacheEntry?
        for tag in ["a", "b"] {
            entry = Exchanges.entry(
                Exchanges.response(["Vary": "Accept", "ETag": "\"\(tag)\""]),
                to: Exchanges.request(["Accept": tag]),
                current: entry)
        }
        let asked = CacheDecision.at(1, entry, ["Accept": "c"]).validating
        #expect(asked?.headerFields["If-None-Match"] == "\"b\", \"a\"")
        #expect(asked?.headerFields["If-Modified-Since"] == nil)
    }

    @Test func `what depends on everything matches nothing, should anybody have stored it`() {
        for vary in ["*", "Accept, *", "*, Accept", "a b"] {
            let stored = StoredResponse(
                response: Exchanges.response(["Cache-Control": "max-age=60", "Vary": vary]),
                requested: Exchanges.start, received: Exchanges.start)
            #expect(CacheDecision.at(1, CacheEntry(responses: [stored])).word == "fetch")
        }
    }

    @Test func `of a secret that a response depends on only a digest is kept`() throws {
        let request = Exchanges.request(["Cookie": "hunter2", "Authorization": "hunter3"])
        let response = Exchanges.response(["Vary": "Cookie, Authorization", "Cache-Control": "max-age=60"])
        let entry = try #require(Exchanges.entry(response, to: request))
        #expect(entry.responses[0].selecting.count == 2)
        for field in entry.responses[0].selecting { #expect(!field.value.contains("hunter")) }
        #expect(CacheDecision.at(1, entry, request.headerFields).word == "serve 200")
        #expect(CacheDecision.at(1, entry, ["Cookie": "hunter3", "Authorization": "hunter3"]).word == "fetch")
        #expect(CacheDecision.at(1, entry, ["Cookie": "hunter2", "Authorization": "x"]).word == "fetch")
        let known = { (token: String) in
            try Exchanges.request(of: "ada", token: token, ["Cookie": "hunter2"])
        }
        let own = Exchanges.entry(response, to: try known("1"))
        #expect(CacheDecision(for: try known("2"), stored: own, at: Exchanges.moment(1)).word == "serve 200")
        var other = try known("1")
        other.headerFields["Cookie"] = "hunter3"
        #expect(CacheDecision(for: other, stored: own, at: Exchanges.moment(1)).word == "fetch")
    }
}

extension String {
    fileprivate var data: Data { Data(utf8) }
}
