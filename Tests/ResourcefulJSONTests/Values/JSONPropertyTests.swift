import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct JSONPropertyTests {
    @Test func `the accessors give back the values of any tree, however it is spelled`() throws {
        var random = SplitMix64(seed: 20)
        for _ in 0..<Effort.rounds(1_000) {
            let tree = JSONTree.arbitrary(using: &random)
            let text = tree.written(using: &random)
            let read = try JSONTree(reading: JSON(parsing: Data(text.utf8)))
            #expect(read == tree.normalised, "\(text)")
        }
    }

    @Test func `strings come back scalar by scalar`() throws {
        var random = SplitMix64(seed: 21)
        for _ in 0..<Effort.rounds(3_000) {
            let string = random.arbitraryText(upTo: 20)
            let text = JSONTree.quoted(string, using: &random)
            let read = try JSON(parsing: Data(text.utf8)).string
            #expect(Array(read.utf8) == Array(string.utf8), "\(text)")
        }
    }

    @Test func `a document that is cut anywhere is refused, unless what is left is a number`() throws {
        var random = SplitMix64(seed: 22)
        for _ in 0..<Effort.rounds(100) {
            let tree = JSONTree.array([.arbitrary(using: &random)])
            var bytes = Array(tree.written(using: &random).utf8)
            while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
            for length in bytes.indices {
                let error = try #require(thrown(ParseFailure.self) { try JSON(parsing: Data(bytes[..<length])) })
                #expect(error.excerpt?.count ?? 0 <= 200)
            }
        }
    }

    @Test func `a value that is followed by another is refused`() throws {
        var random = SplitMix64(seed: 23)
        for _ in 0..<Effort.rounds(300) {
            let trees = (JSONTree.arbitrary(using: &random), JSONTree.arbitrary(using: &random))
            let text = trees.0.written(using: &random) + " " + trees.1.written(using: &random)
            #expect(thrown(ParseFailure.self) { try JSON(parsing: Data(text.utf8)) } != nil, "\(text)")
        }
    }

    @Test func `any bytes are read or refused, and nothing else happens`() {
        var random = SplitMix64(seed: 24)
        let marks =
            Array(#"{}[]":,\u0019eE+-.truefalsn \#n"#.utf8) + [0xEF, 0xBB, 0xBF, 0xF0, 0x9F, 0xED, 0xA0, 0x80, 0xC0]
        for _ in 0..<Effort.rounds(20_000) {
            let bytes = (0..<Int.random(in: 0...16, using: &random)).map { _ in marks.randomElement(using: &random) ?? 0
            }
            let json = try? JSON(parsing: Data(bytes))
            if let json { #expect((try? JSONTree(reading: json)) != nil || (try? json.double) == nil) }
        }
    }

    @Test func `decoding a place agrees with reading it by hand`() throws {
        var random = SplitMix64(seed: 25)
        for _ in 0..<Effort.rounds(300) {
            let numbers = (0..<5).map { _ in Int.random(in: -1000...1000, using: &random) }
            let name = random.arbitraryText()
            let tree = JSONTree.object(["a": .array(numbers.map { .int($0) }), "b": .object(["name": .string(name)])])
            let json = try JSON(parsing: Data(tree.written(using: &random).utf8))
            #expect(try json.a.decode([Int].self) == numbers)
            #expect(try json.a.array.map { try $0.int } == numbers)
            #expect(try json.b.decode([String: String].self) == ["name": name])
            #expect(try json.b.name.decode(String.self) == name)
        }
    }
}
