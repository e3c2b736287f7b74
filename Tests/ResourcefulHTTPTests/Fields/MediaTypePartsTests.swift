import ResourcefulTesting
import Testing

/// The parts of media types, how they compare and what ranges cover.
struct MediaTypePartsTests {
    @Test func `a media type has a type, a subtype, a suffix and parameters`() {
        let type: MediaType = "Application/Problem+JSON ; Charset=\"UTF-8\";a=b; note=\"x; \\\"y\\\"\""
        #expect(type.type == "application" && type.subtype == "problem+json" && type.suffix == "json")
        #expect(type.essence == "application/problem+json")
        #expect(type.parameters.map(\.name) == ["charset", "a", "note"])
        #expect(type.parameters.map(\.value) == ["UTF-8", "b", "x; \"y\""])
        #expect(type[parameter: "NOTE"] == "x; \"y\"" && type[parameter: "b"] == nil)
        #expect(MediaType.json.suffix == nil && MediaType.json.parameters.isEmpty)
        #expect(type.rawValue == "Application/Problem+JSON ; Charset=\"UTF-8\";a=b; note=\"x; \\\"y\\\"\"")
    }

    @Test func `case, quotes and spaces do not count`() {
        let cases: [(MediaType, MediaType)] = [
            ("text/html", "TEXT/HTML"), ("text/html;charset=utf-8", "Text/HTML; Charset=\"utf-8\""),
            ("text/html;charset=utf-8", "text/html ;charset=utf-8"), ("a/b;", "a/b"), ("a/b;x=\"y\\z\"", "a/b;x=yz"),
        ]
        for (left, right) in cases { #expect(left == right && left.hashValue == right.hashValue, "\(left)") }
    }

    @Test func `all else counts`() {
        let cases: [(MediaType, MediaType)] = [
            ("text/html", "text/plain"), ("text/html", "text/html;charset=utf-8"), ("a/b;x=y", "a/b;x=Y"),
            ("a/b;x=1;y=2", "a/b;y=2;x=1"), ("a/b;x", "a/b;y"),
        ]
        for (left, right) in cases { #expect(left != right, "\(left)") }
    }

    @Test func `a range covers what it should`() {
        let html: MediaType = "text/html;level=1;charset=utf-8"
        for range in ["*/*", "text/*", "TEXT/html", "text/html;level=1", "text/*;q=0.5", "text/html;level=1;q=0"] {
            #expect(MediaType(range)?.matches(html) == true, "\(range)")
        }
        for range in ["text/plain", "image/*", "text/html;level=2", "text/html;x=y"] {
            #expect(MediaType(range)?.matches(html) == false, "\(range)")
        }
    }

    @Test func `a parameter of any text that a field can hold is read as it was`() throws {
        var random = SplitMix64(seed: 53)
        for _ in 0..<Effort.rounds(2_000) {
            let text = random.arbitraryText()
            guard let type = MediaType.json.with("note", text) else {
                #expect(text.utf8.contains { $0 < 0x20 || $0 == 0x7F })
                continue
            }
            #expect(type[parameter: "note"].map { Array($0.utf8) } == Array(text.utf8))
            let field = try HeaderFields.Field("Content-Type", type.rawValue)
            #expect(MediaType(field.value) == type)
            #expect(type.with("note", "x") == MediaType.json.with("note", "x"))
        }
    }

    @Test func `a quality is a parameter`() {
        #expect(MediaType.json.with(quality: 0.25).rawValue == "application/json; q=0.25")
        #expect(MediaType.json.with(quality: 7).quality == 1 && MediaType.json.quality == 1)
        #expect(("a/b;q=0.8;q=0.1" as MediaType).quality == 0.8 && ("a/b;q=x" as MediaType).quality == 1)
    }
}
