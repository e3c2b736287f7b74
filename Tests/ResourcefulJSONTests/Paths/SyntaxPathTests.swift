import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A text that is cut off has the path of what had begun.
struct SyntaxPathTests {
    @Test func `a document that is cut at any byte names the element or the member that had begun`() throws {
        var random = SplitMix64(seed: 600)
        var cuts = 0
        for _ in 0..<Effort.rounds(400) {
            var writer = Writer()
            writer.write(.array([.arbitrary(using: &random)]), at: [], inside: [], using: &random)
            for length in 1..<writer.text.count {
                let cut = Data(writer.text[..<length])
                let failure = try #require(thrown(ParseFailure.self) { try JSON(parsing: cut) })
                #expect(failure.path == writer.paths[length - 1], "\(String(decoding: cut, as: UTF8.self))")
                #expect(failure.found == "the end of the text", "\(String(decoding: cut, as: UTF8.self))")
                cuts += 1
            }
        }
        #expect(cuts > Effort.rounds(10_000))
    }

    @Test func `a key with escapes is named as it is meant`() throws {
        let failure = try #require(throws: ParseFailure.self) {
            try JSON(parsing: Data(#"{"a": [{}, {"caf\u00e9 \"x\"": tru}]}"#.utf8))
        }
        #expect(failure.path == ["a", 1, "café \"x\""])
        #expect(failure.description.hasPrefix(#"a[1]["café \"x\""]: expected a value, found t"#))
    }

    @Test func `a path of hundreds of steps is printed by its ends`() throws {
        let failure = try #require(throws: ParseFailure.self) {
            try JSON(parsing: Data(String(repeating: "[", count: 10_000).utf8))
        }
        #expect(failure.path == JSONPath(repeatElement(.index(0), count: 512)))
        #expect(failure.description.hasPrefix("[0][0][0]"))
        #expect(failure.description.contains("(512 steps): expected at most 512 levels"))
        #expect(failure.description.count < 600)
    }

    /// Writes a document, and knows for every length that it may be cut at what had begun there.
    private struct Writer {
        var text: [UInt8] = []
        /// For each number of bytes but none, the path of a failure behind them.
        var paths: [JSONPath] = []

        mutating func write(_ piece: some StringProtocol, _ path: JSONPath) {
            text += piece.utf8
            paths += repeatElement(path, count: piece.utf8.count)
        }

        mutating func write(
            _ tree: JSONTree, at path: JSONPath, inside container: JSONPath, using random: inout SplitMix64
        ) {
            switch tree {
            case .array(let elements):
                write("[", path.appending(.index(0)))
                for (index, element) in elements.enumerated() {
                    let inner = path.appending(.index(index))
                    if index > 0 { write(", ", inner) }
                    write(element, at: inner, inside: path, using: &random)
                }
                write("]", container)
            case .object(let members):
                write("{", path)
                // A dictionary's own order is another in every run.
                for (index, (key, value)) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                    if index > 0 { write(" ,", path) }
                    let inner = path.appending(.key(key))
                    write(JSONTree.quoted(key, using: &random).dropLast(), path)
                    write("\" : ", inner)
                    write(value, at: inner, inside: path, using: &random)
                }
                write("}", container)
            case .string(let string): writeScalar(JSONTree.quoted(string, using: &random), path, container)
            case .bool(let bool): writeScalar("\(bool)", path, container)
            // A number that is cut is often another number, and no failure of its own.
            case .null, .int, .double: writeScalar("null", path, container)
            }
        }

        private mutating func writeScalar(_ text: String, _ path: JSONPath, _ container: JSONPath) {
            write(text.dropLast(), path)
            write(text.suffix(1), container)
        }
    }
}
