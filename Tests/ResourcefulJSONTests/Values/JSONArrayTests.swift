import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Arrays read by hand, element by element.
struct JSONArrayTests {
    @Test func `each element is read where it stands`() throws {
        let json = try JSON(parsing: Data(#"{"a": [[1, 2], [], [3, [4]], 5]}"#.utf8))
        #expect(try json.a.array { "\($0.path)" } == ["a[0]", "a[1]", "a[2]", "a[3]"])
        #expect(try json.a[0].array { try $0.int } == [1, 2])
        #expect(try json.a[1].array { try $0.int } == [])
        #expect(try json.a[2][1].array { try $0.int } == [4])
    }

    @Test func `an element that is refused fails the whole, with its path`() throws {
        let json = try JSON(parsing: Data(#"{"a": [1, 2, "3"]}"#.utf8))
        let failure = #expect(throws: ParseFailure.self) { try json.a.array { try $0.int } }
        #expect(failure?.path == ["a", 2])
        #expect(failure?.found == "the string \"3\"")
    }

    @Test(arguments: ["{}", "1", "null", "\"[]\""]) func `a value that isn't an array is refused`(text: String) throws {
        let json = try JSON(parsing: Data(text.utf8))
        let failure = #expect(throws: ParseFailure.self) { try json.array { try $0.int } }
        #expect(failure?.expected == "an array")
        #expect(#expect(throws: ParseFailure.self) { try json.list.array { try $0.int } }?.path == ["list"])
    }

    @Test func `it reads what the list of places reads, of any tree`() throws {
        var random = SplitMix64(seed: 601)
        for _ in 0..<Effort.rounds(150) {
            let text = JSONTree.array((0..<5).map { _ in .arbitrary(using: &random) }).written(using: &random)
            let json = try JSON(parsing: Data(text.utf8))
            #expect(try json.array { $0 } == json.array)
            #expect(try json.array(of: JSONTree.init(reading:)) == json.array.map(JSONTree.init(reading:)))
        }
    }

    @Test func `a key of that name is a place as before`() throws {
        #expect(try JSON(parsing: Data(#"{"array": 1, "map": {"of": 2}}"#.utf8)).map.of.int == 2)
    }
}
