import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct JSONDepthTests {
    private func nested(_ depth: Int, open: String = "[", close: String = "]", core: String = "") -> Data {
        Data((String(repeating: open, count: depth) + core + String(repeating: close, count: depth)).utf8)
    }

    @Test func `512 levels are read`() throws {
        var json = try JSON(parsing: nested(512))
        for _ in 0..<511 { json = json[0] }
        #expect(try json.array.isEmpty)
        json = try JSON(parsing: nested(512, open: #"{"a":"#, close: "}", core: "1"))
        for _ in 0..<512 { json = json.a }
        #expect(try json.int == 1)
    }

    @Test func `513 levels are refused, at the bracket that is too much`() {
        let failure = #expect(throws: ParseFailure.self) { try JSON(parsing: nested(513)) }
        #expect(failure?.expected == "at most 512 levels of arrays and objects")
        #expect(failure?.position == TextPosition(line: 1, column: 513))
        #expect(throws: ParseFailure.self) { try JSON(parsing: nested(513, open: #"{"a":"#, close: "}", core: "1")) }
        #expect(throws: ParseFailure.self) { try JSON(parsing: nested(257, open: #"[{"a":"#, close: "}]", core: "1")) }
    }

    @Test func `scalars do not count as a level, and levels side by side do not add up`() throws {
        #expect(throws: Never.self) { try JSON(parsing: nested(512, core: "1")) }
        let wide = "[" + Array(repeating: "[[]]", count: 10_000).joined(separator: ",") + "]"
        #expect(try JSON(parsing: Data(wide.utf8)).array.count == 10_000)
    }

    @Test func `a hundred thousand of anything are refused without a crash`() {
        let cases: [String] = ["[", "{\"a\":", "[{\"a\":", "]", "}", "\"", "\\", "{", ",", "-", "[[],"]
        for piece in cases {
            func data(_ count: Int) -> Data { Data(String(repeating: piece, count: count).utf8) }
            let failure = #expect(throws: (any Error).self, "\(piece)") { try JSON(parsing: data(100_000)) }
            #expect(failure is ParseFailure, "\(piece)")
            // The error looks for the place and for secrets: that takes longer.
            let many = Effort.size(reduced: 1_000, usual: 100_000, full: 100_000)
            let list = Resource<[Int]>(json: Sample.url)
            let error = #expect(throws: LoadError.self, "\(piece)") { try list.parse(data(many)) }
            #expect(error?.stage == .parse, "\(piece)")
            #expect((error?.description.count ?? 0) < 600, "\(piece)")
        }
    }

    @Test func `a resource that decodes has the same limit`() throws {
        let resource = Resource<[[Int]]>(json: Sample.url, at: "x")
        #expect(throws: LoadError.self) { try resource.parse(nested(513)) }
        #expect(throws: LoadError.self) { try Resource<[[Int]]>(json: Sample.url).parse(nested(100_000)) }
    }
}
