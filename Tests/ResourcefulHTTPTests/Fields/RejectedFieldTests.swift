import ResourcefulTesting
import Testing

struct RejectedFieldTests {
    @Test func `an assignment with a line feed is left out and noted`() {
        var fields: HeaderFields = ["A": "1", "X": "old"]
        fields["X"] = "new\r\nEvil: yes"
        #expect(fields["X"] == nil)
        #expect(fields.map(\.description) == ["A: 1"])
        #expect(fields.rejected.map(\.name) == ["X"])
    }

    @Test func `a later assignment of the same name takes the rejection back`() {
        for repair in [nil, "fine"] {
            var fields = HeaderFields()
            fields["X"] = "bad\n"
            fields["x"] = repair
            #expect(fields.rejected.isEmpty)
            #expect(fields["X"] == repair)
        }
    }

    @Test func `two rejections of a name are noted once, rejections of two names both`() {
        var fields = HeaderFields()
        fields["X"] = "bad\n"
        fields["x"] = "bad\n"
        fields["Y"] = "bad\n"
        #expect(fields.rejected.map(\.name) == ["X", "Y"])
    }

    @Test func `fields with a rejection are not equal to fields without`() {
        var fields = HeaderFields()
        fields["X"] = "bad\n"
        #expect(fields != HeaderFields())
    }

    @Test func `a request with a rejected field is never sent and says which field it was`() {
        var request = Request(url: Sample.url)
        request.headerFields["X-Trace"] = "a\r\nHost: evil.example"
        #expect(
            Sample.refusal(of: request)?.description == """
                GET https://example.org/episodes can't be sent: the value of the field X-Trace contains CR, LF or NUL \
                (RFC 9110, section 5.5)
                """)
    }

    @Test func `a rejection in the defaults stops the request unless the request has the field itself`() throws {
        var defaults = HeaderFields()
        defaults["X"] = "bad\n"
        for (fields, count) in [(HeaderFields(), 0), (["x": "own"], 1)] as [(HeaderFields, Int)] {
            var run = DryRun(policies: [.headerFields(defaults)]) { _ in Response() }
            let request = Request(url: Sample.url, headerFields: fields)
            let status = try? run.load(Plan.send(request)).status
            #expect(run.requests.count == count)
            #expect((status == 200) == (count == 1))
        }
    }

    @Test func `no arbitrary assignment ever gets a line feed into a request that is sent`() throws {
        var random = SplitMix64(seed: 6)
        for _ in 0..<Effort.rounds(500) {
            var request = Request(url: Sample.url)
            let value = random.arbitraryText()
            request.headerFields["X"] = value
            var run = DryRun { _ in Response() }
            let response = try? run.load(Plan.send(request))
            let isDangerous = value.utf8.contains { [0, 0x0A, 0x0D].contains($0) }
            #expect((response == nil) == isDangerous)
            #expect(run.requests.count == (isDangerous ? 0 : 1))
        }
    }
}
