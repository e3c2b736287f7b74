import Foundation
import Testing

/// The code in the documentation of public types stands, paragraph by paragraph, in a file that is compiled and run.
struct TypeExampleTests {
    private static let documented = SourceFile.all(in: "Sources").filter { $0.has("public ") }.flatMap(documentedTypes)

    @Test func `the code in the documentation of types is compiled and run`() {
        for type in Self.documented {
            for paragraph in type.code where !SnippetTests.compiled.has(paragraph) {
                Issue.record("\(type.file): not compiled by the tests: the example of \(type.name):\n\(paragraph)")
            }
        }
    }

    @Test func `the search for types finds their code`() {
        #expect(Self.documented.count > 130)
        let file = SourceFile(
            path: "a.swift",
            text: """
                /// A thing.
                ///
                ///     let a = 1
                ///     let b = 2
                ///
                ///     let c = 3
                /// - Note: A list
                ///     goes on here.
                @frozen
                public final class Thing {
                    /// Not of a type.
                    ///
                    ///     let d = 4
                    public var part = 1
                    /// No code.
                    public enum Part {}
                }
                """)
        let found = Self.documentedTypes(in: file)
        #expect(found.map(\.name) == ["Thing"])
        #expect(found.map(\.code) == [["let a = 1\nlet b = 2", "let c = 3"]])
    }

    private struct DocumentedType {
        let file: SourceFile
        let name: String
        /// The paragraphs of its code.
        let code: [String]
    }

    /// The public types of a file whose documentation has code.
    private static func documentedTypes(in file: SourceFile) -> [DocumentedType] {
        var types: [DocumentedType] = []
        var comment: [String] = []
        for line in file.lines.map({ $0.drop(while: \.isWhitespace) }) {
            if line.hasPrefix("///") {
                comment.append(String(line.dropFirst(3)))
            } else if !line.hasPrefix("@"), !line.hasPrefix("#") {
                let code = paragraphs(of: comment)
                if let name = name(in: line), !code.isEmpty {
                    types.append(DocumentedType(file: file, name: name, code: code))
                }
                comment = []
            }
        }
        return types
    }

    /// The name of the public type that a line declares.
    private static func name(in line: Substring) -> String? {
        let words = line.split { !$0.isLetter && !$0.isNumber }
        let kinds: [Substring] = ["struct", "enum", "class", "actor", "protocol"]
        guard words.first == "public", let kind = words.prefix(3).firstIndex(where: kinds.contains),
            kind + 1 < words.count
        else { return nil }
        return String(words[kind + 1])
    }

    /// The indented paragraphs of a comment that come after an empty line.
    private static func paragraphs(of comment: [String]) -> [String] {
        var paragraphs: [[String]] = []
        var (isAfterEmpty, isInCode) = (true, false)
        for line in comment {
            let isEmpty = line.allSatisfy(\.isWhitespace)
            if !isEmpty, line.hasPrefix("     "), isAfterEmpty || isInCode {
                if !isInCode { paragraphs.append([]) }
                paragraphs[paragraphs.count - 1].append(line)
                isInCode = true
            } else {
                isInCode = false
            }
            isAfterEmpty = isEmpty
        }
        return paragraphs.map { SnippetTests.trimmed($0.joined(separator: "\n")) }
    }
}
